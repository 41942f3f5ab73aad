import assert from 'node:assert/strict';
import type fc from 'fast-check';
import type { Item, Oracle } from './oracle.ts';
import type { Real } from './real.ts';

export type Command = fc.AsyncCommand<Oracle, Real>;

/** Applies a command to both worlds; `run` asserts the result of each step. */
export type Run<Args> = (model: Oracle, real: Real, args: Args) => Promise<void>;

/** A command with random arguments, after which both worlds must agree. */
export const command = <Args>(name: string, args: fc.Arbitrary<Args>, run: Run<Args>): fc.Arbitrary<Command> =>
  args.map((chosen) => ({
    check: () => true,
    run: async (model, real) => {
      real.forward(1);
      await run(model, real, chosen);
      await assertAgreement(model, real);
    },
    toString: () => `${name} ${JSON.stringify(chosen)}`,
  }));

/** Asserts that the operation is refused exactly if expected; returns whether it was done. */
export async function expect<T>(
  allowed: boolean,
  attempt: Promise<{ done: T } | undefined>,
): Promise<{ done: T } | undefined> {
  const result = await attempt;
  assert.equal(result !== undefined, allowed, allowed ? 'it was refused' : 'it was not refused');
  return result;
}

/** An element of a non-empty list. */
export const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

/** An element of the list; in three of four cases `likely` is true for it. */
export function pickLikely<T>(list: readonly T[], n: number, likely: (item: T) => boolean): T {
  const likelyItems = list.filter(likely);
  return n % 4 === 0 || likelyItems.length === 0 ? pick(list, n) : pick(likelyItems, n >> 2);
}

/**
 * Compares stock, ledger sums, reservations of orders, available quantities as partners see them, and announced
 * changes.
 */
async function assertAgreement(model: Oracle, real: Real): Promise<void> {
  assert.deepEqual(real.differences(), []);
  for (const name of model.names()) {
    if (model.hasOwnStock(name))
      for (const warehouse of model.warehousesOf(name))
        assert.deepEqual(real.level(name, warehouse), { ...model.level(name, warehouse) }, `${name} in ${warehouse}`);
    const shown = real.shown(name);
    assert.equal(shown !== undefined, model.variant(name).live, `${name} is shown`);
    if (shown)
      for (const warehouse of model.warehousesOf(name))
        assert.equal(shown.get(warehouse) ?? 0, model.available(name, warehouse), `available ${name} in ${warehouse}`);
  }
  assert.deepEqual(sorted(await real.takeItems()), sorted(model.takeItems()));
}

const sorted = (items: readonly Item[]): Item[] =>
  items.toSorted((a, b) => compare(JSON.stringify(sortKey(a)), JSON.stringify(sortKey(b))));

const sortKey = ({ store, variant, warehouse, old, new: now, reason }: Item) => [
  store,
  variant,
  warehouse,
  reason,
  old,
  now,
];

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
