import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError } from './endpoints.ts';
import { stoppedClock } from './stopped-clock.ts';
import { cafe, type Json, openShop, type Shop } from './support.ts';

const LIST = '/v1/store/address/list';

const list = async (shop: Shop, page?: object) => (await shop.call(LIST, page ?? {})).body;
const names = async (shop: Shop, page?: object): Promise<string[]> =>
  (await list(shop, page)).addresses.map(({ name }: Json) => name);

const named = (key: string, change: object = {}) => ({ key, name: key, ...change });

test('addresses come primary first, then oldest first', async () => {
  const clock = stoppedClock();
  const first = [named('a'), named('b', { is_primary: true })];
  const shop = await openShop({ now: clock.now, stores: [cafe({ addresses: first })] });
  clock.forward(1_000);
  const second = [named('c', { is_primary: true }), named('d')];
  await shop.load({ stores: [{ key: 'cafe', name: 'บ้านกาแฟ', addresses: second }] });
  assert.deepEqual(await names(shop), ['b', 'c', 'a', 'd']);
});

test('a changed address keeps its id, creation time and position', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now, stores: [cafe({ addresses: [named('a'), named('b')] })] });
  const [before] = (await list(shop)).addresses;
  clock.forward(1_000);
  const changed = [named('a', { name: 'A', telephone: '02' })];
  await shop.load({ stores: [{ key: 'cafe', name: 'บ้านกาแฟ', addresses: changed }] });
  const { addresses } = await list(shop);
  assert.deepEqual(addresses[0], { ...before, name: 'A', telephone: '02' });
  assert.equal(addresses.length, 2);
});

test('the primary flag can move to another address', async () => {
  const shop = await openShop({ stores: [cafe({ addresses: [named('a', { is_primary: true }), named('b')] })] });
  const moved = [named('a', { is_primary: false }), named('b', { is_primary: true })];
  await shop.load({ stores: [{ key: 'cafe', name: 'บ้านกาแฟ', addresses: moved }] });
  assert.deepEqual(await names(shop), ['b', 'a']);
});

test('an address contains the filled-in fields and is_primary, nothing else', async () => {
  const full = {
    name: 'สาขาเชียงใหม่',
    telephone: '053123456',
    address1: '1',
    address2: '2',
    address3: '3',
    sub_district: 'สุเทพ',
    district: 'เมือง',
    province: 'เชียงใหม่',
    postal_code: 50200,
    email: 'cnx@example.com',
    note: 'หลังวัด',
    legal_entity_id: '0105556000000',
    legal_entity_type: 2,
    branch_type: 'b',
    branch_number: '00001',
    is_primary: true,
  };
  const shop = await openShop({ stores: [cafe({ addresses: [{ key: 'full', ...full }, named('bare')] })] });
  assert.deepEqual((await list(shop)).addresses, [
    { id: shop.ids.addresses.full, ...full },
    { id: shop.ids.addresses.bare, name: 'bare', is_primary: false },
  ]);
});

test('customer addresses and addresses of other stores are not listed', async () => {
  const shop = await openShop({ stores: [cafe(), cafe({ key: 'other' })] });
  await shop.order();
  const { addresses } = await list(shop);
  assert.deepEqual(
    addresses.map(({ id }: Json) => id),
    [shop.ids.addresses.shop],
  );
});

test('a store without addresses returns an empty list', async () => {
  const shop = await openShop({ stores: [cafe({ addresses: [] })] });
  const { addresses, has_more } = await list(shop);
  assert.deepEqual([addresses, has_more], [[], false]);
});

const many = Array.from({ length: 205 }, (_, i) => named(`n${i}`));

test('the pages of a list have no gaps and no duplicates', async () => {
  const shop = await openShop({ stores: [cafe({ addresses: many })] });
  for (const limit of [1, 7, 100, 200]) {
    const seen: string[] = [];
    for (let offset = 0, more = true; more; offset += limit) {
      const page = await list(shop, { limit, offset });
      assert.ok(page.addresses.length === limit || !page.has_more);
      seen.push(...page.addresses.map(({ name }: Json) => name));
      more = page.has_more;
    }
    assert.deepEqual(
      seen,
      many.map(({ name }) => name),
    );
  }
});

test('without a body the first hundred are returned', async () => {
  const shop = await openShop({ stores: [cafe({ addresses: many })] });
  const { addresses, has_more } = await list(shop);
  assert.deepEqual([addresses.length, has_more], [100, true]);
});

test('has_more is true if there is a next page', async () => {
  const shop = await openShop({ stores: [cafe({ addresses: many })] });
  const more = async (page: object) => (await list(shop, page)).has_more;
  assert.equal(await more({ limit: 200, offset: 4 }), true);
  assert.equal(await more({ limit: 200, offset: 5 }), false);
  assert.equal(await more({ offset: 205 }), false);
  assert.deepEqual(await names(shop, { offset: Number.MAX_SAFE_INTEGER }), []);
});

test('limit is 1 to 200 and offset 0 or more', async () => {
  const shop = await openShop();
  for (const limit of [0, -1, 201, 1.5]) assertError(await shop.call(LIST, { limit }), 400, 'invalid_request', 'limit');
  for (const offset of [-1, 0.5]) assertError(await shop.call(LIST, { offset }), 400, 'invalid_request', 'offset');
  for (const page of [{ limit: 1 }, { limit: 200 }, { offset: 0 }])
    assert.equal((await shop.call(LIST, page)).status, 200);
});
