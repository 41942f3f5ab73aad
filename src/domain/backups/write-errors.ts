import { type AppError, invalidRequest } from '../../lib/errors.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { message } from '../../lib/messages/message.ts';
import type { PlainKey } from '../../lib/messages/messages.ts';

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

/** Why a copy cannot be written, by the code of the system; undefined for an unknown code. */
export function writeReason(code: string | undefined): Message | undefined {
  const key = REASONS[code ?? ''];
  return key && message(key);
}

/** The error of a copy that cannot be written; any other error as it is. */
export function writeError(place: string, error: unknown): unknown {
  const { code: systemCode, path } = error as NodeJS.ErrnoException;
  const code = String(systemCode);
  const known = writeReason(code.startsWith('SQLITE_IOERR') ? 'SQLITE_IOERR' : code);
  const why = known ?? (path === undefined ? undefined : message('file_system_error', { code }));
  return why === undefined ? error : invalidRequest('backup_not_writable', { place, why });
}

/** The error of a backup folder that cannot be read. */
export function readError(folder: string, { code = '' }: NodeJS.ErrnoException): AppError {
  const known = ['EACCES', 'EPERM'].includes(code) ? message('file_read_denied') : writeReason(code);
  const why = known ?? message('file_system_error', { code });
  return invalidRequest('backup_folder_unreadable', { folder, why });
}
