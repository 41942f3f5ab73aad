import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { existingOrder } from '../src/domain/orders/order.ts';
import { previewRemittance, type RemittanceResult } from '../src/domain/orders/payments/remittance.ts';
import { existingRemittance } from '../src/domain/orders/payments/remittance-rows.ts';
import { baht } from './amounts.ts';
import {
  cancelParcel,
  codOrder,
  moneyOf,
  moveParcel,
  openSeller,
  outcome,
  payoutFile,
  remitFile,
  remitRows,
  resetCodStatus,
  rowsIn,
  sendCodOrder,
  sendParcel,
  setCodStatus,
} from './cod-steps.ts';
import { appError } from './errors.ts';
import { orderDetail, placeOrder } from './order-steps.ts';
import { ownRows } from './raw-http.ts';
import { sql } from './sql.ts';
import { MINUTE, stoppedClock } from './stopped-clock.ts';
import { cafe, idOf, openShop, type Shop } from './support.ts';

// Differences

test('every kind of difference is reported, changes nothing, and blocks no other row', async () => {
  const shop = await openSeller();
  await sendCodOrder(shop, '50', 'GOOD');
  await sendCodOrder(shop, '50', 'LESS');
  await sendCodOrder(shop, '50', 'PAID');
  await sendParcel(shop, await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]), 'FREE');
  await cancelParcel(shop, await sendParcel(shop, await codOrder(shop, '50'), 'GONE', { at: 'booked' }));
  await setCodStatus(shop, await sendCodOrder(shop, '50', 'LOST'), 'failed');
  await sendCodOrder(shop, '50', 'BACK', { at: 'returned' });
  const first = await remitRows(shop, [['PAID', '50']]);

  const before = moneyOfAll(shop);
  const remitted = await remitRows(shop, [
    ['GOOD', '50'],
    ['LESS', '49.5'],
    ['PAID', '50'],
    ['FREE', '50'],
    ['GONE', '50'],
    ['LOST', '50'],
    ['BACK', '50'],
    ['NOWHERE', '50'],
    ['good', '50'],
    ['NOTHING', ''],
    ['NOTHING', 'fifty'],
    ['', '1,234.00'],
  ]);
  assert.deepEqual(outcome(remitted), {
    matched: ['GOOD'],
    differences: [
      [3, 'amount_differs'],
      [4, 'paid_out_already'],
      [5, 'not_cod'],
      [6, 'canceled'],
      [7, 'cod_failed'],
      [8, 'cod_failed'],
      [9, 'unknown_number'],
      [10, 'repeated'],
      [11, 'unreadable'],
      [12, 'unreadable'],
      [13, 'unreadable'],
    ],
  });
  const at = (row: number) => remitted.differences.find((difference) => difference.row === row);
  assert.deepEqual([at(3)?.parcel?.amount, at(3)?.paid], [baht('50'), baht('49.5')]);
  assert.deepEqual([at(4)?.parcel?.remittanceId, at(4)?.parcel?.paid], [first.remittanceId, baht('50')]);
  assert.equal(at(10)?.earlierRow, 2);
  assert.deepEqual(
    [11, 12, 13].map((row) => {
      const { key, params } = at(row)?.problem ?? assert.fail(`row ${row} has no problem`);
      return { key, params };
    }),
    [
      { key: 'remittance_row_without_amount', params: {} },
      { key: 'remittance_amount_unreadable', params: { text: 'fifty' } },
      { key: 'remittance_row_without_number', params: {} },
    ],
  );
  assert.equal(at(13)?.paid, baht('1234'));
  const after = moneyOfAll(shop);
  assert.deepEqual(after.slice(1), before.slice(1));
  assert.deepEqual(after[0], ['remitted', 'paid', '50', 'open']);
});

const moneyOfAll = (shop: Shop) =>
  shop.ctx.db
    .all(sql<{ id: Parameters<typeof moneyOf>[1]['id'] }>('SELECT id FROM orders ORDER BY id'))
    .map((order) => moneyOf(shop, order));

