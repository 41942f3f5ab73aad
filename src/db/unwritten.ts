/** Values computed from rows, kept as long as nothing is written. */
export class Unwritten {
  readonly #kept = new Map<string, unknown>();
  #state = '';

  /** @param state another one whenever anything was written */
  read<T>(state: string, name: string, compute: () => T): T {
    if (state !== this.#state) this.#kept.clear();
    this.#state = state;
    const known = this.#kept.get(name);
    if (known !== undefined) return known as T;
    const value = compute();
    this.#kept.set(name, value);
    return value;
  }
}
