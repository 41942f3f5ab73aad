import type { Database } from '../../../db/database.ts';
import { foldedNames } from './words.ts';

const SAMPLE = 500;
const OUT_OF_DATE = 50; // addresses later

interface Sample {
  /** The newest address when it was taken. */
  newest: number;
  names: string;
}

/**
 * Some names as they are here, as `askForPerson` takes them. They only tell what many names have, whatever is found is
 * compared: so they may be those of a while ago.
 */
export function someNames(db: Database): string {
  const sample = db.kept<Sample>('names of orders', () => ({ newest: Number.NEGATIVE_INFINITY, names: '' }));
  const newest = db.get<{ version: number | null }>('SELECT max(version) AS version FROM addresses')?.version ?? 0;
  if (Math.abs(newest - sample.newest) >= OUT_OF_DATE || sample.newest < SAMPLE) {
    sample.newest = newest;
    sample.names = foldedNames(db.all<{ name: string }>(NEWEST).map(({ name }) => name));
  }
  return sample.names;
}

const NEWEST = `SELECT name FROM addresses ORDER BY version DESC LIMIT ${SAMPLE}`;
