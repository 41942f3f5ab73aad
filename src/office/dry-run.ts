import type { Context, WriteTx } from '../context.ts';

/** Thrown to roll back the transaction; carries the result. */
class DryRunResult<T> extends Error {
  readonly result: T;
  constructor(result: T) {
    super('dry run');
    this.result = result;
  }
}

/** Runs `step` in a transaction that is rolled back, and returns its result. */
export async function dryRun<T>(ctx: Context, step: (tx: WriteTx) => T): Promise<T> {
  try {
    return await ctx.write((tx): T => {
      throw new DryRunResult(step(tx));
    });
  } catch (error) {
    if (error instanceof DryRunResult) return error.result;
    throw error;
  }
}
