import type { Context } from '../context.ts';

type Database = Context['db'];

/** Thrown to roll back the transaction; carries the result. */
class DryRunResult<T> extends Error {
  readonly result: T;
  constructor(result: T) {
    super('dry run');
    this.result = result;
  }
}

/** Runs `step` in a transaction that is rolled back, and returns its result. */
export async function dryRun<T>(ctx: Context, step: (db: Database) => T): Promise<T> {
  try {
    return await ctx.write((db): T => {
      throw new DryRunResult(step(db));
    });
  } catch (error) {
    if (error instanceof DryRunResult) return error.result;
    throw error;
  }
}
