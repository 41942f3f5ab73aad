import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Chance } from '../chance.ts';
import { everyRoute, openCrawlStore, type RoutePath, tokenOf } from '../office-routes.ts';

// No input to the office causes an internal error.

const ODD_VALUES = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\r\nSet-Cookie: raan=1',
  '\u2028\u202e\ufeff',
  '\ud800',
  '😀'.repeat(300),
  'ก'.repeat(4000),
  '-1',
  '0',
  '1',
  '2',
  '1.5',
  '1.00001',
  '1e309',
  '1e21',
  '99999999999999999999',
  '9007199254740991',
  '1000000000',
  '٣',
  'NaN',
  'Infinity',
  '0x10',
  '฿1,2,3',
  '__proto__',
  'constructor',
  "'",
  '"',
  '*',
  'AND',
  'NEAR(',
  '^"x" - : * (',
  '%',
  '%00',
  '_',
  '\\',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '//evil.example',
  '/ก',
  '/orders?q=ก',
  '/orders/ก/',
  'http://[::1',
  'http://127.0.0.1:1/',
  '=1+1',
  'on',
  'all',
  '2026-02-30',
  '2026-13-45T99:99',
  '2026-11-21',
  '2026-11-21T10:00',
  '999999-01-01',
  '9999999999999.1.1',
  '1.2.3.4',
  '#1',
  'add 1',
  'remove -1',
  'use 1',
  'save',
] as const;

const QUERY_PARAMETERS =
  'q tab page before after at from to step sku warehouse reason user order document kind status tier copy store variant days failed path size sort empty example key differing moved expected note channel courier origin paid number late day __proto__ constructor toString'.split(
    ' ',
  );

const FIELD_NAMES = [
  'code',
  'qty',
  'line',
  'variant',
  'price',
  'step',
  'ids',
  'file',
  'url',
  '__proto__',
  'constructor',
  'toString',
];

const SEED = Number(process.env.FUZZ_SEED ?? 1);
const RUNS_PER_ROUTE = Number(process.env.FUZZ_TIMES ?? 2);

const keepsSession = ({ screen: { path } }: RoutePath) =>
  !/sign-out$|^\/me\/password$|^\/settings\/accounts\/:id\/(password|disable|second-factor)$|require-second-factor$/.test(
    path,
  );

test('no query causes an internal error', async () => {
  const { shop, owner } = await openCrawlStore();
  const routes = await everyRoute(shop, owner);
  const chance = new Chance(SEED);
  const oddValue = () => chance.pick(ODD_VALUES);
  const failed: string[] = [];
  for (const { screen, address } of routes.filter(({ screen }) => screen.method === 'GET'))
    for (let i = 0; i < RUNS_PER_ROUTE; i += 1) {
      const query = new URLSearchParams();
      for (const name of QUERY_PARAMETERS) if (chance.is(1 / 4)) query.append(name, oddValue());
      const path =
        i % 2 === 0 ? address : screen.path.replace(/:\w+/g, () => encodeURIComponent(oddValue().toWellFormed()));
      const { status } = await owner.open(
        `${path.replace(/\?.*$/, '')}?${query}`,
        chance.is(1 / 3) ? { 'HX-Request': 'true' } : {},
      );
      if (status >= 500) failed.push(`${status} ${path}?${query}`.slice(0, 1_000));
    }
  assert.deepEqual(failed, []);
});

test('no form input causes an internal error', async () => {
  const { shop, owner } = await openCrawlStore();
  const routes = (await everyRoute(shop, owner)).filter(
    (route) => route.screen.method === 'POST' && keepsSession(route),
  );
  const chance = new Chance(SEED);
  const oddValue = () => chance.pick(ODD_VALUES);
  const failed: string[] = [];
  const token = tokenOf(await owner.open('/'));
  for (const { address, fields } of routes)
    for (let i = 0; i < RUNS_PER_ROUTE; i += 1) {
      const form = new FormData();
      form.append('csrf', token);
      const submitted = fields.length > 0 ? fields.slice(0, 60) : FIELD_NAMES.map((name) => [name, ''] as const);
      for (const [name, value] of submitted)
        if (chance.is(11 / 12)) form.append(name, chance.is(1 / 3) ? oddValue() : value);
      for (const name of FIELD_NAMES) if (chance.is(1 / 6)) form.append(name, oddValue());
      if (chance.is(1 / 3))
        for (const name of ['file', 'slip', 'picture', 'pictures'])
          form.append(name, new File([oddValue()], oddValue()));
      const { status } = await owner.post(address, form);
      if (status >= 500 || (status === 403 && address !== '/first-run/owner'))
        failed.push(`${status} ${address} ${JSON.stringify([...form]).slice(0, 2_000)}`);
    }
  assert.deepEqual(failed, []);
  assert.equal((await owner.open('/')).path, '/');
});
