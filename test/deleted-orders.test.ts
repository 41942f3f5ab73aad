import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelOrder, deleteOrder } from '../src/domain/orders/close.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { countTabs, listOrderPage } from '../src/domain/orders/list/order-page.ts';
import { erasePerson } from '../src/domain/privacy/erase.ts';
import { exportPerson } from '../src/domain/privacy/export.ts';
import { findPersons, personOfOrder } from '../src/domain/privacy/person.ts';
import type { Id } from '../src/lib/ids.ts';
import { assertDatabaseValid } from './database-steps.ts';
import { signedIn } from './office.ts';
import { idOf, openShop, type Shop } from './support.ts';

async function openWithOrders(): Promise<{ shop: Shop; canceled: Id; open: Id }> {
  const shop = await openShop();
  const orders = [await shop.order({ external_order_id: 'X1' }), await shop.order()];
  const [canceled, open] = orders.map(({ body }) => idOf(body.order.id)) as [Id, Id];
  await shop.ctx.write((tx) => cancelOrder(tx, canceled, 'store', byCommand(shop.now())));
  return { shop, canceled, open };
}

const remove = (shop: Shop, id: Id) => shop.ctx.write((tx) => deleteOrder(tx, id, byCommand(shop.now())));

test('a deleted order is 404 by its id and by its external id', async () => {
  const { shop, canceled } = await openWithOrders();
  await remove(shop, canceled);
  for (const body of [{ order_id: String(canceled) }, { external_order_id: 'X1' }])
    assert.equal((await shop.call('/v1/order/detail', body)).status, 404);
});

test('the address of a deleted order is unknown, unless another order has it', async () => {
  const { shop, canceled, open } = await openWithOrders();
  const addressOf = async (id: Id) =>
    (await shop.call('/v1/order/detail', { order_id: String(id) })).body.order.recipient_address.id;
  const [gone, kept] = [await addressOf(canceled), await addressOf(open)];
  const { recipient_address: _, ...body } = shop.orderBody();
  const orderTo = (id: string) => shop.call('/v1/order/create', { ...body, recipient_address_id: id });
  await remove(shop, canceled);
  const refused = await orderTo(gone);
  assert.equal(refused.status, 400);
  assert.match(refused.body.error_description, /recipient_address_id/);
  assert.equal((await orderTo(kept)).status, 200);
});

test('the external id of a deleted order stays taken', async () => {
  const { shop, canceled } = await openWithOrders();
  await remove(shop, canceled);
  const reply = await shop.order({ external_order_id: 'X1' });
  assert.equal(reply.status, 400);
  assert.match(reply.body.error_description, /external_order_id/);
});

test('a deleted order is in no list and no count', async () => {
  const { shop, canceled, open } = await openWithOrders();
  await remove(shop, canceled);
  const storeId = idOf(shop.ids.id);
  for (const tab of ['all', 'closed'] as const) {
    const { orders } = listOrderPage(shop.ctx.db, storeId, { tab }, { limit: 10 }, shop.now());
    assert.deepEqual(
      orders.map(({ id }) => id),
      tab === 'all' ? [open] : [],
    );
  }
  const counts = countTabs(shop.ctx.db, storeId, 10);
  assert.deepEqual([counts.all, counts.closed], [1, 0]);
  const { orders } = listOrderPage(shop.ctx.db, storeId, { tab: 'all', search: 'X1' }, { limit: 10 }, shop.now());
  assert.deepEqual(orders, []);
});

test('only a canceled order can be deleted', async () => {
  const { shop, open } = await openWithOrders();
  await assert.rejects(remove(shop, open), { key: 'order_not_deletable' });
});

test('the database check finds no problem with a deleted order', async () => {
  const { shop, canceled } = await openWithOrders();
  await remove(shop, canceled);
  assertDatabaseValid(shop.ctx.db);
});

test('a canceled order is deleted on its page', async () => {
  const { shop, canceled } = await openWithOrders();
  const browser = await signedIn(shop, { language: 'en' });
  await browser.open(`/orders/${canceled}`);
  const page = await browser.send(`/orders/${canceled}/delete`, {});
  assert.match(page.text, /Order deleted/);
  assert.equal((await browser.open(`/orders/${canceled}`)).status, 404);
});

test('a customer whose orders are deleted is found, exported and erased', async () => {
  const { shop, canceled, open } = await openWithOrders();
  await remove(shop, canceled);
  const storeId = idOf(shop.ids.id);
  const person = personOfOrder(shop.ctx.db, open);
  const { orders } = await exportPerson(shop.ctx, storeId, person);
  assert.equal(orders.length, 2);
  await shop.ctx.write((tx) => cancelOrder(tx, open, 'store', byCommand(shop.now())));
  await remove(shop, open);
  const [found] = findPersons(shop.ctx.db, storeId, person.name, shop.now());
  assert.deepEqual([found?.name, found?.orders], [person.name, 2]);
  assert.equal(findPersons(shop.ctx.db, storeId, person.telephone ?? '', shop.now()).length, 1);
  const browser = await signedIn(shop);
  const page = `/settings/customers/${found?.orderId}`;
  assert.equal((await browser.open(page)).status, 200);
  assert.match((await browser.open(`${page}/export.json`)).html, new RegExp(person.name));
  await erasePerson(shop.ctx, storeId, person);
  assert.deepEqual(findPersons(shop.ctx.db, storeId, person.name, shop.now()), []);
  assert.throws(() => personOfOrder(shop.ctx.db, canceled), { key: 'customer_is_erased' });
});
