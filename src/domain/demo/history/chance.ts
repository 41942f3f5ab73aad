/** Random choices that follow from a seed alone. */
export class Chance {
  #state: number;

  constructor(...seeds: readonly number[]) {
    this.#state = seeds.reduce((state, seed) => mix(state ^ mix(seed + 0x9e3779b9)), 0x2545f491);
  }

  /** From 0 up to and without 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    return (mix(this.#state) >>> 0) / 2 ** 32;
  }

  /** A whole number from `first` to `last`. */
  between(first: number, last: number): number {
    return first + Math.floor(this.next() * (last - first + 1));
  }

  /** True in this share of the calls. */
  happens(share: number): boolean {
    return this.next() < share;
  }

  of<T>(choices: readonly T[]): T {
    return choices[this.between(0, choices.length - 1)] as T;
  }

  /** The first choices are more frequent: half of the calls take the first quarter. */
  ofPopular<T>(choices: readonly T[]): T {
    return choices[Math.floor(this.next() ** 2 * choices.length)] as T;
  }
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) | 0;
}
