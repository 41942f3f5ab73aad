/** Another process holds the lock. */
export const isBusy = (error: unknown): boolean => String((error as { code?: string }).code).startsWith('SQLITE_BUSY');

/**
 * The disk has failed. A full disk or too little memory (`_SHMSIZE`, `_NOMEM`) does not count, because it passes. SQLite
 * reports some unreadable pages as CORRUPT.
 */
export const isOfDisk = (error: unknown): error is Error =>
  /^(EIO$|SQLITE_(IOERR(?!_SHMSIZE|_NOMEM)|CORRUPT$))/.test(String((error as { code?: string }).code));
