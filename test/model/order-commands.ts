import fc from 'fast-check';
import { type Canceler, cancelOrder, expireOrders } from '../../src/domain/orders/close.ts';
import { createOrder } from '../../src/domain/orders/create.ts';
import { editOrder } from '../../src/domain/orders/edit.ts';
import { byCommand } from '../../src/domain/orders/history.ts';
import type { Order as RealOrder } from '../../src/domain/orders/order.ts';
import type { OrderInput } from '../../src/domain/orders/order-input.ts';
import type { Id } from '../../src/lib/ids.ts';
import { ZERO } from '../../src/lib/money.ts';
import { firstUnits, inPickOrder, merge, netMovements, release, reservation, subtract } from './allocations.ts';
import { type Command, command, expect, pick, pickLikely } from './command.ts';
import type { Allocation, Cause, Line, Oracle, Order } from './oracle.ts';
import type { Real } from './real.ts';
import { supply } from './supply.ts';

const anyIndex = fc.nat({ max: 1000 });
const smallQty = fc.integer({ min: 1, max: 5 });
const MINUTE = 60_000;

export const causeOf = (order: Order, reason: string): Cause => ({ reason, store: order.store, order: order.id });

/** The live variants of a store, for the lines of orders. */
const sold = (model: Oracle, store: string): string[] =>
  model.names((variant) => variant.live && variant.store === store && !isUnpriced(model, variant.source));

/** New variants of the source, without a price of the reseller. */
const isUnpriced = (model: Oracle, source: string | undefined): boolean =>
  source !== undefined && !['leaf', 'cup', 'set'].includes(source) && model.variant(source) !== undefined;

const wantedOrder = (real: Real, lines: readonly { variant: string; qty: number }[], expires: number): OrderInput => ({
  shippingType: 'ems',
  lines: lines.map(({ variant, qty }) => ({ variantId: real.variants.id(variant), qty })),
  recipientAddress: { name: 'สมชาย ใจดี' },
  discount: ZERO,
  shippingFee: ZERO,
  otherFee: ZERO,
  shipBeforePay: true,
  autoRequestXshipping: false,
  expirationTime: expires,
});

const newLine = (
  model: Oracle,
  id: number,
  { variant, qty }: { variant: string; qty: number },
  reserved: Allocation[],
): Line => ({
  id,
  variant,
  qty,
  consumedParts: model.consumedParts(variant),
  reserved: merge([], reserved),
  shipped: [],
  shippedQty: 0,
  shortQty: 0,
  returnedQty: 0,
});

const lastLineIds = (order: RealOrder, count: number): Id[] => order.lines.slice(-count).map(({ id }) => id);

const ordered = command(
  'order',
  fc.record({
    store: fc.constantFrom('source', 'reseller'),
    lines: fc.array(fc.record({ variant: anyIndex, qty: smallQty }), { minLength: 1, maxLength: 4 }),
    minutes: fc.integer({ min: 1, max: 60 }),
  }),
  async (model, real, { store, lines: chosen, minutes }) => {
    const names = sold(model, store);
    if (names.length === 0) return;
    const lines = chosen.map(({ variant, qty }) => ({ variant: pick(names, variant), qty }));
    const demands = lines.map(({ variant, qty }) => ({ components: model.consumedParts(variant), qty }));
    const places = supply(model, demands);
    const expires = real.now() + minutes * MINUTE;
    const { channel } = real.stores[store] as { channel: Parameters<typeof createOrder>[1] };
    const made = await expect(
      places !== undefined,
      real.attempt((tx, now) => createOrder(tx, channel, wantedOrder(real, lines, expires), now).order),
    );
    if (!made || !places) return;
    const order: Order = { id: made.done.id, store, status: 'open', expires, lines: [], shipments: [] };
    order.lines = lines.map((line, i) => newLine(model, made.done.lines[i]?.id as Id, line, places[i] as Allocation[]));
    model.orders.push(order);
    model.move(causeOf(order, 'order_reserved'), netMovements(places.flat().map(reservation)));
  },
);

export const isOpen = ({ status }: Order): boolean => status === 'open';
const isBooked = ({ shipments }: Order): boolean => shipments.some(({ status }) => status === 'booked');
export const hasLeft = ({ shipments }: Order): boolean => shipments.some(({ status }) => status === 'picked_up');

const REASONS: Record<Canceler, string> = {
  buyer: 'order_canceled',
  reseller: 'order_canceled',
  store: 'order_canceled',
  system: 'order_canceled_by_system',
};

function close(model: Oracle, order: Order, status: 'canceled' | 'expired', reason: string): void {
  order.status = status;
  for (const shipment of order.shipments) if (shipment.status === 'booked') shipment.status = 'canceled';
  const released = order.lines.flatMap(({ reserved }) => reserved);
  for (const line of order.lines) line.reserved = [];
  model.move(causeOf(order, reason), netMovements(released.map(release)));
}

