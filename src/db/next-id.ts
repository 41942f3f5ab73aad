import type { BatchedTable } from './batches.ts';
import type { Database } from './database.ts';

/** The id for the next row of the table, known before that is written. Whatever adds rows to it takes their ids from here. */
export function nextId<Id extends number>(db: Database, { name }: BatchedTable): Id {
  const newest = () => db.get<{ id: number | null }>(`SELECT max(id) AS id FROM ${name}`)?.id ?? 0;
  const id = (db.held('newest ids', name, newest) + 1) as Id;
  db.hold('newest ids', name, id);
  return id;
}