test('the same file applied twice pays out once; the second time changes nothing', async () => {
  const shop = await openSeller();
  await sendCodOrder(shop, '50', 'EX1', { at: 'delivered' });
  await sendCodOrder(shop, '60', 'EX2');
  const file = 'awb,cod\nEX1,50\nEX2,60\n,110\n';
  const first = await remitFile(shop, file);
  const before = ownRows(shop);
  const second = await remitFile(shop, file);
  assert.deepEqual(outcome(second), {
    matched: [],
    differences: [
      [2, 'paid_out_already'],
      [3, 'paid_out_already'],
    ],
  });
  assert.deepEqual([first.remittanceId, second.remittanceId, second.paid], [1, null, 0]);
  assert.deepEqual(ownRows(shop), before);
});

test('accepted differences are applied at the paid amount, other rows are not', async () => {
  const shop = await openSeller();
  const [less, more, none] = [
    await sendCodOrder(shop, '50', 'LESS', { at: 'delivered' }),
    await sendCodOrder(shop, '60', 'MORE'),
    await sendCodOrder(shop, '70', 'NONE'),
  ];
  const remitted = await remitRows(
    shop,
    [
      ['LESS', '45'],
      ['MORE', '61'],
      ['NONE', '0'],
      ['ELSE', '1'],
    ],
    { acceptDifferences: true },
  );
  assert.deepEqual(outcome(remitted), {
    matched: ['LESS', 'MORE'],
    differences: [
      [4, 'amount_differs'],
      [5, 'unknown_number'],
    ],
  });
  assert.deepEqual(moneyOf(shop, less), ['remitted', 'paid', '45', 'completed']);
  assert.deepEqual(moneyOf(shop, more), ['remitted', 'paid', '61', 'open']);
  assert.deepEqual(moneyOf(shop, none), ['pending', 'unpaid', '0', 'open']);
});

test('a parcel with failed COD is paid out, with its order, once it is delivered or its COD is reset', async () => {
  const shop = await openSeller();
  const orders = [await codOrder(shop, '50'), await codOrder(shop, '60')] as const;
  const parcel = await sendParcel(shop, orders[0], 'EX1');
  await sendParcel(shop, orders[1], 'EX2');
  for (const order of orders) await setCodStatus(shop, order, 'failed');
  const rows: [string, string][] = [
    ['EX1', '50'],
    ['EX2', '60'],
  ];
  assert.deepEqual(outcome(await remitRows(shop, rows)).differences, [
    [2, 'cod_failed'],
    [3, 'cod_failed'],
  ]);
  await moveParcel(shop, parcel, 'delivered');
  await resetCodStatus(shop, orders[1]);
  assert.deepEqual(outcome(await remitRows(shop, rows)).matched, ['EX1', 'EX2']);
  assert.deepEqual(moneyOf(shop, orders[0]), ['remitted', 'paid', '50', 'completed']);
  assert.deepEqual(moneyOf(shop, orders[1]), ['remitted', 'paid', '60', 'open']);
  assert.ok((await orderDetail(shop, orders[0])).paid_time);
});

test('the note of a file has at most 1,000 characters', async () => {
  const shop = await openSeller();
  await sendCodOrder(shop, '50', 'EX1');
  const rows = [['EX1', '50']] as const;
  await assert.rejects(
    remitRows(shop, rows, { note: 'ก'.repeat(1_001) }),
    appError({ path: 'note', params: { most: 1_000 } }),
  );
  assert.equal((await remitRows(shop, rows, { note: 'ก'.repeat(1_000) })).remittanceId, 1);
});

test('a tracking number of another store is unknown', async () => {
  const shop = await openShop({ stores: [cafe(), cafe({ key: 'tea' })] });
  await sendCodOrder(shop, '50', 'EX1');
  const remitted = await remitRows(shop, [['EX1', '50']], { storeId: idOf(shop.stores.tea?.id) });
  assert.deepEqual(outcome(remitted).differences, [[2, 'unknown_number']]);
});

// Missing parcels

