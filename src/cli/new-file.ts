import { writeFileSync } from 'node:fs';
import { Fault } from '../lib/errors.ts';

/** For commands that write a file. */
export const FORCE_OPTION = ['--force', 'replace the file if it is there already'] as const;

/** @throws Fault where the file cannot be written, or is there already and may not be replaced */
export function writeNewFile(file: string, bytes: Uint8Array, { force = false }: { force?: boolean }): void {
  try {
    writeFileSync(file, bytes, { flag: force ? 'w' : 'wx' });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new Fault(`${file} is there already; --force replaces it`);
    throw new Fault(`${file} cannot be written: ${message}`);
  }
}
