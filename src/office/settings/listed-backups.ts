import type { Config } from '../../config.ts';
import { type Backup, listBackups } from '../../domain/backups/folder.ts';
import { Refusal } from '../../lib/errors.ts';

export interface Listed {
  backups: Backup[];
  /** Why the folder cannot be read: the page is there all the same, since it is where its owner looks then. */
  unreadable?: string;
}

export async function listedBackups(config: Config): Promise<Listed> {
  try {
    return { backups: await listBackups(config) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { backups: [], unreadable: error.message };
  }
}
