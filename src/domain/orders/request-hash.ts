import { hash } from 'node:crypto';

const BYTES = 16; // 128 bits of the SHA-256 are enough to distinguish two bodies, and save 16 bytes per order

/** Distinguishes a repeated request from another one under the same id. */
export const requestHash = (input: object): Buffer =>
  hash('sha256', JSON.stringify(input), 'buffer').subarray(0, BYTES);
