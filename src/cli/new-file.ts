import { existsSync, writeFileSync } from 'node:fs';
import { Fault } from '../lib/errors.ts';

/** For commands that write a file. */
export const FORCE_OPTION = ['--force', 'replace the file if it is there already'] as const;

/** Before the work of making the file. @throws Fault where it is there already and may not be replaced */
export function requireNewFile(file: string, { force = false }: { force?: boolean }): void {
  if (!force && existsSync(file)) throw new Fault(thereAlready(file));
}

/** @throws Fault where the file cannot be written, or is there already and may not be replaced */
export function writeNewFile(file: string, bytes: Uint8Array, { force = false }: { force?: boolean }): void {
  try {
    writeFileSync(file, bytes, { flag: force ? 'w' : 'wx' });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Fault(code === 'EEXIST' ? thereAlready(file) : `${file} cannot be written: ${message}`);
  }
}

const thereAlready = (file: string): string => `${file} is there already; --force replaces it`;
