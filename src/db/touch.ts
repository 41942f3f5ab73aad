import type { Database } from './database.ts';
import { schemaVersion } from './migrate.ts';

/** Writes the schema version anew: where its transaction ends well, the disk takes what is written. */
export const touch = (db: Database): void => db.exec(`PRAGMA user_version = ${schemaVersion(db)}`);
