import path from 'node:path';
import { openTestDatabase } from './sql.ts';
import { temporaryFolder } from './support.ts';

export const newFile = (name = 'shop.db') => path.join(temporaryFolder(), name);

/** A closed raan database at `file`. */
export function makeDatabase(file: string): void {
  openTestDatabase(file, { create: true }).close();
}
