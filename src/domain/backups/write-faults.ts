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
  EEXIST: 'what is there is no folder',
  ENOTDIR: 'what should be its folder is a file',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'its name is too long',
  EIO: 'its disk does not work',
};

/** What keeps a copy from being written, by the system's code; undefined where it is none that is known. */
export const whyNot = (code: string | undefined): string | undefined => WHY[code ?? ''];

/** What a copy that cannot be written tells its maker; any other error as it is. */
export function writeFault(place: string, error: unknown): unknown {
  const fault = error as NodeJS.ErrnoException;
  const code = String(fault.code);
  const known = whyNot(code.startsWith('SQLITE_IOERR') ? 'SQLITE_IOERR' : code);
  const why = known ?? (fault.path === undefined ? undefined : `the system answers ${code}`);
  return why === undefined ? error : new Refusal('invalid_request', `the copy cannot be written to ${place}: ${why}`);
}

/** What a folder of copies that cannot be read tells. */
export function readFault(folder: string, { code = '' }: NodeJS.ErrnoException): Refusal {
  const why = ['EACCES', 'EPERM'].includes(code) ? 'this user may not read it' : whyNot(code);
  return new Refusal(
    'invalid_request',
    `the folder of backups ${folder} cannot be read: ${why ?? `the system answers ${code}`}`,
  );
}
