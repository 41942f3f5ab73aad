import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byCommand, byUser, historyOf } from '../src/domain/orders/history.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { parcelsOfRemittance } from '../src/domain/orders/payments/cod-parcels.ts';
import { refundOrder } from '../src/domain/orders/payments/refund.ts';
import { remit } from '../src/domain/orders/payments/remittance.ts';
import { existingRemittance } from '../src/domain/orders/payments/remittance-rows.ts';
import { baht } from './amounts.ts';
import {
  codOrder,
  moneyOf,
  moveParcel,
  openSeller,
  outcome,
  remitFile,
  remitRows,
  rowsIn,
  sendCodOrder,
  sendParcel,
} from './cod-steps.ts';
import { orderDetail } from './order-steps.ts';
import { takePaymentStep } from './payment-steps.ts';
import { ownRows } from './raw-http.ts';
import { runStep } from './stock-steps.ts';
import { MINUTE, stoppedClock } from './stopped-clock.ts';
import { idOf } from './support.ts';

// Effects of a remittance

test('a parcel that is paid out makes its order remitted and paid, and completed if it was delivered', async () => {
  const shop = await openSeller();
  const [delivered, underway] = [
    await sendCodOrder(shop, '590', 'EX1', { at: 'delivered' }),
    await sendCodOrder(shop, '120.5', 'EX2', { at: 'in_transit' }),
  ];
  const remitted = await remitFile(shop, 'Tracking No,COD Amount,Fee\nEX1,590.00,17.7\nEX2,120.50,3.6\n');
  assert.deepEqual(outcome(remitted), { matched: ['EX1', 'EX2'], differences: [] });
  assert.equal(remitted.paid, baht('710.5'));
  assert.deepEqual(moneyOf(shop, delivered), ['remitted', 'paid', '590', 'completed']);
  assert.deepEqual(moneyOf(shop, underway), ['remitted', 'paid', '120.5', 'open']);
  await moveParcel(
    shop,
    existingOrder(shop.ctx.db, underway.id).shipments[0] as { id: typeof underway.id },
    'delivered',
  );
  assert.deepEqual(moneyOf(shop, underway), ['remitted', 'paid', '120.5', 'completed']);
});

test('the money is a confirmed payment of the order, visible to partners and in the history', async () => {
  const clock = stoppedClock();
  const shop = await openSeller({ now: clock.now });
  const order = await sendCodOrder(shop, '590', 'EX1');
  clock.forward(MINUTE);
  const rows = rowsIn('tracking,cod\nEX1,590\n');
  await runStep(shop, (tx, now) => remit(tx, { storeId: idOf(shop.ids.id), rows }, byUser(idOf('7'), now)));
  const { payments, paid_time, paid_amount, cod_status } = await orderDetail(shop, order);
  assert.deepEqual(payments, [
    { id: '1', method: 'other', amount: '590', status: 'confirmed', create_time: clock.now() },
  ]);
  assert.deepEqual([paid_time, paid_amount, cod_status], [clock.now(), '590', 'remitted']);
  const [payment] = existingOrder(shop.ctx.db, order.id).payments;
  assert.deepEqual([payment?.note, payment?.userId], ['COD #1', 7]);
  assert.deepEqual(
    historyOf(shop.ctx.db, order.id)
      .slice(-3)
      .map(({ time, actor, actorId, event, detail }) => [time, actor, actorId, event, detail]),
    [
      [
        clock.now(),
        'user',
        7,
        'payment_confirmed',
        { payment_id: '1', method: 'other', amount: '590', remittance_id: '1', shipment_id: '1' },
      ],
      [clock.now(), 'user', 7, 'cod_collected', {}],
      [clock.now(), 'user', 7, 'cod_remitted', {}],
    ],
  );
});

test('an order with several parcels is partially paid until all of them are paid out', async () => {
  const shop = await openSeller();
  const order = await codOrder(shop, '100', { qty: 2 });
  await sendParcel(shop, order, 'EX1', { qty: 1, cod: '60' });
  await sendParcel(shop, order, 'EX2');
  await remitRows(shop, [['EX1', '60']]);
  assert.deepEqual(moneyOf(shop, order), ['pending', 'partially_paid', '60', 'open']);
  await remitRows(shop, [['EX2', '40']]);
  assert.deepEqual(moneyOf(shop, order), ['remitted', 'paid', '100', 'open']);
});

