import { existsSync, writeFileSync } from 'node:fs';
import { Fault } from '../lib/errors.ts';
import { whyNot } from './file-faults.ts';

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
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST';
    throw new Fault(isThere ? thereAlready(file) : `${file} cannot be written: ${whyNot(error, 'folder')}`);
  }
}

const thereAlready = (file: string): string => `${file} is there already; --force replaces it`;
