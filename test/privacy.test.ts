import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { auditEntries } from '../src/domain/audit/audit-log.ts';
import { priceTiers } from '../src/domain/catalogue/price-tiers.ts';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { customerIdOf, existingCustomer } from '../src/domain/orders/customers/customer.ts';
import { deriveCustomers } from '../src/domain/orders/customers/customer-rows.ts';
import { setTierOfCustomer } from '../src/domain/orders/customers/customer-tier.ts';
import { tagCustomer } from '../src/domain/orders/customers/edit-notes-and-tags.ts';
import { tagsOfCustomers } from '../src/domain/orders/customers/notes-and-tags.ts';
import { editOrder } from '../src/domain/orders/edit.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { indexOrders } from '../src/domain/orders/list/index-rows.ts';
import { erasePerson, eraseRows, repeatErasures } from '../src/domain/privacy/erase.ts';
import { readErased } from '../src/domain/privacy/erased-list.ts';
import { exportPerson } from '../src/domain/privacy/export.ts';
import { exportJson, exportPage } from '../src/domain/privacy/export-page.ts';
import { findPersons, personOfOrder, rowsOfPerson } from '../src/domain/privacy/person.ts';
import type { Id } from '../src/lib/ids.ts';
import { openFolderOf } from './cli.ts';
import { errorPattern } from './errors.ts';
import { signedIn } from './office.ts';
import { orderDetail } from './order-steps.ts';
import { copyOf, openRestored, orderOf, RECIPIENT } from './privacy-steps.ts';
import { everyRow } from './raw-http.ts';
import { cafe, idOf, openShop, type Shop } from './support.ts';

/** Texts that must be gone. */
const PERSONAL = ['สมหญิง', '9991234', '999-1234', 'สุขใจ', 'somying', 'รั้วเขียว', 'ฝากไว้กับยาม'];

const storeIdOf = (shop: Shop): Id => idOf(shop.ids.id);

/** A shop with two canceled orders of the person and one of another customer. */
async function openShopWithPerson(): Promise<{ shop: Shop; orders: Id[]; other: Id }> {
  const shop = await openShop();
  const orders = [
    await orderOf(shop, RECIPIENT, { shipping_label_note: 'ฝากไว้กับยาม', external_order_id: 'X1' }),
    await orderOf(shop, { ...RECIPIENT, telephone: '+66 81 999 1234', address1: 'ที่ทำงาน' }),
  ];
  const other = await orderOf(shop, {
    ...RECIPIENT,
    name: 'สมชาย ใจดี',
    telephone: '0812345678',
    address1: '1',
    email: undefined,
    note: undefined,
  });
  for (const id of orders) await shop.ctx.write((tx) => cancelOrder(tx, id, 'buyer', byCommand(shop.now())));
  await shop.ctx.write((tx) => indexOrders(tx, 100));
  await shop.ctx.write((tx) => deriveCustomers(tx, 100));
  return { shop, orders, other };
}

const erase = (shop: Shop, order: Id) => erasePerson(shop.ctx, storeIdOf(shop), personOfOrder(shop.ctx.db, order));

const rowsOf = (shop: Shop): string => JSON.stringify(everyRow(shop));

test('a customer is found by telephone, however it is written, and by a part of the name', async () => {
  const { shop } = await openShopWithPerson();
  for (const text of ['0819991234', '+66819991234', 'สมหญิง']) {
    const [person, ...others] = findPersons(shop.ctx.db, storeIdOf(shop), text, shop.now());
    assert.deepEqual([person?.name, person?.orders, others.length], [RECIPIENT.name, 2, 0], text);
  }
});

test('an export contains every order and address of the customer and no data of other customers', async () => {
  const { shop, orders } = await openShopWithPerson();
  const exported = await exportPerson(shop.ctx, storeIdOf(shop), personOfOrder(shop.ctx.db, orders[0] as Id));
  assert.deepEqual([exported.orders.length, exported.addresses.length], [2, 2]);
  assert.deepEqual(JSON.parse(await exportJson(exported)), JSON.parse(JSON.stringify(exported)));
  const page = await exportPage(exported);
  for (const text of ['สุขใจ', 'somying@example.com', 'ฝากไว้กับยาม']) assert.ok(page.includes(text), text);
  assert.ok(!page.includes('สมชาย'));
  assert.equal(auditEntries(shop.ctx.db, { event: 'customer_exported', limit: 9, offset: 0 }).length, 1);
});

