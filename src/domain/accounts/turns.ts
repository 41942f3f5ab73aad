import { Refusal } from '../../lib/errors.ts';

const MOST_WAITING = 20;

let last: Promise<unknown> = Promise.resolve();
let waiting = 0; // with the one whose turn it is

/**
 * Runs `work` when all that came before it has ended, of this whole process: what it takes is bounded, whoever asks.
 *
 * @throws Refusal slow_down where too many are waiting
 */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting > MOST_WAITING) throw new Refusal('slow_down', 'too many are signing in at this moment; try again', 5);
  waiting += 1;
  const turn = last.then(work).finally(() => {
    waiting -= 1;
  });
  last = turn.catch(() => {}); // its caller gets the error
  return turn;
}