const canceled = command(
  'cancel an order',
  fc.record({ order: anyIndex, by: fc.constantFrom<Canceler>('buyer', 'reseller', 'store', 'system') }),
  async (model, real, { order: chosen, by }) => {
    if (model.orders.length === 0) return;
    const order = pickLikely(model.orders, chosen, isOpen);
    const allowed = order.status === 'open' && !hasLeft(order);
    await expect(
      allowed,
      real.attempt((tx, now) => cancelOrder(tx, order.id as Id, by, byCommand(now))),
    );
    if (allowed) close(model, order, 'canceled', REASONS[by]);
  },
);

const expired = command('let orders expire', fc.integer({ min: 1, max: 20 }), async (model, real, minutes) => {
  real.forward(minutes * MINUTE);
  await real.write((tx, now) => expireOrders(tx, now));
  const due = model.orders.filter(
    (order) => order.status === 'open' && order.expires <= real.now() && !isBooked(order) && !hasLeft(order),
  );
  for (const order of due.toSorted((a, b) => a.expires - b.expires || a.id - b.id))
    close(model, order, 'expired', 'order_canceled_by_system');
});

const edited = command(
  'edit an order',
  fc.record({
    order: anyIndex,
    /** New quantities of the lines in order; 0 removes a line, and a missing quantity keeps it. */
    qtys: fc.array(fc.integer({ min: 0, max: 7 }), { maxLength: 4 }),
    added: fc.option(fc.record({ variant: anyIndex, qty: smallQty }), { nil: undefined }),
  }),
  async (model, real, { order: chosen, qtys, added }) => {
    if (model.orders.length === 0) return;
    const order = pickLikely(model.orders, chosen, isOpen);
    const wanted = order.lines.map((line, i) => ({ line, qty: qtys[i] ?? line.qty }));
    const names = sold(model, order.store);
    const more = added && names.length > 0 ? [{ variant: pick(names, added.variant), qty: added.qty }] : [];
    const plan = editPlan(model, real, order, wanted, more);
    const result = await expect(
      plan !== undefined,
      real.attempt((tx, now) =>
        editOrder(
          tx,
          order.id as Id,
          {
            set: wanted.filter(({ qty }) => qty > 0).map(({ line, qty }) => ({ lineId: line.id as Id, qty })),
            remove: wanted.filter(({ qty }) => qty === 0).map(({ line }) => line.id as Id),
            add: more.map(({ variant, qty }) => ({ variantId: real.variants.id(variant), qty })),
          },
          byCommand(now),
        ),
      ),
    );
    if (!result || !plan) return;
    for (const { line, qty } of wanted) {
      line.qty = qty;
      line.reserved = merge(subtract(line.reserved, plan.released.get(line) ?? []), plan.reserved.get(line) ?? []);
    }
    order.lines = order.lines.filter(({ qty }) => qty > 0);
    const ids = lastLineIds(result.done, more.length);
    more.forEach((line, i) => {
      order.lines.push(newLine(model, ids[i] as number, line, plan.added[i] as Allocation[]));
    });
    const released = [...plan.released.values()].flat();
    const reserved = [...[...plan.reserved.values()].flat(), ...plan.added.flat()];
    model.move(causeOf(order, 'order_edited'), netMovements([...released.map(release), ...reserved.map(reservation)]));
  },
);

/** Releases and reservations of an edit; undefined if it must be refused. */
function editPlan(
  model: Oracle,
  real: Real,
  order: Order,
  wanted: readonly { line: Line; qty: number }[],
  more: readonly { variant: string; qty: number }[],
) {
  if (order.status !== 'open' || isBooked(order) || hasLeft(order)) return undefined;
  if (wanted.every(({ qty }) => qty === 0) && more.length === 0) return undefined;
  const released = new Map(
    wanted
      .filter(({ line, qty }) => qty !== line.qty)
      .map(
        ({ line, qty }) =>
          [
            line,
            subtract(line.reserved, firstUnits(inPickOrder(real, line.reserved), line.consumedParts, qty)),
          ] as const,
      ),
  );
  const raised = wanted.filter(({ line, qty }) => qty > line.qty);
  const isUnavailable = ({ variant }: Line) =>
    !model.variant(variant).live || model.consumedParts(variant).length === 0;
  if (raised.some(({ line }) => isUnavailable(line))) return undefined;
  const demands = [
    ...raised.map(({ line, qty }) => ({ components: line.consumedParts, qty: qty - line.qty })),
    ...more.map(({ variant, qty }) => ({ components: model.consumedParts(variant), qty })),
  ];
  const places = supply(model, demands, [...released.values()].flat());
  if (!places) return undefined;
  const reserved = new Map(raised.map(({ line }, i) => [line, places[i] as Allocation[]]));
  return { released, reserved, added: places.slice(raised.length) };
}

export const ORDER_COMMANDS: readonly fc.Arbitrary<Command>[] = [
  ordered,
  ordered,
  ordered,
  canceled,
  expired,
  edited,
  edited,
];
