import assert from 'node:assert/strict';
import path from 'node:path';
import type { Reader } from '../src/db/reader.ts';
import { checkDatabase } from '../src/domain/check-database.ts';
import { openTestDatabase } from './sql.ts';
import { temporaryFolder } from './support.ts';

export const newFile = (name = 'shop.db') => path.join(temporaryFolder(), name);

/** A closed raan database at `file`. */
export function makeDatabase(file: string): void {
  openTestDatabase(file, { create: true }).close();
}

export const assertDatabaseValid = (db: Reader): void => assert.deepEqual(checkDatabase(db).problems, []);