test('erase on the command line names the older copies of the database', async () => {
  const { shop, orders } = await openShopWithPerson();
  const folder = openFolderOf(shop);
  const { dir } = path.parse(shop.config.database);
  const kept = 'shop-before-restore-20260101-120000.db';
  writeFileSync(path.join(dir, kept), '');
  const { stdout } = await folder.runCommand('customer', 'erase', String(orders[0]));
  assert.match(stdout, /\b2 orders and 2 addresses$/m);
  assert.match(stdout, errorPattern('customer_in_older_copies', { files: [kept] }));
});

test('a search that finds 200 orders warns that older customers may be missing', async () => {
  const shop = await openShop({ stores: [cafe({ settings: { sell_below_zero: true } })] });
  const folder = openFolderOf(shop);
  for (let i = 0; i < 199; i += 1) await orderOf(shop);
  const find = () => folder.runCommand('customer', 'find', 'สมหญิง');
  assert.equal((await find()).stderr, '');
  await orderOf(shop);
  assert.match((await find()).stderr, errorPattern('only_newest_orders_searched', { most: 200 }));
});

test('the page of an export escapes markup in the data', async () => {
  const shop = await openShop();
  const order = await orderOf(shop, { ...RECIPIENT, name: '<script>alert(1)</script>' });
  const page = await exportPage(await exportPerson(shop.ctx, storeIdOf(shop), personOfOrder(shop.ctx.db, order)));
  assert.ok(!page.includes('<script>'));
});

test('nothing of an erased customer is left in any table', async () => {
  const { shop, orders } = await openShopWithPerson();
  await erase(shop, orders[0] as Id);
  const rows = rowsOf(shop);
  for (const text of PERSONAL) assert.ok(!rows.includes(text), text);
  assert.ok(rows.includes('สมชาย ใจดี'));
  assert.deepEqual(findPersons(shop.ctx.db, storeIdOf(shop), '0819991234', shop.now()), []);
});

test('an order of an erased customer keeps its amounts and has the name (erased)', async () => {
  const { shop, orders } = await openShopWithPerson();
  const detail = () => orderDetail(shop, { id: orders[0] as Id });
  const before = await detail();
  await erase(shop, orders[0] as Id);
  const after = await detail();
  assert.equal(after.total, before.total);
  assert.deepEqual(after.products, before.products);
  assert.deepEqual(after.recipient_address, { id: before.recipient_address.id, name: '(erased)' });
});

test('the address id of an erased customer is unknown', async () => {
  const { shop, orders } = await openShopWithPerson();
  const { body } = await shop.call('/v1/order/detail', { order_id: String(orders[0]) });
  await erase(shop, orders[0] as Id);
  const { recipient_address: _, ...order } = shop.orderBody();
  const reply = await shop.call('/v1/order/create', {
    ...order,
    recipient_address_id: body.order.recipient_address.id,
  });
  assert.equal(reply.status, 400);
  assert.match(reply.body.error_description, /recipient_address_id/);
});

test('a customer with open orders is not erased', async () => {
  const shop = await openShop();
  const order = await orderOf(shop);
  const before = rowsOf(shop);
  await assert.rejects(erase(shop, order), { key: 'customer_has_open_orders' });
  assert.equal(rowsOf(shop), before);
});

test('erasures are repeated when an older copy of the database is restored', async () => {
  const { shop, orders } = await openShopWithPerson();
  const copy = await copyOf(shop);
  await erase(shop, orders[0] as Id);
  const list = readFileSync(`${shop.config.database}-erased`, 'utf8');
  for (const text of PERSONAL) assert.ok(!list.includes(text), text);

  const restored = await openRestored(shop, copy);
  const rows = rowsOf(restored);
  for (const text of PERSONAL) assert.ok(!rows.includes(text), text);
  assert.equal(await repeatErasures(restored.ctx), 0);
});

