import assert from 'node:assert/strict';
import { test } from 'node:test';
import { customerIdOf, memberIds, ordersOfCustomers } from '../src/domain/orders/customers/customer.ts';
import { customerFigures } from '../src/domain/orders/customers/customer-figures.ts';
import { customersWithTag, findCustomers, listCustomers } from '../src/domain/orders/customers/customer-list.ts';
import type { CustomerCursor } from '../src/domain/orders/customers/customer-sort.ts';
import { ordersWithTelephone } from '../src/domain/orders/customers/earlier-orders.ts';
import { tagCustomer, writeNote } from '../src/domain/orders/customers/edit-notes-and-tags.ts';
import { separateCustomer } from '../src/domain/orders/customers/merge.ts';
import { notesOfCustomers, tagsOfCustomers } from '../src/domain/orders/customers/notes-and-tags.ts';
import { editOrder } from '../src/domain/orders/edit.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { indexOrders } from '../src/domain/orders/list/index-rows.ts';
import { erasePerson, repeatErasures } from '../src/domain/privacy/erase.ts';
import { exportPerson } from '../src/domain/privacy/export.ts';
import { personOfCustomer } from '../src/domain/privacy/person.ts';
import { applyRetention } from '../src/domain/privacy/retention.ts';
import type { Id } from '../src/lib/ids.ts';
import { baht } from './amounts.ts';
import { codOrder, moveParcel, openSeller, remitRows, sendCodOrder, sendParcel } from './cod-steps.ts';
import { cancel, customerOf, derive, HOME, MOBILE, merge, orderOf, storeOf } from './customer-steps.ts';
import { type PlacedOrder, placeOrder } from './order-steps.ts';
import { refund, takePaymentStep } from './payment-steps.ts';
import { copyOf, openRestored } from './privacy-steps.ts';
import { everyRow } from './raw-http.ts';
import { runStep } from './stock-steps.ts';
import { openShop, type Shop, type ShopOptions } from './support.ts';

const figuresOf = async (shop: Shop, telephone: string) => {
  const customer = await customerOf(shop, telephone);
  return customer && [customer.orders, customer.spending];
};

test('figures of a customer are the sums of the orders, also after payments, payouts and refunds', async () => {
  const shop = await openSeller();
  const paid = await codOrder(shop, '100');
  await takePaymentStep(shop, await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]), '65');
  assert.deepEqual(await figuresOf(shop, '0812345678'), [2, baht('65')]);
  await moveParcel(shop, await sendParcel(shop, paid, 'EX1'), 'delivered');
  await sendCodOrder(shop, '200', 'EX2', { at: 'returning' });
  await cancel(shop, await codOrder(shop, '50'));
  assert.deepEqual(await figuresOf(shop, '0812345678'), [4, baht('165')]);
  await remitRows(shop, [['EX1', '100']]);
  await refund(shop, paid, { amount: baht('30') });
  assert.deepEqual(await figuresOf(shop, '0812345678'), [4, baht('135')]);
  const customer = await customerOf(shop, '+66 81 234 5678');
  const orders = ordersOfCustomers(shop.ctx.db, memberIds(customer as never), { limit: 100 });
  assert.deepEqual(customerFigures(shop.ctx.db, orders), {
    ...{ canceled: 1, paid: baht('165'), refunded: baht('30') },
    ...{ parcels: 2, codParcels: 2, codDelivered: 1, codRefused: 1, returned: 0 },
  });
});

test('an order moves to another customer when its telephone is edited; the notes move with the last order', async () => {
  const shop = await openShop();
  const [first, second] = [await orderOf(shop, MOBILE), await orderOf(shop, MOBILE)];
  const customer = await customerOf(shop, MOBILE);
  await shop.ctx.write((tx) =>
    writeNote(tx, { storeId: storeOf(shop), customer: customer?.id as Id }, { text: 'ใจดี', userId: null, now: 1 }),
  );
  const correct = ({ id }: PlacedOrder) =>
    runStep(shop, (tx, now) =>
      editOrder(tx, id, { recipientAddress: { name: 'สมหญิง', telephone: HOME } }, byCommand(now)),
    );
  await correct(first);
  assert.deepEqual(
    [await figuresOf(shop, MOBILE), await figuresOf(shop, HOME)],
    [
      [1, 0],
      [1, 0],
    ],
  );
  await correct(second);
  assert.equal(await customerOf(shop, MOBILE), undefined);
  const moved = await customerOf(shop, HOME);
  assert.deepEqual([moved?.orders, moved?.name], [2, 'สมหญิง']);
  assert.deepEqual(
    notesOfCustomers(shop.ctx.db, [moved?.id as Id]).map(({ text }) => text),
    ['ใจดี'],
  );
});

