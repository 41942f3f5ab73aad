import fc from 'fast-check';
import { byCommand } from '../../src/domain/orders/history.ts';
import { bookShipment } from '../../src/domain/orders/shipments/book.ts';
import { cancelShipment, pickUp } from '../../src/domain/orders/shipments/move.ts';
import { undoHandOver } from '../../src/domain/orders/shipments/undo-hand-over.ts';
import type { Id } from '../../src/lib/ids.ts';
import {
  firstUnits,
  inPickOrder,
  merge,
  netMovements,
  release,
  reservation,
  subtract,
  wholeUnits,
} from './allocations.ts';
import { type Command, command, expect, pickLikely } from './command.ts';
import type { Allocation, Line, Oracle, Order, Shipment } from './oracle.ts';
import { causeOf, isOpen } from './order-commands.ts';
import type { Real } from './real.ts';
import { returned } from './return-command.ts';
import { supply } from './supply.ts';

let numbers = 0;

/** A tracking number that is unique in the store. */
const nextNumber = (): string => {
  numbers += 1;
  return `PARCEL-${numbers}`;
};

const anyIndex = fc.nat({ max: 1000 });

const bookedOf = (order: Order, line: Line) =>
  order.shipments
    .filter(({ status }) => status === 'booked')
    .flatMap(({ items }) => items.filter((item) => item.line === line));

/** Reservations of the line beyond its booked shipments. */
const unbookedReservations = (real: Real, order: Order, line: Line): Allocation[] =>
  inPickOrder(
    real,
    subtract(
      line.reserved,
      bookedOf(order, line).flatMap(({ pieces }) => pieces),
    ),
  );

const unbookedQty = (order: Order, line: Line): number =>
  line.qty - line.shippedQty - line.shortQty - bookedOf(order, line).reduce((sum, { qty }) => sum + qty, 0);

const booked = command(
  'book a shipment',
  fc.record({
    order: anyIndex,
    qtys: fc.option(fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 3 }), { nil: undefined }),
  }),
  async (model, real, { order: chosen, qtys }) => {
    if (model.orders.length === 0) return;
    const order = pickLikely(model.orders, chosen, isOpen);
    const wanted = order.lines
      .map((line, i) => ({ line, qty: qtys ? (qtys[i] ?? 0) : unbookedQty(order, line) }))
      .filter(({ qty }) => qty > 0);
    const missing = wanted
      .map(({ line, qty }) => ({
        line,
        components: line.consumedParts,
        qty: qty - wholeUnits(unbookedReservations(real, order, line), line.consumedParts),
      }))
      .filter(({ qty }) => qty > 0);
    const places = supply(model, missing);
    const allowed =
      order.status === 'open' &&
      wanted.length > 0 &&
      wanted.every(({ line, qty }) => qty <= unbookedQty(order, line)) &&
      places !== undefined;
    const lines = qtys && wanted.map(({ line, qty }) => ({ lineId: line.id as Id, qty }));
    const made = await expect(
      allowed,
      real.attempt((tx, now) =>
        bookShipment(tx, order.id as Id, { trackingNumber: nextNumber(), lines }, byCommand(now)),
      ),
    );
    if (!made || !places) return;
    missing.forEach(({ line }, i) => {
      line.reserved = merge(line.reserved, places[i] as Allocation[]);
    });
    const items = wanted.map(({ line, qty }) => ({
      line,
      qty,
      pieces: firstUnits(unbookedReservations(real, order, line), line.consumedParts, qty),
    }));
    order.shipments.push({ id: made.done.id, status: 'booked', items });
    model.move(causeOf(order, 'order_reserved'), netMovements(places.flat().map(reservation)));
  },
);

/** Any shipment, and its order. */
function shipmentOf(
  model: Oracle,
  chosen: number,
  likely: Shipment['status'] = 'booked',
): { order: Order; shipment: Shipment } | undefined {
  const all = model.orders.flatMap((order) => order.shipments.map((shipment) => ({ order, shipment })));
  return all.length === 0 ? undefined : pickLikely(all, chosen, ({ shipment }) => shipment.status === likely);
}

const canceled = command('cancel a shipment', anyIndex, async (model, real, chosen) => {
  const found = shipmentOf(model, chosen);
  if (!found) return;
  const { order, shipment } = found;
  const allowed = shipment.status === 'booked';
  await expect(
    allowed,
    real.attempt((tx, now) => cancelShipment(tx, shipment.id as Id, byCommand(now))),
  );
  if (!allowed) return;
  shipment.status = 'canceled';
  const released = shipment.items.flatMap(({ pieces }) => pieces);
  for (const { line, pieces } of shipment.items) line.reserved = subtract(line.reserved, pieces);
  model.move(causeOf(order, 'shipping_canceled'), netMovements(released.map(release)));
});

