import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import Sqlite from 'better-sqlite3';
import sharp from 'sharp';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { customerIdOf } from '../src/domain/orders/customers/customer.ts';
import { deriveCustomers } from '../src/domain/orders/customers/customer-rows.ts';
import { writeNote } from '../src/domain/orders/customers/edit-notes-and-tags.ts';
import { editOrder } from '../src/domain/orders/edit.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { indexOrders } from '../src/domain/orders/list/index-rows.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { addOrderTag } from '../src/domain/orders/order-tags.ts';
import { notifyPayment, rejectPayment, takePayment } from '../src/domain/orders/payments/payments.ts';
import { refundOrder } from '../src/domain/orders/payments/refund.ts';
import { bookShipment } from '../src/domain/orders/shipments/book.ts';
import { moveShipment, pickUp } from '../src/domain/orders/shipments/move.ts';
import { returnGoods } from '../src/domain/orders/shipments/return.ts';
import { erasePerson } from '../src/domain/privacy/erase.ts';
import { personOfOrder } from '../src/domain/privacy/person.ts';
import type { Id } from '../src/lib/ids.ts';
import { baht } from './amounts.ts';
import { ONE_PIXEL } from './one-pixel.ts';
import { change, sql } from './sql.ts';
import { runStep } from './stock-steps.ts';
import { cafe, idOf, openShop, type Shop } from './support.ts';

// Searches the bytes of the database file and its write-ahead log for an erased customer.

const PERSON = {
  name: 'สมหญิง รักสงบ',
  telephone: '0819991234',
  address1: '77/7 ซ.สุขใจ',
  postal_code: 50200,
  email: 'somying@example.com',
  note: 'บ้านรั้วเขียว',
};

const TEXTS = ['สมหญ', 'รักสงบ', '819991234', 'สุขใจ', 'somying', 'รั้วเขียว', 'ฝากไว้กับยาม', '9876512345', 'REF-SOMYING'];

/** Another picture than that of the payments. */
const REFUND_SLIP = await sharp({ create: { width: 3, height: 3, channels: 3, background: '#c31' } })
  .webp()
  .toBuffer();

const TRACES = [...TEXTS.map((text) => Buffer.from(text)), ONE_PIXEL, REFUND_SLIP];

/** The traces in the files of the shop, in hex. */
function tracesIn({ config }: Shop, traces: readonly Buffer[]): string[] {
  const files = [config.database, `${config.database}-wal`].filter((file) => existsSync(file));
  const bytes = Buffer.concat(files.map((file) => readFileSync(file)));
  return traces.filter((trace) => bytes.includes(trace)).map(hex);
}

const hex = (bytes: Buffer): string => bytes.toString('hex');

/**
 * The bytes of the words that the search index has of these orders only. FTS5 stores the end of a word: what differs
 * from the word before it. Ends of less than five bytes are left out, because other data can contain them.
 */
function indexedWords({ config }: Shop, ...orders: Id[]): Buffer[] {
  const sqlite = new Sqlite(config.database);
  sqlite.exec(`CREATE VIRTUAL TABLE temp.words USING fts5vocab('main', 'order_search', 'instance')`);
  const words = (where = '') =>
    sqlite
      .prepare<[], { term: string }>(`SELECT DISTINCT term FROM temp.words ${where}`)
      .all()
      .map(({ term }) => Buffer.from(term))
      .sort(Buffer.compare);
  const all = words();
  const own = words(`WHERE term NOT IN (SELECT term FROM temp.words WHERE doc NOT IN (${orders}))`).map((word) => {
    const before = all[all.findIndex((other) => other.equals(word)) - 1] ?? Buffer.alloc(0);
    const start = word.findIndex((byte, i) => byte !== before[i]);
    return word.subarray(start);
  });
  sqlite.close();
  return own.filter(({ length }) => length >= 5);
}