test('merged customers share their orders, and separated customers have their own orders again', async () => {
  const shop = await openShop();
  await takePaymentStep(shop, await orderOf(shop, MOBILE), '65');
  await orderOf(shop, HOME);
  await orderOf(shop, '0899999999');
  await merge(shop, HOME, MOBILE);
  await takePaymentStep(shop, await orderOf(shop, HOME), '20');
  const { db } = shop.ctx;
  assert.deepEqual(
    [await figuresOf(shop, HOME), await figuresOf(shop, MOBILE)],
    [
      [3, baht('85')],
      [3, baht('85')],
    ],
  );
  assert.deepEqual(ordersWithTelephone(db, storeOf(shop), MOBILE, 9), [4, 2, 1]);
  const listed = () =>
    listCustomers(db, storeOf(shop), { sort: 'spending', limit: 9 }).customers.map(({ orders, merged }) => [
      orders,
      merged,
    ]);
  assert.deepEqual(listed(), [
    [3, 1],
    [1, 0],
  ]);
  const [, home] = (await customerOf(shop, HOME))?.members ?? [];
  await shop.ctx.write((tx) => separateCustomer(tx, storeOf(shop), home?.id as Id));
  assert.deepEqual(
    [await figuresOf(shop, HOME), await figuresOf(shop, MOBILE)],
    [
      [2, baht('20')],
      [1, baht('65')],
    ],
  );
  assert.deepEqual(listed(), [
    [1, 0],
    [2, 0],
    [1, 0],
  ]);
  await merge(shop, MOBILE, HOME);
  await assert.rejects(merge(shop, HOME, MOBILE), { key: 'customers_are_the_same' });
});

test('each telephone is named by its own newest order, merged or not; a corrected name shows at once', async () => {
  const shop = await openShop();
  for (const name of ['มานี', 'มานะ']) await orderOf(shop, MOBILE, name);
  const newest = await orderOf(shop, HOME, 'ปิติ');
  await merge(shop, HOME, MOBILE);
  const listed = () =>
    listCustomers(shop.ctx.db, storeOf(shop), { sort: 'last_order', limit: 9 }).customers.map(({ name }) => name);
  const shown = async () => {
    const customer = await customerOf(shop, HOME);
    return [listed(), customer?.name, customer?.members.map(({ name }) => name)];
  };
  assert.deepEqual(await shown(), [['มานะ'], 'มานะ', ['มานะ', 'ปิติ']]);
  await runStep(shop, (tx, now) =>
    editOrder(tx, newest.id, { recipientAddress: { name: 'ชูใจ', telephone: HOME } }, byCommand(now)),
  );
  assert.deepEqual(await shown(), [['มานะ'], 'มานะ', ['มานะ', 'ชูใจ']]);
});

test('a page of customers starts where the one before ended, although its last customer has ordered since', async () => {
  const shop = await openShop();
  for (let i = 0; i < 4; i += 1) await orderOf(shop, `081000000${i}`);
  await derive(shop);
  const page = (after?: CustomerCursor) => {
    const { customers, next } = listCustomers(shop.ctx.db, storeOf(shop), { sort: 'last_order', limit: 2, after });
    return { next, telephones: customers.map(({ telephone }) => telephone.slice(-1)).join('') };
  };
  const first = page();
  await orderOf(shop, '0810000002');
  await derive(shop);
  assert.deepEqual([first.telephones, page(first.next).telephones, page().telephones], ['32', '10', '23']);
});

test('the list of customers has pages, and the search finds telephones and names, of merged customers too', async () => {
  const shop = await openShop();
  for (let i = 0; i < 5; i += 1) await orderOf(shop, `081000000${i}`, i < 2 ? 'สมหญิง' : 'อารีย์');
  await derive(shop);
  await shop.ctx.write((tx) => indexOrders(tx, 9));
  const { db } = shop.ctx;
  const page = (after?: CustomerCursor) => listCustomers(db, storeOf(shop), { sort: 'last_order', limit: 2, after });
  const [first, second] = [page(), page(page().next)];
  const third = page(second.next);
  const all = [first, second, third].flatMap(({ customers }) => customers.map(({ telephone }) => telephone.slice(-1)));
  assert.deepEqual([all.join(''), third.next], ['43210', undefined]);
  const found = (search: string, tag?: string) =>
    findCustomers(db, storeOf(shop), { search, tag, sort: 'last_order' }).customers.map(({ telephone }) =>
      telephone.slice(-1),
    );
  assert.deepEqual([found('0810000003'), found('สมหญิง')], [['3'], ['1', '0']]);
  await merge(shop, '0810000000', '0810000004');
  assert.deepEqual([found('0810000000'), found('สมหญิง')], [['4'], ['4', '1']]);
  const customer = customerIdOf(db, storeOf(shop), '0810000000') as Id;
  await shop.ctx.write((tx) => tagCustomer(tx, { storeId: storeOf(shop), customer }, 'VIP'));
  assert.deepEqual([found('สมหญิง', 'VIP'), found('0810000003', 'VIP')], [['4'], []]);
});

