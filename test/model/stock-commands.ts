import fc from 'fast-check';
import { assemble, disassemble } from '../../src/domain/catalogue/assembly.ts';
import { addOnHand, deductOnHand, setOnHand } from '../../src/domain/stock/adjust-on-hand.ts';
import { applyFulfilment, commitCount, enterCounts, startCount } from '../../src/domain/stock/counts.ts';
import { receive, transfer, writeOff } from '../../src/domain/stock/goods.ts';
import { markSlowMoving } from '../../src/domain/stock/ledger.ts';
import type { Reason } from '../../src/domain/stock/reasons.ts';
import { repairStock } from '../../src/domain/stock/verify-stock.ts';
import type { Id } from '../../src/lib/ids.ts';
import type { Money } from '../../src/lib/money.ts';
import { type Command, command, expect, pick } from './command.ts';
import type { Cause, Oracle } from './oracle.ts';
import type { Real } from './real.ts';
import { anyIndex, idsOf, type Location, linesOf, locationOf, smallQty, USER } from './stock-arguments.ts';

/** Whether the quantity can be removed: it is on hand, and available unless the store allows negative stock. */
function isFree(model: Oracle, { variant, warehouse }: Location, qty: number): boolean {
  const { onHand, reserved } = model.level(variant, warehouse);
  return (
    qty <= onHand && (qty <= onHand - reserved || (model.allowsNegativeStock[model.variant(variant).store] ?? false))
  );
}

const ADJUSTMENTS = {
  set: { verb: setOnHand, reasons: ['command_edited', 'admin_edited', 'user_set', 'user_adjusted'] },
  add: { verb: addOnHand, reasons: ['command_edited', 'admin_edited', 'user_added'] },
  deduct: { verb: deductOnHand, reasons: ['command_edited', 'admin_edited', 'user_deducted'] },
} as const;

const adjust = command(
  'adjust',
  fc.record({
    way: fc.constantFrom('set', 'add', 'deduct'),
    variant: anyIndex,
    warehouse: anyIndex,
    reason: anyIndex,
    qty: smallQty,
  }),
  async (model, real, args) => {
    const { verb, reasons } = ADJUSTMENTS[args.way as keyof typeof ADJUSTMENTS];
    const location = locationOf(model, args.variant, args.warehouse);
    const reason: Reason = pick(reasons, args.reason);
    const userId = reason.startsWith('user') ? USER : undefined;
    const allowed = model.hasOwnStock(location.variant) && (args.way !== 'deduct' || isFree(model, location, args.qty));
    await expect(
      allowed,
      real.attempt((tx, now) => verb(tx, { ...idsOf(real, location), qty: args.qty, reason, userId }, now)),
    );
    if (!allowed) return;
    const { onHand } = model.level(location.variant, location.warehouse);
    const change = { set: args.qty - onHand, add: args.qty, deduct: -args.qty }[args.way as keyof typeof ADJUSTMENTS];
    model.move({ reason, store: location.store, user: userId as number | undefined } as Cause, [
      { ...location, onHand: change },
    ]);
  },
);

/** Lines of one store, possibly with duplicate variants. */
const goods = fc.record({
  store: fc.constantFrom('source', 'source', 'reseller'),
  lines: fc.array(fc.record({ variant: anyIndex, qty: smallQty }), { minLength: 1, maxLength: 3 }),
  warehouse: anyIndex,
  to: anyIndex,
});

/** Whether there are lines, and each can be moved. */
const allKeepStock = (model: Oracle, lines: readonly { variant: string }[]): boolean =>
  lines.length > 0 && lines.every(({ variant }) => model.hasOwnStock(variant));

const allFree = (model: Oracle, warehouse: string, lines: readonly { variant: string; qty: number }[]): boolean =>
  lines.every(({ variant }) => {
    const wanted = lines.filter((line) => line.variant === variant).reduce((sum, line) => sum + line.qty, 0);
    return isFree(model, { variant, warehouse }, wanted);
  });

const steps = (warehouse: string, lines: readonly { variant: string; qty: number }[], sign: 1 | -1) =>
  lines.map(({ variant, qty }) => ({ variant, warehouse, onHand: sign * qty }));

