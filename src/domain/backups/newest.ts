import path from 'node:path';
import type { Config } from '../../config.ts';
import { headerProblem } from '../../db/header.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { type Backup, listBackups } from './folder.ts';

export interface Newest {
  backup: Backup | undefined;
  /** What is named like later ones and is none, with what is wrong. */
  faulty: { name: string; problem: Message }[];
}

/**
 * The newest copy in the folder that looks whole. One of a time to come was made by a clock that was wrong, and does not
 * put off any other.
 *
 * @throws AppError where the folder cannot be read
 */
export async function newestBackup(config: Config, now: number): Promise<Newest> {
  const faulty: Newest['faulty'] = [];
  for (const backup of await listBackups(config)) {
    if (backup.time > now) continue;
    const problem = await headerProblem(path.join(config.backup.folder, backup.name));
    if (!problem) return { backup, faulty };
    faulty.push({ name: backup.name, problem });
  }
  return { backup: undefined, faulty };
}