test('the search of customers compares names, telephones and tags, and no numbers or goods of orders', async () => {
  const shop = await openShop();
  await orderOf(shop, MOBILE, 'LAT Coffee');
  await orderOf(shop, HOME, 'อารีย์');
  await derive(shop);
  const { db } = shop.ctx;
  const found = (search: string) =>
    findCustomers(db, storeOf(shop), { search, sort: 'last_order' }).customers.map(({ name }) => name);
  const check = () => {
    assert.deepEqual([found('LAT-H'), found('lat'), found('LAT')], [[], ['LAT Coffee'], ['LAT Coffee']]);
    assert.deepEqual([found('1'), found('#1')], [[], []]);
    assert.deepEqual([found('3456'), found('1234'), found('0819')], [['อารีย์'], ['LAT Coffee'], ['LAT Coffee']]);
  };
  check();
  await shop.ctx.write((tx) => indexOrders(tx, 9));
  check();
  const customer = (await customerOf(shop, HOME))?.id as Id;
  await shop.ctx.write((tx) => tagCustomer(tx, { storeId: storeOf(shop), customer }, 'ขายส่ง VIP'));
  assert.deepEqual([found('ขายส่ง vip'), found('ขาย'), found('VIP')], [['อารีย์'], ['อารีย์'], []]);
});

test('a tag keeps its first spelling and finds merged customers', async () => {
  const shop = await openShop();
  await orderOf(shop, MOBILE);
  await orderOf(shop, HOME);
  const add = async (telephone: string, tag: string) => {
    const customer = (await customerOf(shop, telephone))?.id as Id;
    await shop.ctx.write((tx) => tagCustomer(tx, { storeId: storeOf(shop), customer }, tag));
  };
  await add(HOME, 'VIP');
  await add(MOBILE, ' vip ');
  await merge(shop, HOME, MOBILE);
  const customer = await customerOf(shop, HOME);
  assert.deepEqual(tagsOfCustomers(shop.ctx.db, memberIds(customer as never)), ['VIP']);
  const { customers } = customersWithTag(shop.ctx.db, storeOf(shop), { tag: 'VIP', sort: 'last_order' });
  assert.deepEqual(
    customers.map(({ id }) => id),
    [customer?.id],
  );
});

/** Two merged telephones with canceled orders, a note and a tag, and another customer. */
async function openMerged(options: ShopOptions = {}) {
  const shop = await openShop(options);
  for (const telephone of [MOBILE, HOME]) await cancel(shop, await orderOf(shop, telephone, `สมหญิง ${telephone}`));
  await orderOf(shop, '0812345678', 'อื่น');
  await merge(shop, HOME, MOBILE);
  const customer = (await customerOf(shop, HOME))?.id as Id;
  await shop.ctx.write((tx) => {
    writeNote(tx, { storeId: storeOf(shop), customer }, { text: 'สมหญิงชอบสีฟ้า', userId: null, now: shop.now() });
    tagCustomer(tx, { storeId: storeOf(shop), customer }, 'เพื่อนสมหญิง');
  });
  return { shop, customer };
}

const rowsOf = (shop: Shop): string => JSON.stringify(everyRow(shop));

const TRACES = ['สมหญิง', '9991234', '999-1234', '053123456', '053 123 456'];

test('the export and the erasure of a customer cover merged telephones, notes and tags', async () => {
  const { shop, customer } = await openMerged();
  const person = personOfCustomer(shop.ctx.db, storeOf(shop), customer);
  const exported = await exportPerson(shop.ctx, storeOf(shop), person);
  const { telephones, tags, orders } = exported;
  assert.deepEqual([telephones, tags, orders.length], [['0819991234', '053123456'], ['เพื่อนสมหญิง'], 2]);
  assert.match(JSON.stringify(exported.notes), /สมหญิงชอบสีฟ้า/);
  await erasePerson(shop.ctx, storeOf(shop), person);
  for (const trace of TRACES) assert.ok(!rowsOf(shop).includes(trace), trace);
  assert.deepEqual(
    listCustomers(shop.ctx.db, storeOf(shop), { sort: 'last_order', limit: 9 }).customers.map(({ name }) => name),
    ['อื่น'],
  );
});

test('the notes of erased customers are erased again in a restored older database', async () => {
  const { shop, customer } = await openMerged();
  const copy = await copyOf(shop);
  await erasePerson(shop.ctx, storeOf(shop), personOfCustomer(shop.ctx.db, storeOf(shop), customer));
  const restored = await openRestored(shop, copy);
  for (const trace of TRACES) assert.ok(!rowsOf(restored).includes(trace), trace);
  assert.equal(await repeatErasures(restored.ctx), 0);
});

test('retention deletes a customer with notes and tags when the last order loses its address', async () => {
  const clock = { time: Date.parse('2026-01-01T12:00:00+07:00') };
  const options = { now: () => clock.time, config: { privacy: { keep_addresses_for: '30d' } } };
  const { shop } = await openMerged(options);
  clock.time += 31 * 86_400_000;
  while ((await applyRetention(shop.ctx)) > 0);
  for (const trace of TRACES) assert.ok(!rowsOf(shop).includes(trace), trace);
  assert.deepEqual(await figuresOf(shop, '0812345678'), [1, 0]);
});