test('a file and its preview list missing parcels that are older than the newest parcel of the file', async () => {
  const clock = stoppedClock();
  const shop = await openSeller({ now: clock.now });
  const at = 'delivered' as const;
  const send = async (number: string, shippingType = 'ems') => {
    await sendOne(shop, number, shippingType, at);
    clock.forward(MINUTE);
  };
  await send('FORGOTTEN');
  await send('OTHER', 'flash');
  await send('FIRST');
  await sendCodOrder(shop, '50', 'UNDERWAY');
  await send('SHORT');
  await send('NEWEST');
  await send('LATER');
  const file = [
    ['NEWEST', '50'],
    ['FIRST', '50'],
    ['SHORT', '40'],
  ] as const;
  const rows = file.map(([trackingNumber, paid], i) => ({ row: i + 2, trackingNumber, paid: baht(paid) }));
  const preview = previewRemittance(shop.ctx.db, { storeId: idOf(shop.ids.id), rows }, clock.now());
  const { missing } = await remitRows(shop, file);
  for (const parcels of [preview.missing, missing])
    assert.deepEqual(
      parcels.map(({ trackingNumber }) => trackingNumber),
      ['FORGOTTEN'],
    );
});

const sendOne = async (shop: Shop, trackingNumber: string, shipping_type: string, at: 'delivered') =>
  sendParcel(shop, await codOrder(shop, '50', { shipping_type }), trackingNumber, { at });

// Atomicity

test('for any file each row is in one list, totals match, and no parcel is paid out twice', async () => {
  const shop = await openSeller();
  for (let i = 0; i < 12; i += 1) {
    const order = await codOrder(shop, '20', { qty: 2 });
    const at = (['delivered', 'returned', undefined, 'in_transit'] as const)[i % 4];
    await sendParcel(shop, order, `A${i}`, { qty: 1, cod: '15', ...(at && { at }) });
    await sendParcel(shop, order, i % 3 === 0 ? `A${i - 1}` : `B${i}`, at && i % 5 !== 0 ? { at } : {});
  }
  const cell = fc.oneof(
    fc.tuple(fc.constantFrom('A', 'B', 'a', ' A'), fc.nat(13)).map(([letter, i]) => `${letter}${i}`),
    fc.constant(''),
  );
  const amount = fc.constantFrom('15', '5', '15.00', '5.5', '0', '', '1,000.00', '-5', 'x');
  const row = fc.tuple(cell, amount);
  const file = fc.record({ rows: fc.array(row, { maxLength: 8 }), acceptDifferences: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(file, async ({ rows, acceptDifferences }) => {
      const before = paidOut(shop);
      const written = rows.filter((cells) => cells.some((text) => text.trim() !== ''));
      fc.pre(!rowsIn(payoutFile(rows)).some(({ isTotal }) => isTotal));
      const remitted = await remitRows(shop, rows, { acceptDifferences });
      const numbers = [...remitted.matched, ...remitted.differences].map(({ row }) => row).sort((a, b) => a - b);
      assert.equal(numbers.length, written.length);
      assert.equal(new Set(numbers).size, numbers.length);
      checkSums(shop, remitted, before);
    }),
    { numRuns: 60 },
  );
  assert.ok(paidOut(shop).lines > 5); // there were enough matches
});

interface PaidOut {
  lines: number;
  amount: number;
}

const paidOut = (shop: Shop): PaidOut =>
  shop.ctx.db.get(
    sql<PaidOut>('SELECT count(*) AS lines, coalesce(sum(amount), 0) AS amount FROM remittance_lines'),
  ) as PaidOut;

function checkSums(shop: Shop, { remittanceId, matched, paid }: RemittanceResult, before: PaidOut): void {
  const { db } = shop.ctx;
  const sum = matched.reduce((total, match) => total + match.paid, 0);
  assert.equal(paid, sum);
  assert.deepEqual(paidOut(shop), { lines: before.lines + matched.length, amount: before.amount + sum });
  assert.equal(remittanceId === null, matched.length === 0);
  if (remittanceId !== null) assert.equal(existingRemittance(db, remittanceId).amount, sum);
  const payments = db.get(sql<{ amount: number }>('SELECT coalesce(sum(amount), 0) AS amount FROM payments'))?.amount;
  assert.equal(payments, before.amount + sum);
  for (const { parcel } of matched) {
    const { codStatus, shipments, paymentStatus, paidAmount, total } = existingOrder(db, parcel.orderId);
    const kept = shipments.map(({ id }) => db.get(sql('SELECT 1 FROM remittance_lines WHERE shipment_id = ?'), id));
    assert.equal(codStatus === 'remitted', kept.every(Boolean), `order ${parcel.orderId}`);
    assert.equal(paymentStatus === 'paid', codStatus === 'remitted' || paidAmount >= total);
  }
}
