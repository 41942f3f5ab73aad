import type { Context } from '../context.ts';

/** Runs the step and undoes what it did; what it answered. */
export async function dryRun<T>(ctx: Context, step: (db: Context['db']) => T): Promise<T> {
  const undone = new Error('a dry run keeps nothing');
  let answer: { value: T } | undefined;
  try {
    return await ctx.write((db) => {
      answer = { value: step(db) };
      throw undone;
    });
  } catch (error) {
    if (error !== undone || !answer) throw error;
    return answer.value;
  }
}
