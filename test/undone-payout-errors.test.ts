import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byCommand } from '../src/domain/orders/history.ts';
import { issueReceipt } from '../src/domain/orders/payments/receipts.ts';
import { refundOrder } from '../src/domain/orders/payments/refund.ts';
import { existingRemittance } from '../src/domain/orders/payments/remittance-rows.ts';
import type { Id } from '../src/lib/ids.ts';
import { baht } from './amounts.ts';
import { moneyOf, openSeller, remitRows, sendCodOrder, shipmentOf, undoPayout } from './cod-steps.ts';
import { appError } from './errors.ts';
import { ownRows } from './raw-http.ts';
import { runStep } from './stock-steps.ts';
import { MINUTE, stoppedClock } from './stopped-clock.ts';

// Payouts that cannot be undone.

test('a receipt that was issued after the payout keeps it, one that went with the parcel does not', async () => {
  const clock = stoppedClock();
  const shop = await openSeller({ now: clock.now });
  const before = await sendCodOrder(shop, '50', 'EX1', { at: 'delivered' });
  const after = await sendCodOrder(shop, '60', 'EX2', { at: 'delivered' });
  const print = ({ id }: { id: Id }) => runStep(shop, (tx, now) => issueReceipt(tx, id, byCommand(now)));
  await print(before);
  clock.forward(MINUTE);
  const { remittanceId } = await remitRows(shop, [
    ['EX1', '50'],
    ['EX2', '60'],
  ]);
  clock.forward(MINUTE);
  const { number } = await print(after);
  const { parcels, blocked } = await undoPayout(shop, remittanceId);
  assert.deepEqual(
    [parcels.map(({ trackingNumber }) => trackingNumber), blocked.map(({ trackingNumber }) => trackingNumber)],
    [['EX1'], ['EX2']],
  );
  assert.deepEqual(moneyOf(shop, after), ['remitted', 'paid', '60', 'completed']);
  const books = ownRows(shop);
  await assert.rejects(
    undoPayout(shop, remittanceId, { shipmentId: shipmentOf(shop, after) }),
    appError({ key: 'undo_after_receipt', params: { order: after.id, number: 2, receipt: number } }),
  );
  assert.deepEqual(ownRows(shop), books);
});

test('a payout whose money was refunded cannot be undone', async () => {
  const shop = await openSeller();
  const order = await sendCodOrder(shop, '590', 'EX1', { at: 'delivered' });
  const { remittanceId } = await remitRows(shop, [['EX1', '590']]);
  await runStep(shop, (tx, now) => refundOrder(tx, order.id, { amount: baht('90') }, byCommand(now)));
  await assert.rejects(
    undoPayout(shop, remittanceId),
    appError({ key: 'undo_of_refunded', params: { order: order.id, number: 1, amount: baht('90') } }),
  );
});

test('a payout is undone once', async () => {
  const shop = await openSeller();
  await sendCodOrder(shop, '590', 'EX1', { at: 'delivered' });
  const { remittanceId } = await remitRows(shop, [['EX1', '590']]);
  await undoPayout(shop, remittanceId);
  await assert.rejects(
    undoPayout(shop, remittanceId),
    appError({ key: 'remittance_undone', params: { remittance: remittanceId } }),
  );
});

test('only a parcel of the payout can be undone', async () => {
  const shop = await openSeller();
  const order = await sendCodOrder(shop, '590', 'EX1', { at: 'delivered' });
  const other = await sendCodOrder(shop, '10', 'EX2', { at: 'delivered' });
  const { remittanceId } = await remitRows(shop, [['EX1', '590']]);
  for (const shipment of [shipmentOf(shop, other), 999 as Id])
    await assert.rejects(
      undoPayout(shop, remittanceId, { shipmentId: shipment }),
      appError({ code: 'not_found', key: 'shipment_not_found', params: { shipment } }),
    );
  const shipmentId = shipmentOf(shop, order);
  await undoPayout(shop, remittanceId, { shipmentId });
  await assert.rejects(undoPayout(shop, remittanceId, { shipmentId }), appError({ key: 'remittance_undone' }));
});

test('a fee above the rest of the payout has to be corrected', async () => {
  const shop = await openSeller();
  const order = await sendCodOrder(shop, '590', 'EX1', { at: 'delivered' });
  await sendCodOrder(shop, '10', 'EX2', { at: 'delivered' });
  const { remittanceId } = await remitRows(
    shop,
    [
      ['EX1', '590'],
      ['EX2', '10'],
    ],
    { fee: baht('20') },
  );
  const shipmentId = shipmentOf(shop, order);
  await assert.rejects(
    undoPayout(shop, remittanceId, { shipmentId }),
    appError({ key: 'fee_above_payout', params: { total: baht('10') }, path: 'fee' }),
  );
  await undoPayout(shop, remittanceId, { shipmentId, net: baht('9') });
  assert.equal(existingRemittance(shop.ctx.db, remittanceId as Id).fee, baht('1'));
});
