import { type FileHandle, open } from 'node:fs/promises';
import { APPLICATION_ID } from './migrate.ts';

const START = 'SQLite format 3\0';

// Where SQLite's file format has them.
const LENGTH = 100;
const PAGE_SIZE = 16;
const CHANGES = 24;
const PAGES = 28;
const APPLICATION = 68;
const CHANGES_OF_PAGES = 92;

/** Why a file is no whole raan database, by its size and its first bytes; undefined where it looks like one. */
export async function headerFault(file: string): Promise<string | undefined> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, 'r');
    const { size } = await handle.stat();
    const { buffer } = await handle.read(Buffer.alloc(LENGTH), 0, LENGTH, 0);
    return size === 0 ? 'is empty' : faultOf(buffer, size);
  } catch (error) {
    return `cannot be read (${(error as NodeJS.ErrnoException).code})`;
  } finally {
    await handle?.close();
  }
}

function faultOf(header: Buffer, size: number): string | undefined {
  if (header.toString('latin1', 0, START.length) !== START) return 'is no database';
  if (header.readUInt32BE(APPLICATION) !== APPLICATION_ID) return 'is a database of another program';
  const knowsPages = header.readUInt32BE(CHANGES) === header.readUInt32BE(CHANGES_OF_PAGES);
  return knowsPages && size < header.readUInt32BE(PAGES) * pageSize(header) ? 'is cut off' : undefined;
}

const pageSize = (header: Buffer): number => {
  const told = header.readUInt16BE(PAGE_SIZE);
  return told === 1 ? 65_536 : told; // more than two bytes hold
};
