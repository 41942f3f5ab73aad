import { isOfDisk } from './errors.ts';

/**
 * What is known of the disk under a database. After an error nobody can tell what of later commits is kept: the system may
 * have thrown away what it could not write, and says so only once.
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

  /** Notes an error if it is the disk's; answers it. */
  noted(error: unknown): unknown {
    if (!this.#fault && isOfDisk(error)) {
      this.#fault = error;
      this.#broken.resolve(error);
    }
    return error;
  }
}
