import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditEntries } from '../src/domain/audit/audit-log.ts';
import { moneyReceived } from '../src/domain/figures/money-received.ts';
import { historyOf } from '../src/domain/orders/history.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { newestCodParcels, parcelsOfRemittance } from '../src/domain/orders/payments/cod-parcels.ts';
import { paymentDetails } from '../src/domain/orders/payments/payment-details.ts';
import { existingRemittance, undonePayouts } from '../src/domain/orders/payments/remittance-rows.ts';
import type { Id } from '../src/lib/ids.ts';
import { baht } from './amounts.ts';
import {
  codOrder,
  moneyOf,
  moveParcel,
  openSeller,
  outcome,
  remitFile,
  remitRows,
  sendCodOrder,
  sendParcel,
  setCodStatus,
  shipmentOf,
  undoPayout,
} from './cod-steps.ts';
import { orderDetail } from './order-steps.ts';
import { takePaymentStep } from './payment-steps.ts';
import { MINUTE, stoppedClock } from './stopped-clock.ts';
import { idOf, type Shop } from './support.ts';

const FOREVER = { from: 0, until: Number.MAX_SAFE_INTEGER };

const receivedIn = (shop: Shop) => moneyReceived(shop.ctx.db, idOf(shop.ids.id), FOREVER).total.received;

test('an undone payout leaves a delivered order unpaid, open, awaiting its payout, and owing its total', async () => {
  const shop = await openSeller();
  const order = await sendCodOrder(shop, '590', 'EX1', { at: 'delivered' });
  const { remittanceId } = await remitRows(shop, [['EX1', '590']]);
  assert.deepEqual(moneyOf(shop, order), ['remitted', 'paid', '590', 'completed']);
  await undoPayout(shop, remittanceId);
  assert.deepEqual(moneyOf(shop, order), ['collected', 'unpaid', '0', 'open']);
  const { unpaidAmount, paidTime } = existingOrder(shop.ctx.db, order.id);
  assert.deepEqual([unpaidAmount, paidTime], [baht('590'), null]);
  assert.equal(receivedIn(shop), 0);
});

test('a partner sees the rejected payment and the reopened order', async () => {
  const shop = await openSeller();
  const order = await sendCodOrder(shop, '590', 'EX1', { at: 'delivered' });
  const { remittanceId } = await remitRows(shop, [['EX1', '590']]);
  await undoPayout(shop, remittanceId, { note: 'secret' });
  const detail = await orderDetail(shop, order);
  assert.deepEqual(
    [detail.status, detail.cod_status, detail.payment_status, detail.paid_amount, 'paid_time' in detail],
    ['open', 'collected', 'unpaid', '0', false],
  );
  assert.deepEqual(
    detail.payments.map(({ status, amount }: { status: string; amount: string }) => [status, amount]),
    [['rejected', '590']],
  );
  assert.doesNotMatch(JSON.stringify(detail), /secret/);
});

test('the same file pays the parcels again after it was undone', async () => {
  const shop = await openSeller();
  const order = await sendCodOrder(shop, '590', 'EX1', { at: 'delivered' });
  const underway = await sendCodOrder(shop, '70', 'EX2', { at: 'in_transit' });
  const file = 'tracking,cod\nEX1,590\nEX2,70\n';
  const first = await remitFile(shop, file);
  await undoPayout(shop, first.remittanceId);
  assert.deepEqual(moneyOf(shop, underway), ['pending', 'unpaid', '0', 'open']);
  const second = await remitFile(shop, file);
  assert.deepEqual(outcome(second), { matched: ['EX1', 'EX2'], differences: [] });
  assert.deepEqual(moneyOf(shop, order), ['remitted', 'paid', '590', 'completed']);
  assert.deepEqual(moneyOf(shop, underway), ['remitted', 'paid', '70', 'open']);
  assert.deepEqual(outcome(await remitFile(shop, file)).matched, []);
  assert.equal(receivedIn(shop), baht('660'));
  const remittances = paymentDetails(shop.ctx.db, order.id).map(({ remittanceId }) => remittanceId);
  assert.deepEqual(remittances, [first.remittanceId, second.remittanceId]);
});

