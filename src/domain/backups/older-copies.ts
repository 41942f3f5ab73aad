import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../config.ts';
import { listBackupFiles } from './folder.ts';

/** Copies of the whole database on this machine. They contain what was erased after them. */
export interface OlderCopies {
  /** Names of files in `backup.folder`. */
  backups: string[];
  /** Names of files next to the database, kept by restores and upgrades until someone deletes them. */
  kept: string[];
}

/** @throws AppError invalid_request if the folder of backups cannot be read */
export async function olderCopies(config: Config): Promise<OlderCopies> {
  const { dir, name } = path.parse(path.resolve(config.database));
  const isKept = (file: string): boolean =>
    file.endsWith('.db') && ['restore', 'schema'].some((cause) => file.startsWith(`${name}-before-${cause}-`));
  const backups = (await listBackupFiles(config)).map((backup) => backup.name);
  return { backups, kept: (await readdir(dir)).filter(isKept).sort() };
}