const pickedUp = command(
  'pick up a shipment',
  fc.record({
    shipment: anyIndex,
    from: fc.option(fc.constantFrom('bkk', 'cnx', 'home'), { nil: undefined }),
    /** The shortage of each line at the pick-up. */
    short: fc.array(fc.nat({ max: 2 }), { maxLength: 3 }),
  }),
  async (model, real, { shipment: chosen, from, short }) => {
    const found = shipmentOf(model, chosen);
    if (!found) return;
    const { order, shipment } = found;
    const lines = shipment.items.map((item, i) => {
      const shortBy = Math.min(short[i] ?? 0, item.qty);
      const leaving = firstUnits(inPickOrder(real, item.pieces), item.line.consumedParts, item.qty - shortBy);
      return { ...item, shortBy, leaving, staying: subtract(item.pieces, leaving) };
    });
    const inPlace = lines.flatMap(({ leaving }) =>
      leaving.filter((allocation) => from === undefined || allocation.warehouse === from),
    );
    const elsewhere = lines.flatMap(({ leaving }) =>
      leaving.filter((allocation) => from !== undefined && allocation.warehouse !== from),
    );
    const released = [...elsewhere, ...lines.flatMap(({ staying }) => staying)];
    const taken = netMovements(
      elsewhere.map(({ variant, qty }) => ({ variant, warehouse: from as string, onHand: -qty })),
    );
    const anythingLeaves = inPlace.length + elsewhere.length > 0;
    const allowed = shipment.status === 'booked' && anythingLeaves && isAvailable(model, taken, { inPlace, released });
    await expect(
      allowed,
      real.attempt((tx, now) =>
        pickUp(
          tx,
          shipment.id as Id,
          {
            from: from === undefined ? undefined : real.warehouses.id(from),
            short: lines
              .filter(({ shortBy }) => shortBy > 0)
              .map(({ line, qty, shortBy }) => ({ lineId: line.id as Id, qty: qty - shortBy })),
          },
          byCommand(now),
        ),
      ),
    );
    if (!allowed) return;
    shipment.status = 'picked_up';
    shipment.taken = [];
    for (const { line, qty, pieces, leaving, shortBy } of lines) {
      const moved = leaving.map((allocation) => ({ ...allocation, warehouse: from ?? allocation.warehouse }));
      const taken = inPickOrder(real, merge([], moved));
      line.reserved = subtract(line.reserved, pieces);
      line.shipped.push(...taken);
      shipment.taken.push({ pieces: taken, shortBy });
      line.shippedQty += qty - shortBy;
      line.shortQty += shortBy;
    }
    const shipped = inPlace.map(({ variant, warehouse, qty }) => ({
      variant,
      warehouse,
      onHand: -qty,
      reserved: -qty,
    }));
    model.move(causeOf(order, 'shipped'), netMovements(shipped));
    model.move(causeOf(order, 'available_qty_reconciled'), netMovements(released.map(release)));
    model.move(causeOf(order, 'available_qty_reconciled'), taken);
  },
);

const undone = command('undo a pick-up', anyIndex, async (model, real, chosen) => {
  const found = shipmentOf(model, chosen, 'picked_up');
  if (!found) return;
  const { order, shipment } = found;
  const items = shipment.items.map((item, i) => ({ ...item, ...(shipment.taken?.[i] ?? { pieces: [], shortBy: 0 }) }));
  const leftOut = items.filter(({ shortBy }) => shortBy > 0);
  const places = supply(
    model,
    leftOut.map(({ line, shortBy }) => ({ components: line.consumedParts, qty: shortBy })),
  );
  const allowed =
    shipment.status === 'picked_up' &&
    order.status === 'open' &&
    order.lines.every(({ returnedQty }) => returnedQty === 0) &&
    items.every(({ pieces }) => pieces.every(model.canStock)) &&
    places !== undefined;
  const is = await expect(
    allowed,
    real.attempt((tx, now) => undoHandOver(tx, shipment.id as Id, byCommand(now))),
  );
  if (!is || !places) return;
  shipment.status = 'booked';
  shipment.items = items.map(({ line, qty, pieces, shortBy }) => {
    const again = places[leftOut.findIndex((other) => other.line === line)] ?? [];
    line.shipped = line.shipped.filter((shipped) => !pieces.includes(shipped));
    line.reserved = merge(line.reserved, merge(pieces, again));
    line.shippedQty -= qty - shortBy;
    line.shortQty -= shortBy;
    return { line, qty, pieces: merge(pieces, again) };
  });
  const back = items.flatMap(({ pieces }) =>
    pieces.map(({ variant, warehouse, qty }) => ({ variant, warehouse, onHand: qty, reserved: qty })),
  );
  model.move(causeOf(order, 'handover_undone'), netMovements(back));
  model.move(causeOf(order, 'order_reserved'), netMovements(places.flat().map(reservation)));
});

/** Whether another warehouse has the pieces available, after what leaves in place and what is released. */
function isAvailable(
  model: Oracle,
  taken: readonly { variant: string; warehouse: string; onHand?: number }[],
  { inPlace, released }: { inPlace: readonly Allocation[]; released: readonly Allocation[] },
): boolean {
  return taken.every(({ variant, warehouse, onHand = 0 }) => {
    if (!model.canStock({ variant, warehouse })) return false;
    const count = (pieces: readonly Allocation[]) =>
      pieces
        .filter((allocation) => allocation.variant === variant && allocation.warehouse === warehouse)
        .reduce((sum, { qty }) => sum + qty, 0);
    const level = model.level(variant, warehouse);
    const onHandAfter = level.onHand - count(inPlace);
    const availableAfter = onHandAfter - (level.reserved - count(inPlace) - count(released));
    return (
      -onHand <= onHandAfter &&
      (-onHand <= availableAfter || model.allowsNegativeStock[model.variant(variant).store] === true)
    );
  });
}

export const SHIPMENT_COMMANDS: readonly fc.Arbitrary<Command>[] = [
  booked,
  booked,
  pickedUp,
  pickedUp,
  undone,
  undone,
  canceled,
  returned,
];
