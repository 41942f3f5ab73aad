import { type FileHandle, open } from 'node:fs/promises';
import type { Config } from '../../config.ts';
import { decrypt, encrypt } from '../../lib/age/age-thread.ts';
import { encryptedFileProblem } from '../../lib/age/header.ts';
import type { Identities } from '../../lib/age/identities.ts';
import { invalidRequest, OperatorError } from '../../lib/errors.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { message } from '../../lib/messages/message.ts';
import { backupName } from './folder.ts';

/** File extension of encrypted backups. */
const ENCRYPTED = '.age';

export const isEncryptedName = (name: string): boolean => name.endsWith(ENCRYPTED);

/** The media type of a backup. */
export const backupType = (name: string): string =>
  isEncryptedName(name) ? 'application/octet-stream' : 'application/vnd.sqlite3';

/** Whether backups are encrypted. */
export const encryptsBackups = ({ backup }: Pick<Config, 'backup'>): boolean => backup.age_recipients.length > 0;

export const newBackupName = (config: Pick<Config, 'backup'>, now: number): string =>
  backupName(now) + (encryptsBackups(config) ? ENCRYPTED : '');

/** Reads the identities for an encrypted copy. Called only if a copy is encrypted. */
export type ReadIdentities = () => Identities | undefined;

/** Why an encrypted file cannot be a complete backup, by its size and header; undefined if it looks complete. */
export async function encryptedProblem(file: string): Promise<Message | undefined> {
  try {
    const problem = await encryptedFileProblem(file);
    return problem && message(problem === 'cut_off' ? 'backup_cut_off' : 'backup_not_encrypted');
  } catch (error) {
    return message('backup_unreadable', { why: String((error as NodeJS.ErrnoException).code) });
  }
}

/** Encrypts an open file into an empty one, flushes it and reads it back. @throws AppError invalid_request */
export async function encryptInto(
  file: string,
  { from, recipients, signal }: { from: FileHandle; recipients: readonly string[]; signal?: AbortSignal | undefined },
): Promise<void> {
  const to = await open(file, 'r+');
  try {
    const outcome = await encrypt({ from: from.fd, to: to.fd, recipients }, signal);
    if (outcome !== 'done') throw invalidRequest('backup_encryption_failed');
  } finally {
    await to.close();
  }
}

/** The identities for an encrypted copy. @throws OperatorError if there are none */
export function requireIdentities(file: string, read: ReadIdentities): Identities {
  const identities = read();
  if (!identities) throw new OperatorError('backup_needs_identity', { file });
  return identities;
}

/** Decrypts a copy into an empty file. @returns why that is impossible; the content of that file is then worthless */
export async function decryptCopy(file: string, target: string, identities: Identities): Promise<Message | undefined> {
  const from = await open(file, 'r');
  const to = await open(target, 'r+');
  try {
    const outcome = await decrypt({ from: from.fd, to: to.fd, identities: identities.keys });
    if (outcome === 'foreign') return message('backup_encrypted_for_others', { source: identities.source });
    return outcome === 'changed' ? message('backup_encryption_changed') : undefined;
  } finally {
    await to.close();
    await from.close();
  }
}
