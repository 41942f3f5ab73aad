import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError } from './endpoints.ts';
import { cafe, type Json, openShop } from './support.ts';

const FULL = {
  name: 'สมหญิง ใจงาม',
  telephone: '+66 81-234-5678',
  address1: '99/1 ถ.นิมมาน',
  address2: 'ชั้น 2',
  address3: '',
  sub_district: 'สุเทพ',
  district: 'เมือง',
  province: 'เชียงใหม่',
  postal_code: 50200,
  email: "o'som+ying@example.com",
  note: 'ฝาก รปภ. 🐶',
  legal_entity_id: '0105556000000',
  legal_entity_type: 2,
  branch_type: 'b',
  branch_number: '00001',
};

test('a recipient address is returned as it was sent, with an id of its own', async () => {
  const shop = await openShop();
  const first = (await shop.order({ recipient_address: FULL })).body.order.recipient_address;
  assert.deepEqual(first, { id: first.id, ...FULL });
  const second = (await shop.order({ recipient_address: { name: 'ก' } })).body.order.recipient_address;
  assert.deepEqual(second, { id: second.id, name: 'ก' });
  assert.notEqual(first.id, second.id);
});

test('the id of a recipient address can be used in a later order', async () => {
  const shop = await openShop();
  const { recipient_address } = (await shop.order({ recipient_address: FULL })).body.order;
  const again = { recipient_address: undefined, recipient_address_id: recipient_address.id };
  assert.deepEqual((await shop.order(again)).body.order.recipient_address, recipient_address);
});

test('one of the store’s own addresses may be the recipient', async () => {
  const shop = await openShop();
  const own = { recipient_address: undefined, recipient_address_id: shop.ids.addresses.shop };
  const { recipient_address } = (await shop.order(own)).body.order;
  const expected = { id: shop.ids.addresses.shop, name: 'บ้านกาแฟ', telephone: '021234567', postal_code: 10110 };
  assert.deepEqual(recipient_address, expected);
});

test('a listed address can be posted back verbatim', async () => {
  const addresses = [
    { key: 'full', is_primary: true, ...FULL },
    { key: 'bare', name: 'สาขา' },
  ];
  const shop = await openShop({ stores: [cafe({ addresses })] });
  const listed = (await shop.call('/v1/store/address/list', {})).body.addresses;
  assert.equal(listed.length, 2);
  for (const address of listed) {
    const { status, body } = await shop.order({ recipient_address: address });
    assert.equal(status, 200, JSON.stringify(body));
    const { id, ...kept } = body.order.recipient_address;
    const { id: listedId, is_primary, ...sent } = address;
    assert.deepEqual(kept, sent);
    assert.notEqual(id, listedId);
  }
});

test('an order’s own addresses can be posted back verbatim', async () => {
  const shop = await openShop();
  const { recipient_address, sender_address } = (await shop.order({ recipient_address: FULL })).body.order;
  for (const address of [recipient_address, sender_address])
    assert.equal((await shop.order({ recipient_address: address })).status, 200);
});

test('an address of another store is treated as unknown', async () => {
  const shop = await openShop({ stores: [cafe(), cafe({ key: 'other' })] });
  const token = await shop.bearer('page', shop.stores.other);
  const line = { products: [{ sku: 'LAT-H', qty: 1 }] };
  const customers = (await shop.order(line, { token })).body.order.recipient_address.id;
  const own = shop.ids.addresses.shop;
  const wrong = [shop.stores.other?.addresses.shop, customers, '0', `0${own}`, '9'.repeat(40)];
  for (const [field, change] of [
    ['recipient_address_id', { recipient_address: undefined }],
    ['sender_address_id', {}],
  ] as const) {
    const absent = await shop.order({ ...change, [field]: '999999' });
    assertError(absent, 400, 'invalid_request', field);
    for (const id of wrong) {
      const { status, body } = await shop.order({ ...change, [field]: id });
      assert.deepEqual({ status, body }, { status: 400, body: absent.body });
    }
  }
});

test('a customer’s address cannot be the sender', async () => {
  const shop = await openShop();
  const { id } = (await shop.order()).body.order.recipient_address;
  assertError(await shop.order({ sender_address_id: id }), 400, 'invalid_request', 'sender_address_id');
});

test('an invalid address field is refused with its path', async () => {
  const shop = await openShop();
  for (const [field, values] of Object.entries<unknown[]>({
    name: ['', ' ', '\t\n', '\u200b', '\u00a0\u3000', '\u2060\u00ad', '\u3164'],
    postal_code: [1_234, 9_999, 100_000, 10_110.5, '10110', -10_110],
    email: ['', 'a', 'a@', '@b.c', 'a b@c.d', 'a@b@c.d'],
    branch_type: ['x', 'H', '', 'hb'],
    legal_entity_type: ['1', 1.5],
  }))
    for (const value of values) {
      const answer = await shop.order({ recipient_address: { ...FULL, [field]: value } });
      assertError(answer, 400, 'invalid_request', `recipient_address.${field}`);
    }
});

test('address texts are stored verbatim', async () => {
  const shop = await openShop();
  for (const name of [' ก ', 'cafe\u0301', 'น้ำ', 'A\nB', '<b>"&\'\\', '👩‍👩‍👧']) {
    const { order } = (await shop.order({ recipient_address: { name } })).body;
    assert.equal(order.recipient_address.name, name);
  }
});

test('the sender is the requested address, or the first of the list', async () => {
  const addresses = [
    { key: 'a', name: 'a' },
    { key: 'b', name: 'b', is_primary: true },
    { key: 'c', name: 'c', is_primary: true },
  ];
  const shop = await openShop({ stores: [cafe({ addresses })] });
  const sender = async (change: Json = {}) => (await shop.order(change)).body.order.sender_address;
  assert.deepEqual(await sender(), { id: shop.ids.addresses.b, name: 'b', is_primary: true });
  const asked = { sender_address_id: shop.ids.addresses.a };
  assert.deepEqual(await sender(asked), { id: shop.ids.addresses.a, name: 'a', is_primary: false });
  assert.deepEqual(await sender(), (await shop.call('/v1/store/address/list', {})).body.addresses[0]);
});

test('without a primary address the oldest is the sender', async () => {
  const addresses = ['b', 'a', 'c'].map((key) => ({ key, name: key }));
  const shop = await openShop({ stores: [cafe({ addresses })] });
  assert.equal((await shop.order()).body.order.sender_address.name, 'b');
});

test('an order of a store without any address has no sender_address', async () => {
  const shop = await openShop({ stores: [cafe({ addresses: [] })] });
  const { status, body } = await shop.order();
  assert.equal(status, 200);
  assert.equal('sender_address' in body.order, false);
});
