import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { byCommand, byCourier, historyOf } from '../src/domain/orders/history.ts';
import { moveCod, moveCodManually, reopenCod } from '../src/domain/orders/payments/cod.ts';
import { cancelShipment, moveShipment, pickUp } from '../src/domain/orders/shipments/move.ts';
import type { Id } from '../src/lib/ids.ts';
import { baht } from './amounts.ts';
import {
  codOrder,
  moneyOf,
  moveParcel,
  openSeller,
  remitRows,
  resetCodStatus,
  sendCodOrder,
  sendParcel,
  setCodStatus,
} from './cod-steps.ts';
import { appError, type ExpectedError } from './errors.ts';
import { assertRefuses, orderDetail, placeOrder } from './order-steps.ts';
import { takePaymentStep } from './payment-steps.ts';
import { lineOf } from './shipment-steps.ts';
import { runStep, type Step } from './stock-steps.ts';
import type { Shop } from './support.ts';

const codOf = (shop: Shop, order: { id: Id }) => moneyOf(shop, order)[0];

/** The last events in its history. */
const lastEvents = (shop: Shop, { id }: { id: Id }, count: number) =>
  historyOf(shop.ctx.db, id)
    .slice(-count)
    .map(({ event, detail }) => [event, detail]);

// Results of the parcels

test('a COD order starts as pending, any other order has no COD status', async () => {
  const shop = await openSeller();
  assert.equal((await orderDetail(shop, await codOrder(shop, '65'))).cod_status, 'pending');
  const { cod_status } = await orderDetail(shop, await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]));
  assert.equal(cod_status, undefined);
});

const ONE_PARCEL = {
  in_transit: 'pending',
  out_for_delivery: 'pending',
  delivery_failed: 'pending',
  returning: 'pending',
  delivered: 'collected',
  returned: 'failed',
} as const;

for (const [at, expected] of Object.entries(ONE_PARCEL))
  test(`the COD status of an order whose parcel is ${at} is ${expected}`, async () => {
    const shop = await openSeller();
    const order = await sendCodOrder(shop, '65', 'T1', { at: at as keyof typeof ONE_PARCEL });
    assert.deepEqual(moneyOf(shop, order), [expected, 'unpaid', '0', 'open']);
  });

const TWO_PARCELS = [
  ['delivered', 'in_transit', 'pending'],
  ['returned', 'in_transit', 'pending'],
  ['delivered', 'delivered', 'collected'],
  ['delivered', 'returned', 'failed'],
  ['returned', 'returned', 'failed'],
] as const;

for (const [state, otherState, expected] of TWO_PARCELS)
  for (const [first, second] of state === otherState
    ? [[state, otherState] as const]
    : [[state, otherState] as const, [otherState, state] as const])
    test(`the COD status of an order whose parcels are ${first} and then ${second} is ${expected}`, async () => {
      const shop = await openSeller();
      const order = await codOrder(shop, '100', { qty: 2 });
      const parcels = [await sendParcel(shop, order, 'T1', { qty: 1, cod: '60' }), await sendParcel(shop, order, 'T2')];
      assert.deepEqual(
        parcels.map(({ codAmount }) => codAmount),
        [baht('60'), baht('40')],
      );
      await moveParcel(shop, parcels[0] as { id: Id }, first);
      assert.equal(codOf(shop, order), 'pending');
      await moveParcel(shop, parcels[1] as { id: Id }, second);
      assert.equal(codOf(shop, order), expected);
    });

test('an order is not collected while an unbooked parcel is to collect the rest', async () => {
  const shop = await openSeller();
  const order = await codOrder(shop, '100', { qty: 2 });
  await sendParcel(shop, order, 'T1', { qty: 1, cod: '60', at: 'delivered' });
  assert.equal(codOf(shop, order), 'pending');
  const rest = await sendParcel(shop, order, 'T2');
  assert.equal(rest.codAmount, baht('40'));
  await moveParcel(shop, rest, 'delivered');
  assert.equal(codOf(shop, order), 'collected');
});

