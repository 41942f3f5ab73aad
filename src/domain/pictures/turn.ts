import type { Context } from '../../context.ts';
import { Refusal } from '../../lib/errors.ts';

const MOST_WAITING = 8; // each holds its bytes while it waits

const waiting = new WeakMap<object, { count: number; last: Promise<unknown> }>();

/**
 * Does one piece of work of a database at a time, in the order of the calls.
 *
 * @throws Refusal slow_down where too many wait already
 */
export async function inTurn<T>({ write }: Context, work: () => Promise<T>): Promise<T> {
  const queue = waiting.get(write) ?? { count: 0, last: Promise.resolve() };
  waiting.set(write, queue);
  if (queue.count >= MOST_WAITING) throw new Refusal('slow_down', 'too many pictures at once; send them again', 5);
  queue.count += 1;
  const done = queue.last.then(work).finally(() => {
    queue.count -= 1;
  });
  queue.last = done.catch(() => {}); // its own caller hears of it
  return done;
}
