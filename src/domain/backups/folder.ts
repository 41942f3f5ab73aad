import { existsSync } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../config.ts';
import { bangkokSecond, parseBangkok } from '../../lib/calendar.ts';
import { invalidRequest, notFound } from '../../lib/errors.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { message } from '../../lib/messages/message.ts';
import type { PlainKey } from '../../lib/messages/messages.ts';

/** A copy of the whole database, of every store in it. */
export interface Backup {
  /** `raan-20261121-224730.db`, by Bangkok time; with `.age` if it is encrypted. */
  name: string;
  /** Bytes. */
  size: number;
  /** Creation time in Unix milliseconds. */
  time: number;
}

const NAME = /^raan-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)\.db(\.age)?$/;
const PARTIAL_NAME = /^raan-\d{8}-\d{6}\.db(\.age)?\.part(-journal|-wal|-shm)?$/;

/** Milliseconds after which a partial copy is abandoned. */
const ABANDONED_AFTER = 3_600_000;

/** A file that is named like a backup, which may be one. */
export interface UnreadableBackup extends Omit<Backup, 'size'> {
  /** `ELOOP` */
  why: string;
}

/** Newest first; none without a folder. @throws AppError invalid_request if the folder cannot be read */
export async function listBackups(config: Config): Promise<Backup[]> {
  return (await listBackupFiles(config)).filter((file) => 'size' in file);
}

/** With those that cannot be read. Entries with a foreign name, and folders, are skipped. @throws as `listBackups` */
export async function listBackupFiles({ backup: { folder } }: Config): Promise<(Backup | UnreadableBackup)[]> {
  if (folder === '') return [];
  const names = await namesIn(folder);
  const found = await Promise.all(names.map((name) => backupFileAt(folder, name)));
  return found.filter((file) => file !== undefined).sort((a, b) => (a.name < b.name ? 1 : -1));
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const fault = error as NodeJS.ErrnoException;
    if (fault.code === 'ENOENT') return [];
    throw invalidRequest('backup_folder_unreadable', { folder, why: readReason(fault.code) });
  }
}

/** Undefined if it has no name of a backup, no longer exists, or is not a file. */
export async function backupFileAt(folder: string, name: string): Promise<Backup | UnreadableBackup | undefined> {
  const time = backupTime(name);
  if (time === undefined) return undefined;
  try {
    const found = await stat(path.join(folder, name));
    return found.isFile() ? { name, size: found.size, time } : undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? undefined : { name, time, why: String(code) };
  }
}

export const backupName = (time: number): string =>
  `raan-${bangkokSecond(time).replaceAll(/[-:]/g, '').replace(' ', '-')}.db`;

/** Undefined if it is not the name of a copy. */
export function backupTime(name: string): number | undefined {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? [];
  const start = parseBangkok(`${year}-${month}-${day} ${hour}:${minute}`);
  return start === undefined ? undefined : start + Number(second) * 1_000;
}

/** @throws AppError not_found */
export async function backupFile(config: Config, name: string): Promise<Backup & { file: string }> {
  const found = (await listBackups(config)).find((backup) => backup.name === name);
  if (!found) throw notFound('backup_not_found', { name });
  return { ...found, file: path.join(config.backup.folder, name) };
}

/** The backups to delete, of a list with the newest first. Future times come from a wrong clock: these go first. */
export function surplus<Item extends { time: number }>(backups: readonly Item[], keep: number, now: number): Item[] {
  const past = backups.filter(({ time }) => time <= now);
  const future = backups.filter(({ time }) => time > now);
  return [...past, ...future].slice(keep);
}

/** Creates the partial file that becomes `file`. It reserves the name. Only its owner can read it. */
export async function createPartial(file: string): Promise<string> {
  const partial = `${file}.part`;
  const isTaken = existsSync(file) || (await createEmpty(partial)) === undefined;
  if (isTaken) throw invalidRequest('backup_already_made', { name: path.basename(file) });
  return partial;
}

async function createEmpty(file: string): Promise<true | undefined> {
  try {
    await (await open(file, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined;
    throw writeError(path.dirname(file), error);
  }
}

/** Removes a partial copy and the files that SQLite creates next to it. */
export async function removePartial(partial: string): Promise<void> {
  for (const suffix of ['', '-journal', '-wal', '-shm']) await rm(partial + suffix, { force: true });
}

/** Removes abandoned partial copies, except those that cannot be read or removed: they do not prevent a backup. */
export async function removeAbandoned(folder: string, now: number): Promise<void> {
  for (const name of (await readdir(folder)).filter((entry) => PARTIAL_NAME.test(entry))) {
    const file = path.join(folder, name);
    const remove = async () => (await isAbandoned(file, now)) && (await rm(file, { force: true }));
    await remove().catch(() => {}); // the next run tries again
  }
}

/** False if it does not exist. @throws AppError invalid_request if that cannot be determined */
export async function isAbandoned(file: string, now: number): Promise<boolean> {
  try {
    return now - (await stat(file)).mtimeMs > ABANDONED_AFTER;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw writeError(file, error);
  }
}

const REASONS: Readonly<Record<string, PlainKey>> = {
  SQLITE_FULL: 'file_disk_full',
  ENOSPC: 'file_disk_full',
  EDQUOT: 'file_disk_full',
  EFBIG: 'file_too_large',
  SQLITE_IOERR: 'file_write_failed',
  EACCES: 'file_write_denied',
  EPERM: 'file_write_denied',
  EROFS: 'file_read_only',
  ENOENT: 'file_folder_missing',
  EEXIST: 'file_not_a_folder',
  ENOTDIR: 'file_parent_not_a_folder',
  ELOOP: 'file_links_in_a_circle',
  ENAMETOOLONG: 'file_name_too_long',
  EIO: 'file_disk_broken',
};

/** Why a copy cannot be written, by the error code; undefined for an unknown code. */
export function writeReason(code: string | undefined): Message | undefined {
  const key = REASONS[code ?? ''];
  return key && message(key);
}

/** Explains an error of the disk. Other errors are returned unchanged. */
export function writeError(folder: string, error: unknown): unknown {
  const { code: systemCode, path } = error as NodeJS.ErrnoException;
  const code = String(systemCode);
  const known = writeReason(code.startsWith('SQLITE_IOERR') ? 'SQLITE_IOERR' : code);
  const why = known ?? (path === undefined ? undefined : message('file_system_error', { code }));
  return why === undefined ? error : invalidRequest('backup_not_writable', { folder, why });
}

/** Why a file or folder cannot be read, by the error code. */
export function readReason(code = ''): Message {
  const known = ['EACCES', 'EPERM'].includes(code) ? message('file_read_denied') : writeReason(code);
  return known ?? message('file_system_error', { code });
}
