import { readFileSync } from 'node:fs';
import { Fault } from '../lib/errors.ts';

/**
 * What a file has in it.
 *
 * @param name its path; `-` is standard input
 * @throws Fault where it cannot be read
 */
export function readInput(name: string): Uint8Array {
  try {
    return readFileSync(name === '-' ? 0 : name);
  } catch (error) {
    throw new Fault(`${name} cannot be read: ${(error as Error).message}`);
  }
}
