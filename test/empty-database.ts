import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openTestDatabase } from './sql.ts';

let template: Buffer | undefined;

/** Creates an empty database if the file does not exist. Copies a template, because a copy is faster. */
export function ensureDatabase(file: string): void {
  if (existsSync(file)) return;
  template ??= createTemplate();
  writeFileSync(file, template, { mode: 0o600 });
}

function createTemplate(): Buffer {
  const folder = mkdtempSync(path.join(tmpdir(), 'raan-test-'));
  try {
    const file = path.join(folder, 'raan.db');
    openTestDatabase(file, { create: true }).close();
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
