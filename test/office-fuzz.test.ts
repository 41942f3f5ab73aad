import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everyRoute, openCrawlStore, type RoutePath, tokenOf } from './office-routes.ts';

// No input to the office causes an internal error.

const ODD = [
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

const PARAMETERS =
  'q tab page before after at from to step sku warehouse reason user order document kind status tier copy store variant days failed path size sort empty example key differing expected note channel courier origin paid number late day __proto__ constructor toString'.split(
    ' ',
  );

const NAMES = [
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

/** A pseudorandom generator with a fixed seed. */
function numbers(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const SEED = Number(process.env.FUZZ_SEED ?? 1);
const TIMES = Number(process.env.FUZZ_TIMES ?? 4);

const isLeft = ({ screen: { path } }: RoutePath) =>
  !/sign-out$|^\/me\/password$|^\/settings\/accounts\/:id\/(password|disable)$/.test(path);

test('no query causes an internal error', async () => {
  const { shop, owner } = await openCrawlStore();
  const places = await everyRoute(shop, owner);
  const draw = numbers(SEED);
  const odd = () => ODD[draw(ODD.length)] as string;
  const failed: string[] = [];
  for (const { screen, address } of places.filter(({ screen }) => screen.method === 'GET'))
    for (let i = 0; i < TIMES; i += 1) {
      const query = new URLSearchParams();
      for (const name of PARAMETERS) if (draw(4) === 0) query.append(name, odd());
      const at = i % 2 === 0 ? address : screen.path.replace(/:\w+/g, () => encodeURIComponent(odd().toWellFormed()));
      const { status } = await owner.open(
        `${at.replace(/\?.*$/, '')}?${query}`,
        draw(3) === 0 ? { 'HX-Request': 'true' } : {},
      );
      if (status >= 500) failed.push(`${status} ${at}?${query}`.slice(0, 1_000));
    }
  assert.deepEqual(failed, []);
});

test('no form input causes an internal error', async () => {
  const { shop, owner } = await openCrawlStore();
  const places = (await everyRoute(shop, owner)).filter((place) => place.screen.method === 'POST' && isLeft(place));
  const draw = numbers(SEED);
  const odd = () => ODD[draw(ODD.length)] as string;
  const failed: string[] = [];
  const token = tokenOf(await owner.open('/'));
  for (const { address, fields } of places)
    for (let i = 0; i < TIMES; i += 1) {
      const form = new FormData();
      form.append('csrf', token);
      const some = fields.length > 0 ? fields.slice(0, 60) : NAMES.map((name) => [name, ''] as const);
      for (const [name, value] of some) if (draw(12) > 0) form.append(name, draw(3) === 0 ? odd() : value);
      for (const name of NAMES) if (draw(6) === 0) form.append(name, odd());
      if (draw(3) === 0)
        for (const name of ['file', 'slip', 'picture', 'pictures']) form.append(name, new File([odd()], odd()));
      const { status } = await owner.post(address, form);
      if (status >= 500 || (status === 403 && address !== '/first-run/owner'))
        failed.push(`${status} ${address} ${JSON.stringify([...form]).slice(0, 2_000)}`);
    }
  assert.deepEqual(failed, []);
  assert.equal((await owner.open('/')).path, '/');
});
