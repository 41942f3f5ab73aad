import assert from 'node:assert/strict';
import { rmSync, statSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { checkpointer } from '../src/db/checkpoints/keeper.ts';
import { BUSY_TIMEOUT } from '../src/db/prepared-statements.ts';
import type { WriteTx } from '../src/db/write-tx.ts';
import { change, openTestDatabase, pagesInLog, sql } from './sql.ts';
import { temporaryFolder } from './support.ts';

const PAGE = 4_096; // bytes
const LENGTHS = { copied: 50, longest: 200, rest: 20 };

/** A database with a checkpoint thread and an empty WAL. */
function openCheckpointed(t: TestContext) {
  const file = path.join(temporaryFolder(), 'shop.db');
  const db = openTestDatabase(file, { create: true });
  db.exec('CREATE TABLE much (bytes BLOB); PRAGMA wal_checkpoint(TRUNCATE)');
  const reported: Error[] = [];
  const keeper = checkpointer(db.raw, (why) => reported.push(why), LENGTHS);
  t.after(async () => {
    await keeper.end();
    db.close();
  });
  return {
    file,
    db,
    keeper,
    reported,
    pagesInFile: () => statSync(file).size / PAGE,
    pagesInLog: () => pagesInLog(db),
  };
}

/** Adds this number of pages, and a few interior ones. */
const fill = (tx: WriteTx, pages: number): number =>
  tx.run(change('INSERT INTO much VALUES (zeroblob(?))'), pages * PAGE);

test('a long write-ahead log is checkpointed while commits continue', async (t) => {
  const { db, keeper, pagesInFile } = openCheckpointed(t);
  const before = pagesInFile();
  fill(db, 100);
  assert.equal(pagesInFile(), before, 'no commit checkpoints it');
  const keeping = keeper.keepShort();
  for (let i = 0; i < 10; i += 1) fill(db, 1);
  await keeping;
  assert.ok(pagesInFile() >= before + 100);
  assert.equal(db.get(sql<{ count: number }>('SELECT count(*) AS count FROM much'))?.count, 11);
});

test('a short write-ahead log is not checkpointed', async (t) => {
  const { db, keeper, pagesInFile } = openCheckpointed(t);
  const before = pagesInFile();
  fill(db, 10);
  await keeper.keepShort();
  assert.equal(pagesInFile(), before);
});

test('at the maximum size the write-ahead log is checkpointed completely, and the next commit restarts it', async (t) => {
  const { db, keeper, pagesInLog } = openCheckpointed(t);
  fill(db, 250);
  const keeping = keeper.keepShort();
  fill(db, 1); // the thread may not have started before this commit
  await keeping;
  assert.ok(pagesInLog() > 250);
  fill(db, 1);
  assert.ok(pagesInLog() < 50);
});

test('a disk error in the checkpoint thread stops all writes', async (t) => {
  const { file, db, keeper } = openCheckpointed(t);
  for (let i = 0; i < 3; i += 1) {
    fill(db, 200);
    await keeper.keepShort();
  }
  truncateSync(file, 0); // far less than the WAL after its restart
  fill(db, 60);
  await keeper.keepShort();
  assert.match(String((await db.raw.broken) as Error), /malformed/);
  assert.throws(() => db.raw.tryBegin(), /malformed/);
});

test('without a thread one warning is logged, and commits checkpoint themselves', async (t) => {
  const { file, db, keeper, reported } = openCheckpointed(t);
  const bound = () => db.raw.pragma<{ wal_autocheckpoint: number }>('wal_autocheckpoint')?.wal_autocheckpoint;
  assert.equal(bound(), 0);
  fill(db, 100);
  rmSync(file);
  await keeper.keepShort();
  await keeper.keepShort();
  assert.deepEqual(
    reported.map((why) => (why as Error & { code: string }).code),
    ['SQLITE_CANTOPEN'],
  );
  assert.equal(bound(), 12_000);
});

test('stopping works while the thread fails to start', async (t) => {
  const { file, db, keeper } = openCheckpointed(t);
  fill(db, 100);
  rmSync(file);
  const keeping = keeper.keepShort();
  await keeper.end();
  await keeping;
});

test('after a long read transaction no commit checkpoints the grown log itself', async (t) => {
  const { file, db, keeper, pagesInFile } = openCheckpointed(t);
  const before = pagesInFile();
  const reader = new Sqlite(file, { readonly: true });
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM much').get();
  for (let i = 0; i < 3; i += 1) {
    fill(db, 5_000);
    await keeper.keepShort();
  }
  reader.close();
  fill(db, 1);
  assert.equal(pagesInFile(), before);
  await keeper.keepShort();
  assert.ok(pagesInFile() > before + 15_000);
});

test('the log is truncated when writes stop', async (t) => {
  const { file, db, keeper } = openCheckpointed(t);
  const size = () => statSync(`${file}-wal`).size;
  fill(db, 1);
  await keeper.emptyWhenIdle();
  assert.ok(size() > 0, 'written since the last check');
  await keeper.emptyWhenIdle();
  assert.equal(size(), 0);
});

test('a reader in another process does not prevent a later truncation', async (t) => {
  const { file, db, keeper } = openCheckpointed(t);
  const reader = new Sqlite(file, { readonly: true });
  reader.exec('BEGIN; SELECT count(*) FROM much');
  reader.prepare('SELECT * FROM much').all();
  fill(db, 1);
  await keeper.emptyWhenIdle();
  const started = performance.now();
  await keeper.emptyWhenIdle();
  assert.ok(performance.now() - started < BUSY_TIMEOUT, 'it does not wait for the reader');
  reader.close();
  await keeper.emptyWhenIdle();
  assert.equal(statSync(`${file}-wal`).size, 0);
});
