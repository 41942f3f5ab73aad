import { startTimer, type Timer } from './runtime.ts';

/** Whether the promise settled within `millis` milliseconds. @throws what it throws within them */
export async function isDoneWithin(done: Promise<unknown>, millis: number): Promise<boolean> {
  let timer: Timer | undefined;
  const late = new Promise<false>((resolve) => {
    timer = startTimer(() => resolve(false), millis);
  });
  return Promise.race([done.then(() => true), late]).finally(() => timer?.stop());
}
