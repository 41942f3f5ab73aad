import type { Config } from '../../config.ts';
import { type Backup, listBackups } from '../../domain/backups/folder.ts';
import { AppError } from '../../lib/errors.ts';

export interface Listed {
  backups: Backup[];
  /** Why the folder cannot be read. The page is shown anyway, because it reports the problem. */
  unreadable?: AppError;
}

export async function listedBackups(config: Config): Promise<Listed> {
  try {
    return { backups: await listBackups(config) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { backups: [], unreadable: error };
  }
}