test('an order is collected if the goods with the remaining COD will not be shipped', async () => {
  const shop = await openSeller();
  const order = await codOrder(shop, '90', { qty: 3 });
  await sendParcel(shop, order, 'T1', { qty: 1, cod: '60', at: 'delivered' });
  const last = await sendParcel(shop, order, 'T2', { cod: '0', at: 'booked' });
  await runStep(shop, (tx, now) => pickUp(tx, last.id, { short: [lineOf(order, 1)] }, byCommand(now)));
  await moveParcel(shop, last, 'delivered');
  assert.equal(codOf(shop, order), 'collected');
});

test('canceled parcels and parcels without COD do not affect the COD status', async () => {
  const shop = await openSeller();
  const order = await codOrder(shop, '100', { qty: 2 });
  const canceled = await sendParcel(shop, order, 'T1', { at: 'booked' });
  await runStep(shop, (tx, now) => cancelShipment(tx, canceled.id, byCommand(now)));
  const free = await sendParcel(shop, order, 'T2', { qty: 1, cod: '0', at: 'returned' });
  assert.equal(free.codAmount, null);
  assert.equal(codOf(shop, order), 'pending');
  const all = await sendParcel(shop, order, 'T3', { at: 'delivered' });
  assert.equal(all.codAmount, baht('100'));
  assert.equal(codOf(shop, order), 'collected');
});

test('the parcels of an order never collect more than its COD amount', async () => {
  const shop = await openSeller();
  const order = await codOrder(shop, '100', { qty: 2 });
  await sendParcel(shop, order, 'T1', { qty: 1, cod: '60' });
  await assert.rejects(
    sendParcel(shop, order, 'T2', { cod: '40.01' }),
    appError({ key: 'cod_amount_too_large', path: 'cod_amount', params: { wanted: baht('40.01'), left: baht('40') } }),
  );
  await sendParcel(shop, order, 'T2', { cod: '40' });
});

test('the order history records who changed the COD status', async () => {
  const shop = await openSeller();
  const order = await codOrder(shop, '65');
  const parcel = await sendParcel(shop, order, 'T1');
  await runStep(shop, (tx, now) => moveShipment(tx, parcel.id, 'delivered', byCourier(now)));
  assert.deepEqual(
    historyOf(shop.ctx.db, order.id)
      .slice(-2)
      .map(({ actor, event }) => [actor, event]),
    [
      ['courier', 'shipment_moved'],
      ['courier', 'cod_collected'],
    ],
  );
});

test('an order paid by other means is completed by its delivery, whatever its COD status', async () => {
  const shop = await openSeller();
  const order = await codOrder(shop, '65');
  await takePaymentStep(shop, order, '65');
  await sendParcel(shop, order, 'T1', { at: 'delivered' });
  assert.deepEqual(moneyOf(shop, order), ['collected', 'paid', '65', 'completed']);
});

// Manual changes

test('a manual collected status stays, whatever happens to the parcel', async () => {
  const shop = await openSeller();
  const order = await codOrder(shop, '65');
  const parcel = await sendParcel(shop, order, 'T1');
  await setCodStatus(shop, order, 'collected');
  await moveParcel(shop, parcel, 'returned');
  assert.equal(codOf(shop, order), 'collected');
});

test('an order with failed COD is collected when all its parcels are delivered, and its history records it', async () => {
  const shop = await openSeller();
  const order = await codOrder(shop, '100', { qty: 2 });
  const parcels = [
    await sendParcel(shop, order, 'T1', { qty: 1, cod: '60' }),
    await sendParcel(shop, order, 'T2'),
  ] as const;
  await setCodStatus(shop, order, 'failed');
  await moveParcel(shop, parcels[0], 'delivered');
  assert.equal(codOf(shop, order), 'failed');
  await moveParcel(shop, parcels[1], 'delivered');
  assert.equal(codOf(shop, order), 'collected');
  assert.deepEqual(lastEvents(shop, order, 2), [
    ['edited', { cod_status: { from: 'failed', to: 'pending' } }],
    ['cod_collected', {}],
  ]);
});

