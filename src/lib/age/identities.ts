import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { OperatorError } from '../errors.ts';
import { isIdentity } from './key-text.ts';

/** The private keys that open encrypted backups, and where they come from. */
export interface Identities {
  /** The file or the variable. */
  source: string;
  keys: string[];
}

/**
 * The identities of `file`, of the systemd credential `raan-age-identity`, of the file of RAAN_AGE_IDENTITY_FILE or of the
 * text of RAAN_AGE_IDENTITY, in this order (docs/operate.md#encrypted-backups). Undefined without any of them.
 *
 * @param file `-`: standard input
 * @throws OperatorError if there is no usable identity in it
 */
export function readIdentities(file?: string, env: NodeJS.ProcessEnv = process.env): Identities | undefined {
  const credential = env.CREDENTIALS_DIRECTORY && path.join(env.CREDENTIALS_DIRECTORY, 'raan-age-identity');
  const chosen = file ?? (credential && existsSync(credential) ? credential : env.RAAN_AGE_IDENTITY_FILE);
  if (chosen) return parseIdentities(chosen, readText(chosen));
  const text = env.RAAN_AGE_IDENTITY;
  return text ? parseIdentities('RAAN_AGE_IDENTITY', text) : undefined;
}

function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new OperatorError('identity_unreadable', { file, why: (error as Error).message });
  }
}

function parseIdentities(source: string, text: string): Identities {
  const keys = text.split('\n').flatMap((line, i) => {
    const key = line.trim();
    if (key === '' || key.startsWith('#')) return [];
    if (!isIdentity(key)) throw new OperatorError('identity_malformed', { file: source, line: i + 1 });
    return [key];
  });
  if (keys.length === 0) throw new OperatorError('identity_missing', { file: source });
  return { source, keys };
}
