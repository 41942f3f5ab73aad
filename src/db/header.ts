import { type FileHandle, open } from 'node:fs/promises';
import type { Message } from '../lib/messages/catalogue.ts';
import { message } from '../lib/messages/message.ts';
import { APPLICATION_ID } from './migrate.ts';

const START = 'SQLite format 3\0';

// Offsets in SQLite's file format.
const LENGTH = 100;
const PAGE_SIZE = 16;
const CHANGES = 24;
const PAGES = 28;
const APPLICATION = 68;
const CHANGES_OF_PAGES = 92;

/** Why a file cannot be a complete raan database, by its size and header; undefined if it looks complete. */
export async function headerProblem(file: string): Promise<Message | undefined> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, 'r');
    const { size } = await handle.stat();
    const { buffer } = await handle.read(Buffer.alloc(LENGTH), 0, LENGTH, 0);
    return size === 0 ? message('backup_empty') : problemOf(buffer, size);
  } catch (error) {
    return message('backup_unreadable', { why: String((error as NodeJS.ErrnoException).code) });
  } finally {
    await handle?.close();
  }
}

function problemOf(header: Buffer, size: number): Message | undefined {
  if (header.toString('latin1', 0, START.length) !== START) return message('backup_not_a_database');
  if (header.readUInt32BE(APPLICATION) !== APPLICATION_ID) return message('backup_of_another_program');
  const knowsPages = header.readUInt32BE(CHANGES) === header.readUInt32BE(CHANGES_OF_PAGES);
  return knowsPages && size < header.readUInt32BE(PAGES) * pageSize(header) ? message('backup_cut_off') : undefined;
}

const pageSize = (header: Buffer): number => {
  const stored = header.readUInt16BE(PAGE_SIZE);
  return stored === 1 ? 65_536 : stored; // 65,536 does not fit into two bytes
};
