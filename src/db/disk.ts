/** Another process holds the lock. */
export const isBusy = (error: unknown): boolean => String((error as { code?: string }).code).startsWith('SQLITE_BUSY');

/**
 * The disk has failed. A full disk or too little memory (`_SHMSIZE`, `_NOMEM`) does not count, because it passes. SQLite
 * reports some unreadable pages as CORRUPT.
 */
const isOfDisk = (error: unknown): error is Error =>
  /^(EIO$|SQLITE_(IOERR(?!_SHMSIZE|_NOMEM)|CORRUPT$))/.test(String((error as { code?: string }).code));

/**
 * The health of the disk under a database. After an I/O error later commits may be lost: the operating system can drop
 * pages that it failed to write, and reports that only once.
 */
export class Disk {
  readonly #broken = Promise.withResolvers<Error>();
  #fault: Error | undefined;

  /** Resolves with the first error. */
  get broken(): Promise<Error> {
    return this.#broken.promise;
  }

  /** @throws the first error, if there was one */
  throwIfBroken(): void {
    if (this.#fault) throw this.#fault;
  }

  /** Records the error if it is a disk error, and returns it. */
  noted(error: unknown): unknown {
    if (!this.#fault && isOfDisk(error)) {
      this.#fault = error;
      this.#broken.resolve(error);
    }
    return error;
  }
}
