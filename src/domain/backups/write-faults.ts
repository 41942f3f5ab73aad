import { Refusal } from '../../lib/errors.ts';

const FULL = 'the disk is full; make room, or name another folder';
const WHY: Readonly<Record<string, string>> = {
  SQLITE_FULL: FULL,
  ENOSPC: FULL,
  EDQUOT: FULL,
  EFBIG: 'the file system or a limit of this process takes no file of that size',
  SQLITE_IOERR: 'the disk is full, broken, or takes no file of that size',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it is mounted for reading only',
  ENOENT: 'there is no such folder',
  EEXIST: 'it is a file and no folder',
  ENOTDIR: 'what should be its folder is a file',
};

/** What a copy that cannot be written tells its maker; any other error as it is. */
export function writeFault(place: string, error: unknown): unknown {
  const code = String((error as NodeJS.ErrnoException).code);
  const why = WHY[code.startsWith('SQLITE_IOERR') ? 'SQLITE_IOERR' : code];
  return why === undefined ? error : new Refusal('invalid_request', `the copy cannot be written to ${place}: ${why}`);
}
