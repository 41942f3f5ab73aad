/** Another process holds what is needed. */
export const isBusy = (error: unknown): boolean => String((error as { code?: string }).code).startsWith('SQLITE_BUSY');

/**
 * The disk has failed. Not for want of room or memory, which pass: SQLite knows of the latter where it maps the index of
 * its log. What the disk cannot read it takes for damaged.
 */
export const isOfDisk = (error: unknown): error is Error =>
  /^(EIO$|SQLITE_(IOERR(?!_SHMSIZE|_NOMEM)|CORRUPT$))/.test(String((error as { code?: string }).code));
