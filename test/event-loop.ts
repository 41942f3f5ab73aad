import assert from 'node:assert/strict';

/**
 * Milliseconds for which a test lets a call block the others. The goal is 50 on a quiet machine; garbage collection and a
 * slow machine lengthen any turn, and what the tests guard against takes much longer.
 */
export const LONGEST_BLOCK = 150;

export interface Measured<T> {
  result: T;
  /** The longest time between two turns of the event loop, in milliseconds. */
  longest: number;
}

/**
 * Runs `work` and measures how long it blocks the event loop: as CPU time of this thread, because a busy machine delays
 * every turn. The helper threads of the server do not count.
 */
export async function measureBlocking<T>(work: () => Promise<T>): Promise<Measured<T>> {
  let longest = 0;
  let last = cpuTime();
  const turn = () => {
    const now = cpuTime();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(turn, 1);
  try {
    const result = await work();
    turn();
    return { result, longest };
  } finally {
    clearInterval(timer);
  }
}

function cpuTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

const TRIES = 3;

/** The shortest blocking of a few tries: the first compiles code and fills caches, and garbage collection hits any. */
async function leastBlocking<T>(work: () => Promise<T>, wanted = LONGEST_BLOCK): Promise<Measured<T>> {
  let best = await measureBlocking(work);
  for (let i = 1; i < TRIES && best.longest > wanted; i += 1) {
    const next = await measureBlocking(work);
    if (next.longest < best.longest) best = next;
  }
  return best;
}

/** Fails if `work` blocks other calls. */
export async function assertNotBlocking<T>(what: string, work: () => Promise<T>): Promise<T> {
  const { result, longest } = await leastBlocking(work);
  assert.ok(longest <= LONGEST_BLOCK, `${what} blocks the event loop for ${longest.toFixed(0)} ms`);
  return result;
}
