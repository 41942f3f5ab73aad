import { isOfDisk } from './errors.ts';

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
  requireSound(): void {
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
