import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WriteTx } from '../src/db/write-tx.ts';
import { cancelOrder, expireOrders } from '../src/domain/orders/close.ts';
import { type Act, byCommand } from '../src/domain/orders/history.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import {
  COD_MOVES,
  type CodStatus,
  haveAllLeft,
  ORDER_MOVES,
  type OrderStatus,
  PAYMENT_MOVES,
  SHIPMENT_MOVES,
  type ShipmentStatus,
  shippingStatus,
} from '../src/domain/orders/order-states.ts';
import { moveCod } from '../src/domain/orders/payments/cod.ts';
import { takePayment } from '../src/domain/orders/payments/payments.ts';
import { bookShipment } from '../src/domain/orders/shipments/book.ts';
import { cancelShipment, moveShipment, pickUp } from '../src/domain/orders/shipments/move.ts';
import { existingShipment } from '../src/domain/orders/shipments/shipment.ts';
import { undoHandOver } from '../src/domain/orders/shipments/undo-hand-over.ts';
import type { Id } from '../src/lib/ids.ts';
import { type Moves, mayMove } from '../src/lib/moves.ts';
import { assertRefuses, type PlacedOrder, placeOrder } from './order-steps.ts';
import { ownRows } from './raw-http.ts';
import { runStep } from './stock-steps.ts';
import { cafe, openShop, type Shop } from './support.ts';

// Tries every transition of every table with the operations that make it.

const openCafe = () => openShop({ stores: [cafe({ settings: { sell_below_zero: true } })] });

const statesOf = <State extends string>(moves: Moves<State>): State[] => Object.keys(moves) as State[];

/** A shortest path from one state to another, without the first. */
const pathTo = <State extends string>(moves: Moves<State>, from: State, to: State): State[] => {
  const paths: State[][] = [[from]];
  for (const path of paths) {
    const last = path.at(-1) as State;
    if (last === to) return path.slice(1);
    for (const next of moves[last]) if (!path.includes(next)) paths.push([...path, next]);
  }
  return assert.fail(`nothing leads from ${from} to ${to}`);
};

const movesTo = <State extends string>(moves: Moves<State>, from: State): string =>
  moves[from].length === 0 ? 'moves nowhere' : `moves to ${moves[from].join(', ')} and nowhere else`;

const rowsOf = (shop: Shop) => JSON.stringify(ownRows(shop));

test('the transition tables are those of decisions.md#states', () => {
  assert.deepEqual(ORDER_MOVES, {
    open: ['completed', 'canceled', 'expired'],
    completed: [],
    canceled: [],
    expired: [],
  });
  assert.deepEqual(COD_MOVES, { pending: ['collected', 'failed'], collected: ['remitted'], remitted: [], failed: [] });
  assert.deepEqual(PAYMENT_MOVES, {
    notified: ['confirmed', 'rejected'],
    confirmed: ['refunded'],
    rejected: [],
    refunded: [],
  });
  assert.deepEqual(SHIPMENT_MOVES, {
    booked: ['picked_up', 'canceled'],
    picked_up: ['in_transit', 'out_for_delivery', 'delivered', 'delivery_failed', 'returning', 'returned'],
    in_transit: ['out_for_delivery', 'delivered', 'delivery_failed', 'returning', 'returned'],
    out_for_delivery: ['delivered', 'delivery_failed', 'returning', 'returned'],
    delivery_failed: ['out_for_delivery', 'delivered', 'returning', 'returned'],
    returning: ['returned'],
    delivered: [],
    returned: [],
    canceled: [],
  });
});

// Shipments

const shipmentVerb = (tx: WriteTx, id: Id, to: ShipmentStatus, act: Act) => {
  if (to === 'booked') return undoHandOver(tx, id, act); // not in the table: only the store does it
  if (to === 'picked_up') return pickUp(tx, id, {}, act);
  if (to === 'canceled') return cancelShipment(tx, id, act);
  return moveShipment(tx, id, to, act);
};

