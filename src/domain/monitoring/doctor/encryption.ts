import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../../config.ts';
import { message } from '../../../lib/messages/message.ts';
import { encryptsBackups } from '../../backups/encryption.ts';
import type { Finding } from './finding.ts';

const MAX_IDENTITY_FILE = 65_536; // bytes
const IDENTITY = /^AGE-SECRET-KEY-1/m;

/** Private keys of age next to the backups that they open, or next to the database. */
export async function identityFindings(config: Config): Promise<Finding[]> {
  if (!encryptsBackups(config)) return [];
  const folders = new Set([config.backup.folder, path.dirname(config.database)].filter((folder) => folder !== ''));
  const found = await Promise.all([...folders].map(identitiesIn));
  return found
    .flat()
    .map((file) => ({
      check: 'encryption',
      problem: message('identity_beside_backups', { file }),
      fix: message('move_identity_away'),
    }));
}

async function identitiesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []); // another check reports the folder
  const files = names.map((name) => path.join(folder, name));
  const are = await Promise.all(files.map(isIdentityFile));
  return files.filter((_, i) => are[i]);
}

/** False for a file that this user cannot read. */
async function isIdentityFile(file: string): Promise<boolean> {
  try {
    const found = await stat(file);
    return found.isFile() && found.size <= MAX_IDENTITY_FILE && IDENTITY.test(await readFile(file, 'latin1'));
  } catch {
    return false;
  }
}
