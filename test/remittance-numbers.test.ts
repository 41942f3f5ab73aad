import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  cancelParcel,
  codOrder,
  openSeller,
  outcome,
  remitFile,
  remitRows,
  sendCodOrder,
  sendParcel,
} from './cod-steps.ts';
import { placeOrder } from './order-steps.ts';
import { ownRows } from './raw-http.ts';
import { MINUTE, stoppedClock } from './stopped-clock.ts';

// Reused tracking numbers

const QUARTER = 90 * 24 * 60 * MINUTE;

test('a reused tracking number means the newest parcel whose COD is outstanding', async () => {
  const clock = stoppedClock();
  const shop = await openSeller({ now: clock.now });
  await sendCodOrder(shop, '50', 'EX1', { at: 'delivered' });
  await remitRows(shop, [['EX1', '50']]);
  const order = await codOrder(shop, '50');
  const canceled = await codOrder(shop, '50');
  const prepaid = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  clock.forward(QUARTER + 1);
  await sendParcel(shop, order, 'EX1');
  await cancelParcel(shop, await sendParcel(shop, canceled, 'EX1', { at: 'booked' }));
  await sendParcel(shop, prepaid, 'EX1');
  const { matched } = await remitRows(shop, [['EX1', '50']]);
  assert.deepEqual(
    matched.map(({ parcel, candidates }) => [parcel.orderId, candidates]),
    [[order.id, 4]],
  );
  const again = await remitRows(shop, [['EX1', '50']]);
  assert.deepEqual(outcome(again).differences, [[2, 'not_cod']]); // the order that has the number now
});

test('a file applied again never pays out another parcel with the same number, whatever it collects', async () => {
  const clock = stoppedClock();
  const shop = await openSeller({ now: clock.now });
  await sendCodOrder(shop, '50', 'EX1', { at: 'delivered' });
  const duplicate = await sendCodOrder(shop, '50', 'EX1', { at: 'delivered' });
  await sendCodOrder(shop, '60', 'EX2');
  const other = await sendCodOrder(shop, '70', 'EX2');
  const file = 'awb,cod\nEX1,50\nEX2,70\n';
  const first = await remitFile(shop, file);
  assert.deepEqual(
    first.matched.map(({ parcel }) => parcel.orderId),
    [duplicate.id, other.id],
  );
  const before = ownRows(shop);
  for (const passes of [0, QUARTER, QUARTER]) {
    clock.forward(passes);
    for (const acceptDifferences of [false, true]) {
      const { differences } = await remitFile(shop, file, { acceptDifferences });
      assert.deepEqual(
        differences.map(({ row, kind, parcel }) => [row, kind, parcel?.orderId]),
        [
          [2, 'paid_out_already', duplicate.id],
          [3, 'paid_out_already', other.id],
        ],
      );
    }
  }
  assert.deepEqual(ownRows(shop), before);
});

test('after 90 days a number means another parcel if that was booked after the payout', async () => {
  const clock = stoppedClock();
  const shop = await openSeller({ now: clock.now });
  await sendCodOrder(shop, '50', 'EX1', { at: 'delivered' });
  await remitRows(shop, [['EX1', '50']]);
  clock.forward(1);
  const order = await sendCodOrder(shop, '50', 'EX1', { at: 'delivered' });
  clock.forward(QUARTER - 1);
  assert.deepEqual(outcome(await remitRows(shop, [['EX1', '50']])).differences, [[2, 'paid_out_already']]);
  clock.forward(1);
  const { matched } = await remitRows(shop, [['EX1', '50']]);
  assert.deepEqual(
    matched.map(({ parcel }) => parcel.orderId),
    [order.id],
  );
});

test('a canceled parcel is matched only if no other parcel has had the number', async () => {
  const shop = await openSeller();
  await sendCodOrder(shop, '50', 'EX1');
  await remitRows(shop, [['EX1', '50']]);
  await cancelParcel(shop, await sendParcel(shop, await codOrder(shop, '50'), 'EX1', { at: 'booked' }));
  assert.deepEqual(outcome(await remitRows(shop, [['EX1', '50']])).differences, [[2, 'paid_out_already']]);
});

test('a number in two spellings counts as a duplicate in the file', async () => {
  const shop = await openSeller();
  await sendCodOrder(shop, '50', 'EX1');
  const remitted = await remitRows(shop, [
    ['ex 1', '50'],
    ['EX1', '50'],
  ]);
  assert.deepEqual(outcome(remitted), { matched: ['EX1'], differences: [[3, 'repeated']] });
});

test('of two outstanding parcels with one number, the one with the paid amount is matched', async () => {
  const shop = await openSeller();
  const old = await sendCodOrder(shop, '80', 'EX1', { at: 'delivered' });
  await sendCodOrder(shop, '50', 'EX1', { at: 'delivered' });
  const first = await remitRows(shop, [['EX1', '80']]);
  assert.equal(first.matched[0]?.parcel.orderId, old.id);
  const other = await openSeller();
  await sendCodOrder(other, '50', 'EX1', { at: 'delivered' });
  const late = await sendCodOrder(other, '80', 'EX1', { at: 'delivered' });
  assert.equal((await remitRows(other, [['EX1', '80']])).matched[0]?.parcel.orderId, late.id);
});

test('of two outstanding parcels without the paid amount, the newest is matched', async () => {
  const shop = await openSeller();
  await sendCodOrder(shop, '80', 'EX1');
  const late = await sendCodOrder(shop, '50', 'EX1');
  const { differences } = await remitRows(shop, [['EX1', '60']]);
  assert.deepEqual(
    differences.map(({ kind, parcel }) => [kind, parcel?.orderId]),
    [['amount_differs', late.id]],
  );
});

test('a number is found as written, and in capitals without spaces', async () => {
  const shop = await openSeller();
  await sendCodOrder(shop, '50', 'EX123456785TH');
  await sendCodOrder(shop, '60', 'lower case');
  const { matched } = await remitRows(shop, [
    [' ex 1234 5678 5 th ', '50'],
    ['lower case', '60'],
  ]);
  assert.equal(matched.length, 2);
});
