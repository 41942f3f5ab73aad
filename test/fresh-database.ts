import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openTestDatabase } from './sql.ts';

let made: Buffer | undefined;

/** Copies an empty database, because creating one takes longer than most tests. */
export function putDatabase(file: string): void {
  if (existsSync(file)) return;
  made ??= make();
  writeFileSync(file, made, { mode: 0o600 });
}

function make(): Buffer {
  const folder = mkdtempSync(path.join(tmpdir(), 'raan-test-'));
  try {
    const file = path.join(folder, 'raan.db');
    openTestDatabase(file, { create: true }).close();
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