test('a manual COD status can be reset, and the status of the parcels applies', async () => {
  const shop = await openSeller();
  const [underway, back] = [await codOrder(shop, '65'), await codOrder(shop, '65')];
  await sendParcel(shop, underway, 'T1');
  const parcel = await sendParcel(shop, back, 'T2');
  for (const to of ['failed', 'collected'] as const) {
    await setCodStatus(shop, underway, to);
    await resetCodStatus(shop, underway);
    assert.equal(codOf(shop, underway), 'pending');
    assert.deepEqual(lastEvents(shop, underway, 1), [['edited', { cod_status: { from: to, to: 'pending' } }]]);
  }
  await setCodStatus(shop, back, 'collected');
  await moveParcel(shop, parcel, 'returned');
  await resetCodStatus(shop, back);
  assert.equal(codOf(shop, back), 'failed');
});

test('a COD status that results from the parcels cannot be reset', async () => {
  const shop = await openSeller();
  const orders = [
    await sendCodOrder(shop, '65', 'T1'),
    await sendCodOrder(shop, '65', 'T2', { at: 'delivered' }),
    await sendCodOrder(shop, '65', 'T3', { at: 'returned' }),
    await sendCodOrder(shop, '65', 'T4', { at: 'delivered' }),
  ];
  await remitRows(shop, [['T4', '65']]);
  for (const [i, status] of ['pending', 'collected', 'failed', 'remitted'].entries()) {
    const { id } = orders[i] as { id: Id };
    await assertRefuses(shop, { key: 'cod_follows_parcels', params: { order: id, status } }, (tx, now) =>
      reopenCod(tx, id, byCommand(now)),
    );
  }
});

test('COD cannot be collected or failed by hand before a parcel has been shipped', async () => {
  const shop = await openSeller();
  const order = await codOrder(shop, '65');
  const refusesBoth = async () => {
    for (const to of ['collected', 'failed'] as const)
      await assertRefuses(shop, { key: 'cod_before_shipping', params: { order: 1, to } }, (tx, now) =>
        moveCodManually(tx, order.id, to, byCommand(now)),
      );
  };
  await refusesBoth();
  const parcel = await sendParcel(shop, order, 'T1', { at: 'booked' });
  await refusesBoth();
  await runStep(shop, (tx, now) => pickUp(tx, parcel.id, {}, byCommand(now)));
  await setCodStatus(shop, order, 'collected');
  assert.equal(codOf(shop, order), 'collected');
});

test('a parcel booked after the COD was collected collects nothing', async () => {
  const shop = await openSeller();
  const order = await codOrder(shop, '65', { qty: 2 });
  await sendParcel(shop, order, 'T1', { qty: 1, cod: '30' });
  await setCodStatus(shop, order, 'collected');
  assert.equal((await sendParcel(shop, order, 'T2')).codAmount, null);
});

test('an order that is unknown, canceled or without COD has no COD status to change', async () => {
  const shop = await openSeller();
  const prepaid = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  const canceled = await codOrder(shop, '65');
  await runStep(shop, (tx, now) => cancelOrder(tx, canceled.id, 'buyer', byCommand(now)));
  const refused: [Id, ExpectedError][] = [
    [prepaid.id, { key: 'order_is_not_cod', params: { order: 1 } }],
    [canceled.id, { key: 'order_not_open', params: { order: 2, status: 'canceled' } }],
    [99 as Id, { key: 'order_not_found', params: { order: 99 } }],
  ];
  for (const [id, expected] of refused)
    for (const step of [
      ...(['collected', 'remitted', 'failed'] as const).map(
        (to): Step =>
          (tx, now) =>
            moveCod(tx, id, to, byCommand(now)),
      ),
      ...(['collected', 'failed'] as const).map(
        (to): Step =>
          (tx, now) =>
            moveCodManually(tx, id, to, byCommand(now)),
      ),
      (tx, now) => reopenCod(tx, id, byCommand(now)),
    ] satisfies Step[])
      await assertRefuses(shop, expected, step);
});