/** An order with the person's data in everything that an order has: edits, slips, refunds, returns, tracking, bookings. */
async function fullOrder(shop: Shop): Promise<Id> {
  const { body } = await shop.order({
    recipient_address: { ...PERSON, name: 'สมหญง รักสงบ' }, // corrected below
    shipping_label_note: 'ฝากไว้กับยาม',
  });
  const id = idOf(body.order.id);
  const act = byCommand(shop.now());
  await runStep(shop, (tx) => {
    editOrder(tx, id, { recipientAddress: PERSON, privateNote: 'โทรหาสมหญิงก่อน' }, act);
    const rejected = notifyPayment(
      tx,
      id,
      { method: 'transfer', amount: baht('1'), slip: ONE_PIXEL, note: 'สมหญิง' },
      act,
    );
    rejectPayment(tx, rejected.paymentId, 'ไม่ใช่ของสมหญิง', act);
    notifyPayment(tx, id, { method: 'transfer', amount: baht('1'), slip: ONE_PIXEL, note: 'สมหญิง' }, act);
    takePayment(tx, id, { method: 'transfer' }, act);
    const shipment = bookShipment(tx, id, { trackingNumber: 'TH12345678' }, act);
    pickUp(tx, shipment.id, {}, act);
    moveShipment(tx, shipment.id, 'returning', act);
    moveShipment(tx, shipment.id, 'returned', act);
    const [line] = existingOrder(tx, id).lines;
    returnGoods(tx, id, { lines: [{ lineId: line?.id as Id, qty: 1 }], note: 'สมหญิงไม่รับ' }, act);
    const slipReading = { code: { sendingBank: '004', reference: 'REF-SOMYING' }, turn: 0 as const };
    const to = { bank: '004', number: '9876512345', name: 'สมหญิง รักสงบ' };
    refundOrder(tx, id, { note: 'โอนคืนสมหญิง', slip: REFUND_SLIP, slipReading, to }, act);
    for (const text of [
      `UPDATE shipments SET tracking_url = 'https://courier.example/?to=สมหญิง'`,
      `INSERT INTO tracking_events (shipment_id, time, code, description, location, receive_time)
       VALUES (${shipment.id}, 1, 'x', 'สมหญิงรับแล้ว', 'ซ.สุขใจ', 1)`,
      `INSERT INTO bookings (order_id, store_id, shipping_type, key, state, reason, create_time, drop_time)
       VALUES (${id}, 1, 'ems', 'k', 'dropped', '{"key":"foreign_text","params":{"text":"สมหญิง"}}', 1, 1)`,
      `INSERT INTO booking_cancellations (booking_id, status, reason, create_time) VALUES (1, 'closed', 'สมหญิง', 1)`,
    ])
      tx.run(change(text));
  });
  return id;
}

const BUYERS = 40;

/** Orders of other customers. */
async function orders(shop: Shop, count: number): Promise<void> {
  for (let i = 0; i < count; i += 1)
    await shop.order({
      recipient_address: { name: `ลูกค้า ${i}`, telephone: `08${10_000_000 + i}`, postal_code: 10110 },
    });
}

test('no byte of an erased customer is left in the database, its log and the search index', async () => {
  const shop = await openShop({ stores: [cafe({ settings: { sell_below_zero: true } })] });
  await orders(shop, BUYERS);
  await shop.ctx.write((tx) => indexOrders(tx, 1_000));
  await shop.ctx.write((tx) => deriveCustomers(tx, 1_000));
  const id = await fullOrder(shop);
  const { body } = await shop.order({ recipient_address: { ...PERSON, telephone: '+66 81 999 1234' } });
  await runStep(shop, (tx, now) => cancelOrder(tx, idOf(body.order.id), 'buyer', byCommand(now)));
  await orders(shop, BUYERS);
  await shop.ctx.write((tx) => indexOrders(tx, 1_000));
  await shop.ctx.write((tx) => deriveCustomers(tx, 1_000));
  await shop.ctx.write((tx) => {
    const storeId = idOf(shop.ids.id);
    const customer = customerIdOf(tx, storeId, PERSON.telephone) as Id;
    writeNote(tx, { storeId, customer }, { text: 'สมหญิงชอบสีฟ้า', userId: null, now: shop.now() });
    addOrderTag(tx, id, 'ของสมหญิง');
  });
  await shop.ctx.write((tx) => tx.run(change(`UPDATE orders SET status = 'completed' WHERE id = ${id}`)));
  const traces = [...TRACES, ...indexedWords(shop, id, idOf(body.order.id))];
  assert.deepEqual(tracesIn(shop, traces), traces.map(hex));
  await erasePerson(shop.ctx, idOf(shop.ids.id), personOfOrder(shop.ctx.db, id));
  await shop.stop(); // checkpoints and truncates the log
  assert.deepEqual(tracesIn(shop, traces), []);
  await shop.start();
  const found = shop.ctx.db.get(
    sql<{ n: number }>(`SELECT count(*) AS n FROM order_search WHERE order_search MATCH 'nลูก'`),
  );
  assert.equal(found?.n, 2 * BUYERS);
});