test('one parcel of a payout is undone and the others stay paid out', async () => {
  const shop = await openSeller();
  const wrong = await sendCodOrder(shop, '590', 'EX1', { at: 'delivered' });
  const right = await sendCodOrder(shop, '70', 'EX2', { at: 'delivered' });
  const { remittanceId } = await remitFile(shop, 'tracking,cod,fee\nEX1,590,10\nEX2,70,2\n');
  await undoPayout(shop, remittanceId, { shipmentId: shipmentOf(shop, wrong), reason: 'wrong_parcel' });
  assert.deepEqual(moneyOf(shop, wrong)[0], 'collected');
  assert.deepEqual(moneyOf(shop, right), ['remitted', 'paid', '70', 'completed']);
  const { parcelCount, undoneCount, amount, fee } = existingRemittance(shop.ctx.db, remittanceId as Id);
  assert.deepEqual([parcelCount, undoneCount, amount, fee], [1, 1, baht('70'), baht('12')]);
  assert.deepEqual(
    parcelsOfRemittance(shop.ctx.db, remittanceId as Id).map(({ trackingNumber }) => trackingNumber),
    ['EX2'],
  );
  await remitRows(shop, [['EX1', '590']]);
  assert.deepEqual(moneyOf(shop, wrong), ['remitted', 'paid', '590', 'completed']);
});

test('a payout keeps who undid its parcels, when and why, and the audit log and the order say so', async () => {
  const clock = stoppedClock();
  const shop = await openSeller({ now: clock.now });
  const order = await sendCodOrder(shop, '590', 'EX1', { at: 'delivered' });
  const { remittanceId } = await remitFile(shop, 'tracking,cod,fee\nEX1,590,10\n');
  clock.forward(MINUTE);
  await undoPayout(shop, remittanceId, { reason: 'not_received', note: 'ธนาคารไม่มียอด' });
  const [undone] = undonePayouts(shop.ctx.db, remittanceId as Id);
  assert.deepEqual(
    [undone?.trackingNumber, undone?.amount, undone?.undoTime, undone?.reason, undone?.note],
    ['EX1', baht('590'), clock.now(), 'not_received', 'ธนาคารไม่มียอด'],
  );
  const audited = auditEntries(shop.ctx.db, {
    events: ['cod_payout_undone', 'cod_payout_changed'],
    limit: 9,
    offset: 0,
  });
  assert.deepEqual(
    audited.map(({ event, subjectId, detail }) => [event, subjectId, detail]),
    [
      ['cod_payout_changed', remittanceId, { fee: ['10', null] }],
      ['cod_payout_undone', remittanceId, { amount: '590', parcels: 1, reason: 'not_received' }],
    ],
  );
  const events = historyOf(shop.ctx.db, order.id).slice(-3);
  assert.deepEqual(
    events.map(({ event }) => event),
    ['cod_payout_undone', 'edited', 'reopened'],
  );
  assert.deepEqual([events[0]?.detail.undo_reason, events[0]?.detail.note], ['not_received', 'ธนาคารไม่มียอด']);
  assert.deepEqual(events[1]?.detail, { cod_status: { from: 'remitted', to: 'collected' } });
});

// Other money of the order

test('another payment of the order stays', async () => {
  const shop = await openSeller();
  const order = await codOrder(shop, '100');
  await takePaymentStep(shop, order, '30');
  await sendParcel(shop, order, 'EX1', { cod: '70', at: 'delivered' });
  const { remittanceId } = await remitRows(shop, [['EX1', '70']]);
  await undoPayout(shop, remittanceId);
  assert.deepEqual(moneyOf(shop, order), ['collected', 'partially_paid', '30', 'open']);
  assert.equal(existingOrder(shop.ctx.db, order.id).unpaidAmount, baht('70'));
});