for (const from of statesOf(SHIPMENT_MOVES))
  test(`a shipment that is ${from} ${movesTo(SHIPMENT_MOVES, from)}`, async () => {
    const shop = await openCafe();
    for (const to of statesOf(SHIPMENT_MOVES)) {
      const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }]);
      const { id } = await runStep(shop, (tx, now) =>
        bookShipment(tx, order.id, { trackingNumber: `T${order.id}` }, byCommand(now)),
      );
      for (const step of pathTo(SHIPMENT_MOVES, 'booked', from))
        await runStep(shop, (tx, now) => shipmentVerb(tx, id, step, byCommand(now)));
      assert.equal(existingShipment(shop.ctx.db, id).status, from);
      const allowed = mayMove(SHIPMENT_MOVES, from, to) || (from === 'picked_up' && to === 'booked');
      const move = (tx: WriteTx, now: number) => shipmentVerb(tx, id, to, byCommand(now));
      if (allowed) await runStep(shop, move);
      else await assertRefuses(shop, { params: { shipment: id, status: from } }, move);
      assert.equal(existingShipment(shop.ctx.db, id).status, allowed ? to : from);
    }
  });

// COD

for (const from of statesOf(COD_MOVES))
  test(`COD that is ${from} ${movesTo(COD_MOVES, from)}`, async () => {
    const shop = await openCafe();
    for (const to of statesOf(COD_MOVES)) {
      if (to === 'pending') continue; // not in the table: only corrections such as `reopenCod` lead there
      const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }], { is_cod: true, cod_fee: 0, cod_amount: 130 });
      const move = (step: Exclude<CodStatus, 'pending'>) => (tx: WriteTx, now: number) =>
        moveCod(tx, order.id, step, byCommand(now));
      for (const step of pathTo(COD_MOVES, 'pending', from)) await runStep(shop, move(step as typeof to));
      assert.equal(codOf(shop, order), from);
      const allowed = mayMove(COD_MOVES, from, to);
      if (allowed) await runStep(shop, move(to));
      else
        await assertRefuses(
          shop,
          { key: 'cod_cannot_become', params: { order: order.id, status: from, to } },
          move(to),
        );
      assert.equal(codOf(shop, order), allowed ? to : from);
    }
  });

const codOf = (shop: Shop, { id }: PlacedOrder) => existingOrder(shop.ctx.db, id).codStatus;

// Orders

const PAST = 1_500_000_000_000;

/** An order in this state. It is delivered if this state or the next one is `completed`. */
async function bringTo(shop: Shop, at: OrderStatus, next: OrderStatus): Promise<PlacedOrder> {
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], { expiration_time: PAST });
  if (at === 'completed' || (at === 'open' && next === 'completed')) await deliver(shop, order);
  if (at !== 'open') await runStep(shop, (tx) => ORDER_VERBS[at](tx, order.id, PAST));
  return order;
}

const deliver = (shop: Shop, { id }: PlacedOrder) =>
  runStep(shop, (tx, now) => {
    const shipment = bookShipment(tx, id, { trackingNumber: `T${id}` }, byCommand(now));
    pickUp(tx, shipment.id, {}, byCommand(now));
    return moveShipment(tx, shipment.id, 'delivered', byCommand(now));
  });

const ORDER_VERBS = {
  completed: (tx: WriteTx, id: Id, now: number) => takePayment(tx, id, { method: 'cash' }, byCommand(now)),
  canceled: (tx: WriteTx, id: Id, now: number) => cancelOrder(tx, id, 'store', byCommand(now)),
  expired: (tx: WriteTx, _id: Id, now: number) => expireOrders(tx, now),
};

for (const from of statesOf(ORDER_MOVES))
  test(`an order that is ${from} ${movesTo(ORDER_MOVES, from)}`, async () => {
    // The server expires orders in the background; with this clock no order has expired.
    const shop = await openShop({ now: () => PAST - 1 });
    for (const to of statesOf(ORDER_MOVES)) {
      if (to === 'open') continue; // no operation leads there
      const order = await bringTo(shop, from, to);
      const verb = (tx: WriteTx) => ORDER_VERBS[to](tx, order.id, PAST);
      const statusOf = () => existingOrder(shop.ctx.db, order.id).status;
      assert.equal(statusOf(), from);
      if (mayMove(ORDER_MOVES, from, to)) {
        await runStep(shop, verb);
        assert.equal(statusOf(), to);
      } else if (to === 'expired') {
        const before = rowsOf(shop);
        assert.equal(await runStep(shop, verb), 0);
        assert.equal(rowsOf(shop), before);
      } else await assertRefuses(shop, { params: { order: order.id, status: from } }, verb);
    }
  });