const received = command(
  'receive',
  fc.record({ goods, kind: fc.constantFrom('purchase', 'deposit') }),
  async (model, real, { goods: chosen, kind }) => {
    const [lines, isPurchase] = [linesOf(model, chosen), kind === 'purchase'];
    const warehouse = pick(model.warehouses[chosen.store] as string[], chosen.warehouse);
    const allowed = allKeepStock(model, lines);
    await expect(
      allowed,
      real.attempt((tx, now) =>
        receive(
          tx,
          {
            kind: isPurchase ? 'purchase' : 'deposit',
            storeId: real.stores[chosen.store]?.id as Id,
            warehouseId: real.warehouses.id(warehouse),
            userId: USER,
            lines: lines.map(({ variant, qty }) => ({
              variantId: real.variants.id(variant),
              qty,
              cost: isPurchase ? (5 as Money) : undefined,
            })),
          },
          now,
        ),
      ),
    );
    const reason = isPurchase ? 'purchased' : 'deposited';
    if (allowed) model.move({ reason, store: chosen.store, user: USER }, steps(warehouse, lines, 1));
  },
);

const wroteOff = command(
  'write off',
  fc.record({ goods, kind: fc.constantFrom('damaged' as const, 'lost' as const, 'withdrawn' as const) }),
  async (model, real, { goods: chosen, kind }) => {
    const lines = linesOf(model, chosen);
    const warehouse = pick(model.warehouses[chosen.store] as string[], chosen.warehouse);
    const allowed = allKeepStock(model, lines) && allFree(model, warehouse, lines);
    await expect(
      allowed,
      real.attempt((tx, now) => writeOff(tx, { kind, ...documentOf(real, chosen.store, warehouse, lines) }, now)),
    );
    if (allowed) model.move({ reason: kind, store: chosen.store, user: USER }, steps(warehouse, lines, -1));
  },
);

const transferred = command('transfer', goods, async (model, real, chosen) => {
  const lines = linesOf(model, chosen);
  const all = model.warehouses[chosen.store] as string[];
  const [from, to] = [pick(all, chosen.warehouse), pick(all, chosen.to)];
  const allowed = from !== to && allKeepStock(model, lines) && allFree(model, from, lines);
  const toWarehouseId = real.warehouses.id(to);
  await expect(
    allowed,
    real.attempt((tx, now) => transfer(tx, { toWarehouseId, ...documentOf(real, chosen.store, from, lines) }, now)),
  );
  if (!allowed) return;
  model.move({ reason: 'user_deducted', store: chosen.store, user: USER }, steps(from, lines, -1));
  model.move({ reason: 'user_added', store: chosen.store, user: USER }, steps(to, lines, 1));
});

const documentOf = (
  real: Real,
  store: string,
  warehouse: string,
  lines: readonly { variant: string; qty: number }[],
) => ({
  storeId: real.stores[store]?.id as Id,
  warehouseId: real.warehouses.id(warehouse),
  userId: USER,
  lines: lines.map(({ variant, qty }) => ({ variantId: real.variants.id(variant), qty })),
});

const assembled = command(
  'assemble',
  fc.record({
    isDisassembly: fc.boolean(),
    variant: anyIndex,
    warehouse: anyIndex,
    qty: fc.integer({ min: 1, max: 3 }),
  }),
  async (model, real, { isDisassembly, qty, ...chosen }) => {
    const location = locationOf(model, chosen.variant, chosen.warehouse);
    const { parts, store } = model.variant(location.variant);
    const needed = parts.map((part) => ({ variant: part.variant, qty: part.qty * qty }));
    const allowed =
      model.hasOwnStock(location.variant) &&
      parts.length > 0 &&
      (isDisassembly ? isFree(model, location, qty) : allFree(model, location.warehouse, needed));
    const verb = isDisassembly ? disassemble : assemble;
    const storeId = real.stores[store]?.id as Id;
    await expect(
      allowed,
      real.attempt((tx, now) => verb(tx, { storeId, ...idsOf(real, location), qty, userId: USER }, now)),
    );
    if (!allowed) return;
    const whole = [{ variant: location.variant, qty }];
    const name = isDisassembly ? 'disassemble' : 'assemble';
    model.move({ reason: `${name}_deducted` }, steps(location.warehouse, isDisassembly ? whole : needed, -1));
    model.move({ reason: `${name}_added` }, steps(location.warehouse, isDisassembly ? needed : whole, 1));
  },
);

