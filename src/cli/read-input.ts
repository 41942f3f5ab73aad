import { readFileSync } from 'node:fs';
import { Fault } from '../lib/errors.ts';
import { whyNot } from './file-faults.ts';

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
    throw new Fault(`${name} cannot be read: ${whyNot(error, 'file')}`);
  }
}

/**
 * The same, which has to be JSON in UTF-8.
 *
 * @throws Fault where it is not
 */
export function readJson(name: string): unknown {
  const text = decode(readInput(name), name);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Fault(`${name} is not valid JSON: ${(error as Error).message}`);
  }
}

function decode(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes); // without a BOM
  } catch {
    throw new Fault(`${name} is not valid UTF-8`);
  }
}
