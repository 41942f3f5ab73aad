import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { Id } from '../../lib/ids.ts';

const locations = query<{ id: Id; location: string }>(
  { reads: ['variants'] },
  `SELECT v.id, v.shelf_location AS location FROM json_each(?) c CROSS JOIN variants v ON v.id = c.value
   WHERE v.shelf_location IS NOT NULL`,
);

/** Where the goods of the variants are stored, of those that have a location. */
export const shelfLocations = (db: Reader, variantIds: readonly Id[]): ReadonlyMap<Id, string> =>
  new Map(db.all(locations, JSON.stringify(variantIds)).map(({ id, location }) => [id, location]));