test('two parcels of an order in one file make it remitted once', async () => {
  const shop = await openSeller();
  const order = await codOrder(shop, '100', { qty: 2 });
  await sendParcel(shop, order, 'EX1', { qty: 1, cod: '60', at: 'delivered' });
  await sendParcel(shop, order, 'EX2', { at: 'delivered' });
  await remitRows(shop, [
    ['EX2', '40'],
    ['EX1', '60'],
  ]);
  assert.deepEqual(moneyOf(shop, order), ['remitted', 'paid', '100', 'completed']);
  const events = historyOf(shop.ctx.db, order.id).map(({ event }) => event);
  assert.equal(events.filter((event) => event === 'cod_remitted').length, 1);
  assert.equal(events.filter((event) => event === 'payment_confirmed').length, 2);
});

test('a payout for an order whose other parcel was returned is a partial payment', async () => {
  const shop = await openSeller();
  const order = await codOrder(shop, '100', { qty: 2 });
  await sendParcel(shop, order, 'EX1', { qty: 1, cod: '60', at: 'delivered' });
  await sendParcel(shop, order, 'EX2', { at: 'returned' });
  const remitted = await remitRows(shop, [
    ['EX1', '60'],
    ['EX2', '40'],
  ]);
  assert.deepEqual(outcome(remitted), { matched: ['EX1'], differences: [[3, 'cod_failed']] });
  assert.deepEqual(moneyOf(shop, order), ['failed', 'partially_paid', '60', 'completed']);
});

test('a payout added to an earlier payment makes the order paid', async () => {
  const shop = await openSeller();
  const order = await codOrder(shop, '100');
  await takePaymentStep(shop, order, '30');
  await sendParcel(shop, order, 'EX1', { cod: '70', at: 'delivered' });
  await remitRows(shop, [['EX1', '70']]);
  assert.deepEqual(moneyOf(shop, order), ['remitted', 'paid', '100', 'completed']);
});

test('a payout can be refunded', async () => {
  const shop = await openSeller();
  const order = await sendCodOrder(shop, '590', 'EX1', { at: 'delivered' });
  await remitRows(shop, [['EX1', '590']]);
  await runStep(shop, (tx, now) => refundOrder(tx, order.id, { amount: baht('90') }, byCommand(now)));
  assert.deepEqual(moneyOf(shop, order), ['remitted', 'partially_refunded', '500', 'completed']);
});

test('a remittance is saved with its parcels, note and account', async () => {
  const clock = stoppedClock();
  const shop = await openSeller({ now: clock.now });
  await sendCodOrder(shop, '50', 'EX1');
  await sendCodOrder(shop, '60', 'EX2');
  const { remittanceId } = await remitRows(
    shop,
    [
      ['EX2', '60'],
      ['EX1', '50'],
    ],
    { note: 'พ.ย. รอบ 1' },
  );
  const { id, ...kept } = existingRemittance(shop.ctx.db, idOf(String(remittanceId)));
  assert.deepEqual(kept, {
    storeId: idOf(shop.ids.id),
    note: 'พ.ย. รอบ 1',
    userId: null,
    userName: null,
    createTime: clock.now(),
    receiveTime: clock.now(),
    fee: null,
    parcelCount: 2,
    undoneCount: 0,
    amount: baht('110'),
  });
  assert.deepEqual(
    parcelsOfRemittance(shop.ctx.db, id).map(({ trackingNumber, paid, remitTime }) => [
      trackingNumber,
      paid,
      remitTime,
    ]),
    [
      ['EX1', baht('50'), clock.now()],
      ['EX2', baht('60'), clock.now()],
    ],
  );
});

// Atomicity

test('a remittance that fails midway leaves nothing', async () => {
  const shop = await openSeller();
  for (const number of ['EX1', 'EX2', 'EX3']) await sendCodOrder(shop, '50', number, { at: 'delivered' });
  const before = ownRows(shop);
  const rows: [string, string][] = [
    ['EX1', '50'],
    ['EX2', '50'],
    ['EX3', '50'],
  ];
  shop.ctx.connection.exec(
    `CREATE TRIGGER full BEFORE INSERT ON payments WHEN (SELECT count(*) FROM payments) = 2
     BEGIN SELECT raise(ABORT, 'the disk is full'); END`,
  );
  await assert.rejects(remitRows(shop, rows), /the disk is full/);
  assert.deepEqual(ownRows(shop), before);
  shop.ctx.connection.exec('DROP TRIGGER full');
  assert.equal((await remitRows(shop, rows)).matched.length, 3);
});

test('a step that fails after its remittance undoes the remittance', async () => {
  const shop = await openSeller();
  await sendCodOrder(shop, '50', 'EX1');
  const before = ownRows(shop);
  const rows = rowsIn('tracking,cod\nEX1,50\n');
  await assert.rejects(
    runStep(shop, (tx, now) => {
      assert.equal(remit(tx, { storeId: idOf(shop.ids.id), rows }, byCommand(now)).matched.length, 1);
      throw new Error('cut off');
    }),
    /cut off/,
  );
  assert.deepEqual(ownRows(shop), before);
});
