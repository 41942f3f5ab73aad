/** Whether the promise settled within `millis` milliseconds. @throws what it throws within them */
export async function isDoneWithin(done: Promise<unknown>, millis: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, millis, false);
  });
  return Promise.race([done.then(() => true), late]).finally(() => clearTimeout(timer));
}