test('in a restored older copy, tags and price tier of a phone number stay erased, unless only retention erased its orders', async () => {
  const { shop, orders, other } = await openShopWithPerson();
  await orderOf(shop, { ...RECIPIENT, name: 'มานี' });
  await orderOf(shop, { name: 'มาลี', telephone: '0812345678' });
  await shop.ctx.write((tx) => deriveCustomers(tx, 100));
  const [storeId, { db }] = [storeIdOf(shop), shop.ctx];
  const customers = ['0819991234', '0812345678'].map((telephone) => customerIdOf(db, storeId, telephone) as Id);
  const vip = priceTiers(db, storeId).find(({ key }) => key === 'vip')?.id as Id;
  const sort = ({ ctx }: Shop) =>
    ctx.write((tx) => {
      for (const customer of customers) {
        tagCustomer(tx, { storeId, customer }, 'ขายส่ง');
        setTierOfCustomer(tx, { storeId, customer }, vip);
      }
    });
  const sorted = ({ ctx }: Shop) =>
    customers.map((id) => [...tagsOfCustomers(ctx.db, [id]), existingCustomer(ctx.db, storeId, id).priceTierId]);
  await sort(shop);
  const copy = await copyOf(shop);
  await erase(shop, orders[0] as Id);
  const old = await rowsOfPerson(db, storeId, personOfOrder(db, other));
  await eraseRows(shop.ctx, { ...old, customers: [] });
  const restored = await openRestored(shop, copy);
  assert.deepEqual(sorted(restored), [[null], ['ขายส่ง', vip]]);
  await sort(restored);
  assert.equal(await repeatErasures(restored.ctx), 0);
  assert.deepEqual(sorted(restored), [
    ['ขายส่ง', vip],
    ['ขายส่ง', vip],
  ]);
});

test('an erasure is on the list although a crash has cut off an earlier entry', async () => {
  const { shop, orders } = await openShopWithPerson();
  const list = `${shop.config.database}-erased`;
  writeFileSync(list, '{"orders":[{"id":1,"crea');
  await erase(shop, orders[0] as Id);
  assert.ok(readErased(shop.config.database)[0]?.orders.some(({ id }) => id === orders[0]));
});

test('the list of erased ids is not applied to another database', async () => {
  const { shop, orders } = await openShopWithPerson();
  await erase(shop, orders[0] as Id);
  const other = await openShopWithPerson();
  writeFileSync(`${other.shop.config.database}-erased`, readFileSync(`${shop.config.database}-erased`));
  const before = rowsOf(other.shop);
  assert.equal(await repeatErasures(other.shop.ctx), 0);
  assert.equal(rowsOf(other.shop), before);
});

test('an owner finds, exports and erases a customer in the office', async () => {
  const { shop, orders } = await openShopWithPerson();
  const owner = await signedIn(shop, { language: 'en' });
  const found = await owner.open('/settings/customers?q=0819991234');
  assert.match(found.text, /สมหญิง รักสงบ/);
  const newest = orders[1];
  await owner.open(`/settings/customers/${newest}`);
  const json = await owner.open(`/settings/customers/${newest}/export.json`);
  assert.equal(JSON.parse(json.html).orders.length, 2);
  await owner.open(`/settings/customers/${newest}`);
  const erased = await owner.send(`/settings/customers/${newest}/erase`, {});
  assert.match(erased.text, /Customer erased from 2 orders/);
  assert.equal((await owner.open(`/settings/customers/${newest}`)).status, 404);
});

test('an address that an order had before a correction is erased with the customer', async () => {
  const shop = await openShop();
  const id = await orderOf(shop, { ...RECIPIENT, name: 'สมหญง รักสงบ' });
  const act = byCommand(shop.now());
  await shop.ctx.write((tx) => {
    editOrder(tx, id, { recipientAddress: { ...RECIPIENT, name: 'สมหญิง รักสงบ' } }, act);
    cancelOrder(tx, id, 'buyer', act);
  });
  await erase(shop, id);
  for (const text of ['สมหญ', ...PERSONAL]) assert.ok(!rowsOf(shop).includes(text), text);
});

test('an erased customer who orders again is a new customer', async () => {
  const { shop, orders } = await openShopWithPerson();
  await erase(shop, orders[0] as Id);
  const again = await orderOf(shop);
  await shop.ctx.write((tx) => indexOrders(tx, 100));
  const [person] = findPersons(shop.ctx.db, storeIdOf(shop), '0819991234', shop.now());
  assert.deepEqual([person?.orderId, person?.orders], [again, 1]);
});

test('a replay of an order of an erased customer returns the order without the customer', async () => {
  const { shop, orders } = await openShopWithPerson();
  await erase(shop, orders[0] as Id);
  const body = { recipient_address: RECIPIENT, shipping_label_note: 'ฝากไว้กับยาม', external_order_id: 'X1' };
  const reply = await shop.order(body);
  assert.deepEqual([reply.status, reply.body.order.id], [200, String(orders[0])]);
  assert.equal(reply.body.order.recipient_address.name, '(erased)');
  for (const text of PERSONAL) assert.ok(!rowsOf(shop).includes(text), text);
});
