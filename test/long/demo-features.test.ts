import assert from 'node:assert/strict';
import { test } from 'node:test';
import { poolLevels, rangesOf } from '../../src/domain/couriers/number-pools.ts';
import { demoOf } from '../../src/domain/demo-mark.ts';
import { orderEntries } from '../../src/domain/orders/list/entries.ts';
import { ordersToPack } from '../../src/domain/orders/packing.ts';
import { slipOf } from '../../src/domain/orders/payments/payment-details.ts';
import { readSlipPicture } from '../../src/domain/orders/payments/read-slips.ts';
import { usesOfReference } from '../../src/domain/orders/payments/transfer.ts';
import type { Id } from '../../src/lib/ids.ts';
import { DEMO_TIME, openDemo, openUnservedDemo, visit } from '../demo-shop.ts';
import { sql } from '../sql.ts';

// Features that the demo must show.

const openCtx = () => openUnservedDemo({ again: false });

type Ctx = Awaited<ReturnType<typeof openCtx>>;

const numberOf = ({ db }: Ctx, query: string): number => db.get(sql<{ n: number }>(query))?.n ?? 0;

interface SlipPayment {
  id: Id;
  orderId: Id;
  status: string;
  reference: string | null;
  sendingBank: string | null;
}

const slipPayments = ({ db }: Ctx): SlipPayment[] =>
  db.all(
    sql<SlipPayment>(
      `SELECT p.id, p.order_id AS orderId, p.status, p.reference, p.sending_bank AS sendingBank
       FROM payments p JOIN payment_slips s ON s.payment_id = p.id ORDER BY p.id`,
    ),
  );

test('every slip of the demo has the QR code of its payment', async () => {
  const ctx = await openCtx();
  const payments = slipPayments(ctx);
  assert.ok(payments.length >= 8, `${payments.length} slips`);
  for (const { id, reference, sendingBank } of payments) {
    const reading = await readSlipPicture(ctx, slipOf(ctx.db, id).picture);
    assert.deepEqual(reading, { code: { sendingBank, reference }, turn: 0 });
  }
  assert.equal(numberOf(ctx, 'SELECT count(*) AS n FROM payment_slips WHERE is_read = 0'), 0);
});

test('one waiting slip repeats the transfer of a confirmed payment, and its page warns of it', async () => {
  const demo = await openDemo();
  const { ctx } = demo.shop;
  const storeId = demoOf(ctx.db)?.storeId as Id;
  const repeated = slipPayments(ctx).filter(
    (payment) => payment.status === 'notified' && usesOfReference(ctx.db, storeId, payment).length > 1,
  );
  assert.equal(repeated.length, 1);
  const [payment] = repeated as [SlipPayment];
  assert.deepEqual(
    usesOfReference(ctx.db, storeId, payment).map(({ status }) => status),
    ['confirmed', 'notified'],
  );
  const { text } = await (await visit(demo)).open(`/orders/${payment.orderId}`);
  assert.match(text, /This transfer was also used for #\d+/);
});

test('an order has a deposit, one is overpaid, and one is shipped in part', async () => {
  const ctx = await openCtx();
  const paid = `(SELECT coalesce(sum(amount), 0) FROM payments WHERE order_id = o.id AND status = 'confirmed')`;
  const orders = (where: string) => numberOf(ctx, `SELECT count(*) AS n FROM orders o WHERE ${where}`);
  assert.equal(orders(`stage = 'unpaid' AND ${paid} > 0 AND ${paid} < total`), 1);
  assert.equal(orders(`${paid} > total`), 1);
  const ordered = '(SELECT sum(qty) FROM order_lines WHERE order_id = o.id)';
  const shipped =
    '(SELECT sum(i.qty) FROM shipment_items i JOIN shipments s ON s.id = shipment_id WHERE order_id = o.id)';
  assert.equal(orders(`stage = 'to_pack' AND ${shipped} BETWEEN 1 AND ${ordered} - 1`), 1);
});

test('of the orders to pack, the one that lacks a house number waits', async () => {
  const ctx = await openCtx();
  const storeId = demoOf(ctx.db)?.storeId as Id;
  const orders = orderEntries(ctx.db, ordersToPack(ctx.db, storeId, 50), DEMO_TIME);
  const notes = orders.filter(({ isAddressIncomplete }) => isAddressIncomplete).map(({ privateNote }) => privateNote);
  assert.deepEqual(notes, ['รอลูกค้าส่งบ้านเลขที่']);
});

test('parcels of the last days have the events of their couriers', async () => {
  const ctx = await openCtx();
  for (const status of ['in_transit', 'out_for_delivery', 'delivered', 'delivery_failed', 'returning', 'returned']) {
    const moved = `FROM shipments s WHERE status = '${status}' AND create_time > ${DEMO_TIME - 9 * 86_400_000}`;
    assert.ok(numberOf(ctx, `SELECT count(*) AS n ${moved}`) > 0, status);
    const newest = '(SELECT status FROM tracking_events WHERE shipment_id = s.id ORDER BY time DESC LIMIT 1)';
    assert.equal(numberOf(ctx, `SELECT count(*) AS n ${moved} AND ${newest} IS NOT status`), 0, status);
  }
});

test('the numbers of EMS parcels are those that the range has given', async () => {
  const ctx = await openCtx();
  const courier = ctx.db.get(sql<{ id: Id }>(`SELECT id FROM couriers WHERE shipping_type = 'ems'`));
  const ranges = rangesOf(ctx.db, courier?.id as Id);
  const [range] = ranges;
  const numbers = ctx.db
    .all(sql<{ number: string }>(`SELECT tracking_number AS number FROM shipments WHERE shipping_type = 'ems'`))
    .map(({ number }) => Number(number.slice(2, 10)));
  assert.ok(range && numbers.length >= 10, `${numbers.length} numbers`);
  assert.deepEqual(
    numbers.sort((a, b) => a - b),
    Array.from({ length: range.given }, (_, i) => range.first + i),
  );
  assert.deepEqual(poolLevels(ranges), [{ cod: false, left: range.count - range.given, low: false }]);
});

test('the demo has tags, notes, gift sets, a shared view and a payment link', async () => {
  const ctx = await openCtx();
  const count = (from: string) => numberOf(ctx, `SELECT count(*) AS n FROM ${from}`);
  assert.equal(count('order_tags'), 3);
  assert.equal(count('customer_tags'), 2);
  assert.equal(count('customer_notes'), 2);
  assert.equal(count('variants WHERE is_bundle = 1 AND id IN (SELECT variant_id FROM variant_parts)'), 2);
  assert.ok(count('order_lines WHERE variant_id IN (SELECT id FROM variants WHERE is_bundle = 1)') > 0);
  assert.equal(count('saved_views WHERE account_id IS NULL'), 1);
  assert.equal(count('buyer_links'), 1);
});