test('an order that is paid without the payout stays paid and completed', async () => {
  const shop = await openSeller();
  const order = await codOrder(shop, '100');
  await sendParcel(shop, order, 'EX1', { cod: '100' });
  await takePaymentStep(shop, order, '100');
  await moveParcel(shop, { id: shipmentOf(shop, order) }, 'delivered');
  const { remittanceId } = await remitRows(shop, [['EX1', '100']]);
  const { paidTime } = existingOrder(shop.ctx.db, order.id);
  await undoPayout(shop, remittanceId);
  assert.deepEqual(moneyOf(shop, order), ['collected', 'paid', '100', 'completed']);
  assert.equal(existingOrder(shop.ctx.db, order.id).paidTime, paidTime);
});

test('nothing is waived by an undone payout of less than the COD amount', async () => {
  const shop = await openSeller();
  const order = await sendCodOrder(shop, '100', 'EX1', { at: 'delivered' });
  const { remittanceId } = await remitRows(shop, [['EX1', '60']], { acceptDifferences: true });
  await undoPayout(shop, remittanceId, { reason: 'wrong_amount' });
  const { waived, unpaidAmount } = existingOrder(shop.ctx.db, order.id);
  assert.deepEqual([waived, unpaidAmount], [0, baht('100')]);
  await remitRows(shop, [['EX1', '100']]);
  assert.deepEqual(moneyOf(shop, order), ['remitted', 'paid', '100', 'completed']);
});

// The COD status

test('a parcel that came back after its payout has failed once the payout is undone', async () => {
  const shop = await openSeller();
  const order = await sendCodOrder(shop, '100', 'EX1', { at: 'in_transit' });
  const { remittanceId } = await remitRows(shop, [['EX1', '100']]);
  await moveParcel(shop, { id: shipmentOf(shop, order) }, 'returned');
  await undoPayout(shop, remittanceId);
  assert.deepEqual(moneyOf(shop, order), ['failed', 'unpaid', '0', 'open']);
});

test('an order with another returned parcel stays failed, and its delivered parcel can be paid out again', async () => {
  const shop = await openSeller();
  const order = await codOrder(shop, '100', { qty: 2 });
  await sendParcel(shop, order, 'EX1', { qty: 1, cod: '60', at: 'delivered' });
  await sendParcel(shop, order, 'EX2', { at: 'returned' });
  const { remittanceId } = await remitRows(shop, [['EX1', '60']]);
  assert.deepEqual(moneyOf(shop, order), ['failed', 'partially_paid', '60', 'completed']);
  await undoPayout(shop, remittanceId);
  assert.deepEqual(moneyOf(shop, order), ['failed', 'unpaid', '0', 'open']);
  await remitRows(shop, [['EX1', '60']]);
  assert.deepEqual(moneyOf(shop, order), ['failed', 'partially_paid', '60', 'completed']);
});

test('a manual COD status stays if it agrees with the parcels', async () => {
  const shop = await openSeller();
  const order = await codOrder(shop, '100', { qty: 2 });
  await sendParcel(shop, order, 'EX1', { qty: 1, cod: '60', at: 'in_transit' });
  await sendParcel(shop, order, 'EX2', { at: 'in_transit' });
  await setCodStatus(shop, order, 'collected');
  const { remittanceId } = await remitRows(shop, [['EX1', '60']]);
  await undoPayout(shop, remittanceId);
  assert.deepEqual(moneyOf(shop, order), ['collected', 'unpaid', '0', 'open']);
});

test('two parcels of one order are undone together', async () => {
  const shop = await openSeller();
  const order = await codOrder(shop, '100', { qty: 2 });
  await sendParcel(shop, order, 'EX1', { qty: 1, cod: '60', at: 'delivered' });
  await sendParcel(shop, order, 'EX2', { at: 'delivered' });
  const { remittanceId } = await remitRows(shop, [
    ['EX1', '60'],
    ['EX2', '40'],
  ]);
  await undoPayout(shop, remittanceId);
  assert.deepEqual(moneyOf(shop, order), ['collected', 'unpaid', '0', 'open']);
  const found = newestCodParcels(shop.ctx.db, idOf(shop.ids.id), { codStatus: 'collected', limit: 9 });
  assert.deepEqual(
    found.map(({ trackingNumber, paid, remittanceId: of }) => [trackingNumber, paid, of]),
    [
      ['EX2', null, null],
      ['EX1', null, null],
    ],
  );
});
