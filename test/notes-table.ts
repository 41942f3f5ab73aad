import type { Connection } from '../src/db/connection.ts';
import type { Reader } from '../src/db/reader.ts';
import type { WriteTx } from '../src/db/write-tx.ts';
import { groupCommit } from '../src/db/writer.ts';
import { change, openTestDatabase, sql, type TestDatabase } from './sql.ts';
import { openShop, type Shop } from './support.ts';

/** A shop with an additional table, and a writer whose clock stands still unless given. */
export async function openNotes(monotonic = () => 0) {
  const shop = await openShop();
  shop.ctx.connection.exec('CREATE TABLE notes (text TEXT NOT NULL UNIQUE) STRICT');
  const notes = (db: Reader = shop.ctx.db): string[] =>
    db.all(sql<{ text: string }>('SELECT text FROM notes ORDER BY rowid')).map(({ text }) => text);
  const note = (text: string) => (tx: WriteTx) => tx.run(change('INSERT INTO notes (text) VALUES (?)'), text);
  return { shop, write: groupCommit(shop.ctx.connection, { now: Date.now, monotonic }), notes, note };
}

/** Another connection to the shop's database, which sees committed data only. */
export const otherConnection = (shop: Shop): TestDatabase => openTestDatabase(shop.config.database);

export const failing = (before: (db: WriteTx) => unknown, message: string) => (db: WriteTx) => {
  before(db);
  throw new Error(message);
};

export const outcomes = async (writes: Promise<unknown>[]) =>
  (await Promise.allSettled(writes)).map((outcome) =>
    outcome.status === 'fulfilled' ? outcome.value : (outcome.reason as Error).message,
  );

/**
 * Makes the disk full for SQLite: a write that needs a new page ends in "disk is full", which rolls back the whole
 * transaction.
 */
export function fillDisk(connection: Connection): () => void {
  const count = connection.pragma<{ page_count: number }>('page_count')?.page_count;
  connection.exec(`PRAGMA max_page_count = ${count}`);
  return () => connection.exec('PRAGMA max_page_count = 4294967294');
}

export const large = 'x'.repeat(1_000_000);
