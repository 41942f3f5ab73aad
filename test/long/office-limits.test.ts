import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { readCsv } from '../../src/lib/csv.ts';
import * as schemas from '../../src/office/forms/fields.ts';
import { officePattern, operatorError } from '../errors.ts';
import { assertNotBlocking } from '../event-loop.ts';
import { signedIn } from '../office.ts';
import { tokenOf } from '../office-routes.ts';
import { openShop } from '../support.ts';

// Hostile input must not block the event loop: without limits each of these would take minutes or all memory.

/** Fails if the work takes more than a few seconds, with a margin for busy machines. */
async function assertFast<T>(work: () => T | Promise<T>): Promise<T> {
  const start = performance.now();
  const answer = await work();
  assert.ok(performance.now() - start < 20_000, `it took ${performance.now() - start} ms`);
  return answer;
}

async function opened(path: string) {
  const shop = await openShop();
  const browser = await signedIn(shop);
  const csrf = tokenOf(await browser.open(path));
  const send = async (body: string | FormData, type = 'application/x-www-form-urlencoded') => {
    if (body instanceof FormData) body.append('csrf', csrf);
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const plain = typeof body === 'string' ? { 'Content-Type': type } : {};
    const answer = await assertFast(() =>
      fetch(`${shop.url}/office${path}`, {
        method: 'POST',
        body: typeof body === 'string' ? `csrf=${csrf}&${body}` : body,
        headers: { Cookie: cookie, Origin: shop.url, ...plain },
      }),
    );
    return { status: answer.status, text: await answer.text() };
  };
  return { shop, browser, send };
}

const fileOf = (text: string, fields: Record<string, string> = {}) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new File([text], 'paid.csv'));
  return form;
};

test('a form with too many fields is refused before it is parsed', async () => {
  const { send } = await opened('/orders/new');
  const plain = await send('qty=1&'.repeat(160_000));
  assert.equal(plain.status, 413);
  assert.match(plain.text, officePattern('form_has_too_many_fields', { most: 10_000 }, 'th'));
  const parts = new FormData();
  for (let i = 0; i < 10_000; i += 1) parts.append('qty', '');
  assert.equal((await send(parts)).status, 413);
});

test('a query of thousands of parameters blocks no other call', async () => {
  const { browser } = await opened('/orders');
  const paths = [
    '/orders',
    '/products',
    '/stock',
    '/stock/ledger',
    '/stock/documents',
    '/partners/apps',
    '/settings/audit',
  ];
  for (const path of paths)
    for (const unit of ['q&', 'a=b&']) {
      const query = unit.repeat(14_000 / unit.length);
      const { status } = await assertNotBlocking(`${path}?${unit}`, () => browser.open(`${path}?${query}`));
      assert.equal(status, 200, path);
    }
});

test('a path of thousands of slashes blocks no other call, also without a session', async () => {
  const shop = await openShop();
  for (const path of [`/${'/'.repeat(15_000)}a/`, `/orders${'/'.repeat(15_000)}`]) {
    const { status } = await assertNotBlocking(path.slice(0, 10), () =>
      fetch(`${shop.url}/office${path}`, { redirect: 'manual' }),
    );
    assert.equal(status, 303);
  }
});

test('a form of a megabyte of spaces blocks no other call', async () => {
  const { send } = await opened('/settings/warehouses');
  for (const unit of ['+', '%41', '%', '%ff'])
    await assertNotBlocking(unit, async () => {
      const { status } = await send(`name=${unit.repeat(1_000_000 / unit.length)}`);
      assert.ok(status < 500, unit);
    });
});

test('numbers and texts of a megabyte are read without blocking other calls', async () => {
  const digits = '๑'.repeat(340_000);
  const { amount, digits: code, integer, optionalNumber, optionalPostalCode, text } = schemas;
  for (const [what, schema] of Object.entries({
    amount,
    code: code(13),
    integer: integer(),
    optionalNumber,
    optionalPostalCode,
    text: text(),
  }))
    await assertNotBlocking(what, async () => {
      for (let i = 0; i < 5; i += 1) assert.equal(v.safeParse(schema, [digits]).success, false, what);
    });
});

test('forms of guests are limited to a small size and few fields', async () => {
  const { shop } = await opened('/orders/new');
  for (const path of ['/sign-in', '/language', '/first-run/owner']) {
    for (const text of [`name=${'x'.repeat(8_200)}`, 'name=x&'.repeat(21)]) {
      const { status } = await fetch(`${shop.url}/office${path}`, { method: 'POST', body: new URLSearchParams(text) });
      assert.equal(status, 413, path);
    }
  }
});

test('splitting a very long text into an address is fast', async () => {
  const { send } = await opened('/orders/new');
  for (const letter of ['a', '0-', 'a.', 'ก '])
    assert.equal((await send(`step=split&qty=&paste=${letter.repeat(60_000)}`)).status, 200);
});

test('parsing a pasted line of many spaces is fast', async () => {
  const { send } = await opened('/stock/receive');
  const { status } = await send(`warehouse=1&kind=purchase&pasted=${'+'.repeat(120_000)}y+z`);
  assert.equal(status, 422);
});

test('parsing an amount of many spaces and a header of many columns is fast', async () => {
  const { send } = await opened('/orders/cod/remit');
  const spaces = await send(fileOf(`tracking_number,amount\nTH1,"1${' '.repeat(100_000)}x"\n`));
  assert.ok(spaces.status < 500);
  const header = Array.from({ length: 100_000 }, (_, i) => `c${i}`).join(',');
  assert.ok((await send(fileOf(`${header}\n1,2\n`))).status < 500);
});

test('a file with too many columns and rows is refused', () => {
  // 5.1 million cells
  const header = Array.from({ length: 100_000 }, (_, i) => `c${i}`).join(',');
  assert.throws(
    () => readCsv(Buffer.from(`${header}\n${'x\n'.repeat(51)}`), 'wide.csv'),
    operatorError({ key: 'table_too_large' }),
  );
});