const counted = command(
  'count',
  fc.record({
    store: fc.constantFrom('source', 'source', 'reseller'),
    lines: fc.uniqueArray(fc.record({ variant: anyIndex, qty: fc.nat({ max: 15 }) }), {
      minLength: 1,
      maxLength: 4,
      selector: ({ variant }) => variant % 4,
    }),
    warehouse: anyIndex,
    fulfilment: fc.boolean(),
    restart: fc.boolean(),
  }),
  async (model, real, { store, lines: wanted, warehouse: chosen, fulfilment, restart }) => {
    const warehouse = pick(model.warehouses[store] as string[], chosen);
    const byName = new Map(linesOf(model, { store, lines: wanted }).map(({ variant, qty }) => [variant, qty]));
    const names = [...byName.keys()];
    const lines = names.map((name) => ({ variantId: real.variants.id(name), counted: byName.get(name) as number }));
    const location = { storeId: real.stores[store]?.id as Id, warehouseId: real.warehouses.id(warehouse) };
    const allowed = names.length > 0 && names.every((name) => model.hasOwnStock(name));
    if (fulfilment)
      await expect(
        allowed,
        real.attempt((tx, now) => applyFulfilment(tx, { ...location, lines }, now)),
      );
    else {
      const sheet = await real.write((tx, now) => startCount(tx, { ...location, userId: USER }, now));
      await expect(
        allowed,
        real.attempt((tx) => enterCounts(tx, sheet, lines)),
      );
      if (restart) real.restart();
      if (allowed) await real.write((tx, now) => commitCount(tx, sheet, now));
    }
    if (!allowed) return;
    const movements = names.map((variant) => ({
      variant,
      warehouse,
      onHand: (byName.get(variant) as number) - model.level(variant, warehouse).onHand,
    }));
    const cause = fulfilment ? { reason: 'fullfilment_updated' } : { reason: 'stock_counted', user: USER };
    model.move({ store, ...cause }, movements);
  },
);

/** Changes stock without the ledger, and repairs it. */
const repaired = command(
  'break and repair',
  fc.record({
    variant: anyIndex,
    warehouse: anyIndex,
    by: smallQty,
    trusted: fc.constantFrom('ledger' as const, 'stock' as const),
  }),
  async (model, real, { by, trusted, ...chosen }) => {
    const location = locationOf(model, chosen.variant, chosen.warehouse);
    if (!model.hasOwnStock(location.variant)) return;
    const { variantId, warehouseId } = idsOf(real, location);
    const broken = 'UPDATE stock SET on_hand = on_hand + ? WHERE variant_id = ? AND warehouse_id = ?';
    if (real.tamperRows(broken, by, variantId, warehouseId) === 0) return;
    await real.write((tx, now) => repairStock(tx, now, trusted));
    if (trusted === 'ledger') model.level(location.variant, location.warehouse).onHand += by;
    const cause = { reason: trusted === 'ledger' ? 'system_corrected' : 'unknown' };
    model.move(cause, [{ ...location, onHand: trusted === 'ledger' ? -by : by }]);
  },
);

/** A store file that sets the on-hand quantity of a variant. */
const loaded = command(
  'load',
  fc.record({ variant: anyIndex, warehouse: anyIndex, qty: fc.nat({ max: 15 }) }),
  async (model, real, args) => {
    const { qty: onHand, ...chosen } = args;
    const location = locationOf(model, chosen.variant, chosen.warehouse);
    if (!model.hasOwnStock(location.variant)) return;
    const { product } = model.variant(location.variant);
    const variants = [{ key: location.variant, stock: { [location.warehouse]: onHand } }];
    await real.load([
      { key: location.store, name: location.store, products: [{ key: product, name: product, variants }] },
    ]);
    const cause = { reason: 'command_edited', store: location.store };
    model.move(cause, [{ ...location, onHand: onHand - model.level(location.variant, location.warehouse).onHand }]);
  },
);

/** Clears the fast-moving mark of all stock rows. */
const markedSlowMoving = command('mark slow-moving', fc.constant({}), async (_, real) => {
  await real.write((tx) => markSlowMoving(tx, 0));
});

const restarted = command('restart', fc.constant({}), async (_, real) => real.restart());

export const STOCK_COMMANDS: readonly fc.Arbitrary<Command>[] = [
  adjust,
  received,
  wroteOff,
  transferred,
  assembled,
  counted,
  repaired,
  loaded,
  markedSlowMoving,
  restarted,
];
