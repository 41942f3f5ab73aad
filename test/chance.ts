/** Random numbers that follow from a seed. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed ^ 0x2545f491) >>> 0 || 1;
    for (let i = 0; i < 16; i += 1) this.next(); // similar seeds have similar first numbers
  }

  /** From 0 up to and without 1, by Marsaglia's xorshift. */
  next(): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return (this.#state >>> 0) / 2 ** 32;
  }

  /** Whether something with this probability happens. */
  is(probability: number): boolean {
    return this.next() < probability;
  }

  /** An integer in the range, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.next() * from.length)] as T;
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => Math.floor(this.next() * 256)));
  }

  /** The seed of another source. */
  seed(): number {
    return Math.floor(this.next() * 2 ** 32);
  }
}
