import { hash } from 'node:crypto';

const BYTES = 16; // 128 bits of the SHA-256 are enough to tell two bodies apart, and save each order 16 bytes

/** Distinguishes a repeated request from another one under the same id. */
export const requestHash = (input: object): Buffer =>
  hash('sha256', JSON.stringify(input), 'buffer').subarray(0, BYTES);
