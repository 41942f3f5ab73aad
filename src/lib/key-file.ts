import { closeSync, existsSync, fsyncSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { OperatorError } from './errors.ts';
import { flushSync } from './flush.ts';
import { openNew } from './owned-file.ts';
import { keyText, newSealingKey, parseKey, type SealingKey } from './sealed.ts';

/** Source of the keys of a database. The first key encrypts; the others decrypt older values. */
export interface KeySource {
  /** The file, or the name of the variable. */
  name: string;
  /** The file, unless raan cannot write the keys. */
  file: string | undefined;
  read: () => SealingKey[];
}

/**
 * The systemd credential `raan-key`, the file of RAAN_KEY_FILE, the text of RAAN_KEY, or `raan.key` next to the database,
 * in this order (docs/operate.md#the-key).
 */
export function keySource(database: string, env: NodeJS.ProcessEnv = process.env): KeySource {
  const credential = env.CREDENTIALS_DIRECTORY && path.join(env.CREDENTIALS_DIRECTORY, 'raan-key');
  if (credential && existsSync(credential))
    return { name: credential, file: undefined, read: () => readKeys(credential) };
  const chosen = env.RAAN_KEY_FILE;
  const text = env.RAAN_KEY;
  if (!chosen && text) return { name: 'RAAN_KEY', file: undefined, read: () => parseKeys('RAAN_KEY', text) };
  const file = path.resolve(chosen || path.join(path.dirname(database), 'raan.key'));
  return { name: file, file, read: () => readKeys(file) };
}

/** For a copy of a database that is thrown away: if there is no key yet, none is made on the disk. */
export function withTemporaryKey(source: KeySource): KeySource {
  const temporary = [newSealingKey()];
  const read = () => {
    const keys = source.read();
    return keys.length > 0 ? keys : temporary;
  };
  return { ...source, file: undefined, read };
}

const readKeys = (file: string): SealingKey[] => parseKeys(file, readText(file));

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw new OperatorError('key_unreadable', { file, why: (error as Error).message });
  }
}

function parseKeys(name: string, text: string): SealingKey[] {
  return text.split('\n').flatMap((line, i) => {
    if (line.trim() === '' || line.startsWith('#')) return [];
    const key = parseKey(line.trim());
    if (!key) throw new OperatorError('key_malformed', { file: name, line: i + 1 });
    return [key];
  });
}

const HEAD = `# The key of the secrets in the database of raan. Without it they are lost.
# Keep a copy of this file away from this machine and away from the backups.
# The first key encrypts. The others read older values and older backups.
`;

/** Writes a key file: a kill at any point leaves the old or the new one. The caller excludes other writers. */
export function writeKeys(file: string, keys: readonly SealingKey[]): void {
  const next = `${file}.new`;
  rmSync(next, { force: true }); // of a killed process
  try {
    const handle = openNew(next, statSync(file, { throwIfNoEntry: false }) ?? statSync(path.dirname(file)));
    try {
      writeSync(handle, `${HEAD}${keys.map((key) => `${keyText(key)}\n`).join('')}`);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(next, file);
    flushSync(path.dirname(file));
  } catch (error) {
    throw new OperatorError('key_not_writable', { file, why: (error as Error).message });
  }
}
