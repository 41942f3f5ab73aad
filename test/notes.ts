import type { Database } from '../src/db/database.ts';
import { openDatabase } from '../src/db/open.ts';
import { groupCommit } from '../src/db/writer.ts';
import { openShop, type Shop } from './support.ts';

/** A shop with a table of the test's own beside its tables, and a writer for which no time goes by unless told. */
export async function openNotes(monotonic = () => 0) {
  const shop = await openShop();
  await shop.ctx.write((db) => db.exec('CREATE TABLE notes (text TEXT NOT NULL UNIQUE) STRICT'));
  const notes = (db: Database = shop.ctx.db): string[] =>
    db.all<{ text: string }>('SELECT text FROM notes ORDER BY rowid').map(({ text }) => text);
  const note = (text: string) => (db: Database) => db.run('INSERT INTO notes (text) VALUES (?)', text);
  return { shop, write: groupCommit(shop.ctx.db, monotonic), notes, note };
}

/** Another connection to the shop's database, which sees what is committed and nothing else. */
export const elsewhere = (shop: Shop): Database => openDatabase(shop.config.database, { create: false }).db;

export const failing = (before: (db: Database) => unknown, message: string) => (db: Database) => {
  before(db);
  throw new Error(message);
};

export const outcomes = async (writes: Promise<unknown>[]) =>
  (await Promise.allSettled(writes)).map((outcome) =>
    outcome.status === 'fulfilled' ? outcome.value : (outcome.reason as Error).message,
  );

/** Leaves SQLite no page to grow by: what needs one ends in "disk is full", which rolls the whole transaction back. */
export function fillDisk(db: Database): () => void {
  const count = db.get<{ page_count: number }>('PRAGMA page_count')?.page_count;
  db.exec(`PRAGMA max_page_count = ${count}`);
  return () => db.exec('PRAGMA max_page_count = 4294967294');
}

export const large = 'x'.repeat(1_000_000);
