import type Sqlite from 'better-sqlite3';

const STEP = { pages: 64, bytes: 64 * 4_096 }; // half a millisecond's work

interface Steps {
  /** Called after each step with how many bytes it took; what it throws ends the copy. */
  onStep: (bytes: number) => void;
  /** A number that is another one once another connection has written. */
  version: () => number;
}

/**
 * Copies the database into a new file while other work goes on. It answers in the turn of the event loop whose state the
 * copy shows.
 *
 * @returns whether nobody but this connection has written since the last step but one
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