test('payment completes a delivered order, and delivery completes a paid order', async () => {
  const shop = await openCafe();
  const [first, second] = [
    await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]),
    await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]),
  ];
  const pay = ({ id }: PlacedOrder) => runStep(shop, (tx, now) => ORDER_VERBS.completed(tx, id, now));
  const statuses = () => [first, second].map(({ id }) => existingOrder(shop.ctx.db, id).status);
  await deliver(shop, first);
  await pay(second);
  assert.deepEqual(statuses(), ['open', 'open']);
  await pay(first);
  await deliver(shop, second);
  assert.deepEqual(statuses(), ['completed', 'completed']);
});

// Results of shipments

const ALL = { qty: 3, shortQty: 0, shippedQty: 3 };
const SHORT = { qty: 3, shortQty: 2, shippedQty: 1 };
const SOME = { qty: 3, shortQty: 1, shippedQty: 1 };
const NONE = { qty: 3, shortQty: 0, shippedQty: 0 };

const DERIVED: [ShipmentStatus[], (typeof ALL)[], string][] = [
  [[], [NONE], 'unshipped'],
  [['canceled'], [NONE], 'unshipped'],
  [['canceled', 'canceled'], [NONE], 'unshipped'],
  [['booked'], [NONE], 'booked'],
  [['booked', 'canceled'], [NONE], 'booked'],
  [['picked_up'], [ALL], 'shipped'],
  [['picked_up'], [SHORT], 'shipped'],
  [['picked_up'], [SOME], 'partially_shipped'],
  [['picked_up'], [ALL, NONE], 'partially_shipped'],
  [['picked_up', 'booked'], [ALL, NONE], 'partially_shipped'],
  [['picked_up', 'canceled'], [ALL, NONE], 'partially_shipped'],
  [['picked_up', 'canceled'], [ALL], 'shipped'],
  [['in_transit', 'picked_up'], [ALL, ALL], 'shipped'],
  [['out_for_delivery'], [ALL], 'shipped'],
  [['delivery_failed'], [ALL], 'shipped'],
  [['delivered'], [ALL], 'delivered'],
  [['delivered', 'canceled'], [ALL], 'delivered'],
  [['delivered', 'delivered'], [ALL, SHORT], 'delivered'],
  [['delivered'], [ALL, NONE], 'partially_delivered'],
  [['delivered', 'booked'], [ALL, NONE], 'partially_delivered'],
  [['delivered', 'in_transit'], [ALL], 'partially_delivered'],
  [['delivered', 'delivery_failed'], [ALL], 'partially_delivered'],
  [['delivered', 'returned'], [ALL], 'partially_delivered'],
  [['returning'], [ALL], 'returning'],
  [['returning'], [SOME], 'returning'],
  [['returning', 'delivered'], [ALL], 'returning'],
  [['returning', 'returned'], [ALL], 'returning'],
  [['returned'], [ALL], 'returned'],
  [['returned', 'canceled'], [ALL], 'returned'],
  [['returned', 'returned'], [ALL], 'returned'],
  [['returned'], [ALL, NONE], 'partially_shipped'],
  [['returned', 'in_transit'], [ALL], 'shipped'],
];

for (const [statuses, lines, expected] of DERIVED) {
  const parcels = statuses.length === 0 ? 'no parcels' : statuses.join(' + ');
  const shares = lines.map(({ qty, shortQty, shippedQty }) => `${shippedQty} of ${qty - shortQty}`).join(' + ');
  test(`an order with ${parcels} and ${shares} shipped is ${expected}`, () => {
    for (const order of [statuses, statuses.toReversed()])
      assert.equal(
        shippingStatus(
          order.map((status) => ({ status })),
          { isAllShipped: haveAllLeft(lines), isAllRestocked: false },
        ),
        expected,
      );
  });
}

test('goods that are all in stock again make an order returned, whatever its parcels report', () => {
  const restocked = { isAllShipped: true, isAllRestocked: true };
  for (const status of ['picked_up', 'in_transit', 'delivered', 'returning', 'returned'] as const)
    assert.equal(shippingStatus([{ status }], restocked), 'returned');
  assert.equal(shippingStatus([{ status: 'picked_up' }], { ...restocked, isAllShipped: false }), 'partially_shipped');
  assert.equal(shippingStatus([{ status: 'booked' }], restocked), 'booked');
});
