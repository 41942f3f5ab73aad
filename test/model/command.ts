import assert from 'node:assert/strict';
import type fc from 'fast-check';
import type { Item, Oracle } from './oracle.ts';
import type { Real } from './real.ts';

export type Command = fc.AsyncCommand<Oracle, Real>;

/** Does the same to both worlds; `run` asserts what each step of it answers. */
export type Run<Args> = (model: Oracle, real: Real, args: Args) => Promise<void>;

/** An operation with random arguments, after which both worlds are to agree. */
export const command = <Args>(name: string, args: fc.Arbitrary<Args>, run: Run<Args>): fc.Arbitrary<Command> =>
  args.map((chosen) => ({
    check: () => true,
    run: async (model, real) => {
      real.forward(1);
      await run(model, real, chosen);
      await agree(model, real);
    },
    toString: () => `${name} ${JSON.stringify(chosen)}`,
  }));

/** Asserts that the verb is refused exactly where it should be; whether it was done. */
export async function expect<T>(
  allowed: boolean,
  attempt: Promise<{ done: T } | undefined>,
): Promise<{ done: T } | undefined> {
  const result = await attempt;
  assert.equal(result !== undefined, allowed, allowed ? 'it was refused' : 'it was not refused');
  return result;
}

/** One of the list, which is not empty. */
export const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

/** Any of the list, but three times in four one of those that are `likely` to do. */
export function pickLikely<T>(list: readonly T[], n: number, likely: (one: T) => boolean): T {
  const good = list.filter(likely);
  return n % 4 === 0 || good.length === 0 ? pick(list, n) : pick(good, n >> 2);
}

/** Equal stock, equal ledger sums, reserved equal to what orders hold, available as partners see it, one item a change. */
async function agree(model: Oracle, real: Real): Promise<void> {
  assert.deepEqual(real.differences(), []);
  for (const name of model.names()) {
    if (model.keepsStock(name))
      for (const warehouse of model.everywhere(name))
        assert.deepEqual(real.level(name, warehouse), { ...model.level(name, warehouse) }, `${name} in ${warehouse}`);
    const shown = real.shown(name);
    assert.equal(shown !== undefined, model.variant(name).live, `${name} is shown`);
    if (shown)
      for (const warehouse of model.everywhere(name))
        assert.equal(shown.get(warehouse) ?? 0, model.available(name, warehouse), `available ${name} in ${warehouse}`);
  }
  assert.deepEqual(sorted(await real.takeItems()), sorted(model.takeItems()));
}

const sorted = (items: readonly Item[]): Item[] =>
  items.toSorted((one, other) => compare(JSON.stringify(keyed(one)), JSON.stringify(keyed(other))));

const keyed = ({ store, variant, warehouse, old, new: now, reason }: Item) => [
  store,
  variant,
  warehouse,
  reason,
  old,
  now,
];

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
