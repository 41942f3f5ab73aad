import { closeSync, existsSync, fstatSync, fsyncSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import type { Id } from '../../lib/ids.ts';

// The list of erased ids next to the database: one JSON object per line, without personal data. A copy of the database
// that was created before an erasure contains the customer; the list is applied after restoring it.

/** The creation time shows whether a row is the one that was erased: another database has other rows with its ids. */
export interface ErasedRow {
  id: Id;
  createTime: number;
}

export interface Erased {
  orders: readonly ErasedRow[];
  addresses: readonly ErasedRow[];
  /** Notes of customers. */
  notes?: readonly ErasedRow[];
  /** Whether the tags and price tiers of the customers of these orders are erased too. */
  ofCustomers?: boolean;
}

export const erasedListOf = (database: string): string => `${database}-erased`;

/** Adds a line and brings it to the disk. */
export function appendErased(database: string, erased: Erased): void {
  if (erased.orders.length + erased.addresses.length + (erased.notes?.length ?? 0) === 0) return;
  appendLines(database, [JSON.stringify(erased)]);
}

function appendLines(database: string, lines: readonly string[]): void {
  const handle = openSync(erasedListOf(database), 'a+', 0o600);
  try {
    writeSync(handle, (isLastLineCut(handle) ? '\n' : '') + lines.map((line) => `${line}\n`).join(''));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Whether a crash cut the last line off. */
function isLastLineCut(handle: number): boolean {
  const { size } = fstatSync(handle);
  const last = Buffer.alloc(1);
  return size > 0 && readSync(handle, last, 0, 1, size - 1) === 1 && last.toString() !== '\n';
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');

/** Empty without a list. */
export const readErased = (database: string): Erased[] =>
  linesIn(erasedListOf(database)).flatMap((line) => parseErased(line) ?? []);

const linesIn = (file: string): string[] => (existsSync(file) ? linesOf(readFileSync(file, 'utf8')) : []);

/** Undefined for a line that a crash cut off: its erasure had not begun. */
function parseErased(line: string): Erased | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Adds the lines of another list, such as the one in the bucket, that are not there yet. */
export function mergeErased(database: string, other: string): void {
  const known = new Set(linesIn(erasedListOf(database)));
  const missing = linesOf(other).filter((line) => !known.has(line));
  if (missing.length > 0) appendLines(database, missing);
}
