import fc from 'fast-check';
import { byUser } from '../../src/domain/orders/history.ts';
import { returnGoods } from '../../src/domain/orders/shipments/return.ts';
import type { Id } from '../../src/lib/ids.ts';
import { firstUnits, merge, netMovements, subtract } from './allocations.ts';
import { command, expect, pick, pickLikely } from './command.ts';
import type { Allocation, Line } from './oracle.ts';
import { hasLeft } from './order-commands.ts';

const USER = 7 as Id;
const anyIndex = fc.nat({ max: 1000 });

/** The pieces of this number of units that left first. */
const firstShipped = (line: Line, qty: number): Allocation[] =>
  merge([], firstUnits(line.shipped, line.consumedParts, qty));

export const returned = command(
  'return goods',
  fc.record({ order: anyIndex, qtys: fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 3 }), to: anyIndex }),
  async (model, real, { order: chosen, qtys, to }) => {
    if (model.orders.length === 0) return;
    const order = pickLikely(model.orders, chosen, hasLeft);
    const lines = order.lines.map((line, i) => ({ line, qty: qtys[i] ?? 0 })).filter(({ qty }) => qty > 0);
    const chosenWarehouse = to % 3 === 0 ? undefined : pick(model.warehouses.source as string[], to);
    const pieces = lines.flatMap(({ line, qty }) =>
      subtract(firstShipped(line, line.returnedQty + qty), firstShipped(line, line.returnedQty)),
    );
    const into = pieces.map((allocation) => ({ ...allocation, warehouse: chosenWarehouse ?? allocation.warehouse }));
    const allowed =
      lines.length > 0 &&
      lines.every(({ line, qty }) => qty <= line.shippedQty - line.returnedQty) &&
      into.every(model.canStock);
    await expect(
      allowed,
      real.attempt((tx, now) =>
        returnGoods(
          tx,
          order.id as Id,
          {
            lines: lines.map(({ line, qty }) => ({ lineId: line.id as Id, qty })),
            warehouseId: chosenWarehouse === undefined ? undefined : real.warehouses.id(chosenWarehouse),
          },
          byUser(USER, now),
        ),
      ),
    );
    if (!allowed) return;
    for (const { line, qty } of lines) line.returnedQty += qty;
    const movements = into.map(({ variant, warehouse, qty }) => ({ variant, warehouse, onHand: qty }));
    model.move({ reason: 'returned', store: order.store, user: USER }, netMovements(movements));
  },
);
