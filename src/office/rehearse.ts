import type { Context } from '../context.ts';

type Database = Context['db'];

/** Carries out what a step has answered, and with it all that the step has written is undone. */
class Rehearsed<T> extends Error {
  readonly result: T;
  constructor(result: T) {
    super('this was a rehearsal');
    this.result = result;
  }
}

/** What `step` would answer; it changes nothing. Whatever it throws is thrown. */
export async function rehearse<T>(ctx: Context, step: (db: Database) => T): Promise<T> {
  try {
    return await ctx.write((db): T => {
      throw new Rehearsed(step(db));
    });
  } catch (error) {
    if (error instanceof Rehearsed) return error.result;
    throw error;
  }
}
