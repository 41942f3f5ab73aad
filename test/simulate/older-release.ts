import Sqlite from 'better-sqlite3';
import { MIGRATIONS } from '../../src/db/migrations.ts';

// Imported before the rest of src, it adds a migration, so that databases can be of an older release.

/** It changes no content, but writes many pages. */
const MIGRATION = 'UPDATE orders SET private_note = private_note; REINDEX';

(MIGRATIONS as string[]).push(MIGRATION);

/** Makes the database one of the release before. */
export function makeOlder(file: string): void {
  const connection = new Sqlite(file);
  const version = connection.pragma('user_version', { simple: true }) as number;
  connection.pragma(`user_version = ${version - 1}`);
  connection.close();
}
