import type Sqlite from 'better-sqlite3';

const STEP = { pages: 64, bytes: 64 * 4_096 }; // about half a millisecond

interface Steps {
  /** Called after each step with the number of bytes copied. Throwing aborts the copy. */
  onStep: (bytes: number) => void;
  /** Changes when another connection has written. */
  version: () => number;
}

/**
 * Copies the database into a new file in small steps. It resolves in the turn of the event loop whose state the copy
 * contains.
 *
 * @returns a function: whether no other connection has written since the last step
 */
export async function copyInSteps(
  sqlite: Sqlite.Database,
  file: string,
  { onStep, version }: Steps,
): Promise<() => boolean> {
  let seen = 0;
  const progress = () => {
    onStep(STEP.bytes);
    seen = version();
    return STEP.pages;
  };
  await sqlite.backup(file, { progress });
  return () => version() === seen;
}
