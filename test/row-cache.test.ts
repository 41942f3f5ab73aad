import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Reader } from '../src/db/reader.ts';
import { RowCache } from '../src/db/row-cache.ts';
import type { Table } from '../src/db/tables.ts';
import type { WriteTx } from '../src/db/write-tx.ts';
import { failing, openNotes, otherConnection, outcomes } from './notes-table.ts';
import { change, sql } from './sql.ts';

const NOTES = 'notes' as Table;

const cachedCount = (tx: WriteTx): number =>
  tx.cachedRow('counts', 0, () => tx.get(sql<{ n: number }>('SELECT count(*) AS n FROM notes'))?.n ?? 0);

function addNote(tx: WriteTx, text: string): void {
  const before = cachedCount(tx);
  tx.run(change('INSERT INTO notes (text) VALUES (?)'), text);
  tx.setCachedRow('counts', 0, before + 1);
}

test('a step reads the cached rows of earlier steps and transactions', async () => {
  const { write } = await openNotes();
  const cachedText = (tx: WriteTx) => tx.cachedRow('topic', 1, () => 'read');
  const first = write((tx) => {
    const before = cachedText(tx);
    tx.setCachedRow('topic', 1, 'written');
    return [before, cachedText(tx)];
  });
  const second = write((tx) => [cachedText(tx), tx.cachedRow('topic', 2, () => 'another')]);
  assert.deepEqual(await Promise.all([first, second]), [
    ['read', 'written'],
    ['written', 'another'],
  ]);
  assert.equal(await write(cachedText), 'written');
});

test('a write by another process empties the row cache', async () => {
  const { shop, write } = await openNotes();
  await write((tx) => addNote(tx, 'by a step'));
  const other = otherConnection(shop);
  other.exec(`INSERT INTO notes (text) VALUES ('by another process')`);
  other.close();
  assert.equal(await write(cachedCount), 2);
});

test('a failed commit, and a rollback by SQLite itself, empty the row cache', async () => {
  const { shop, write } = await openNotes();
  await write((tx) => addNote(tx, 'kept'));
  shop.ctx.connection.exec(`
    CREATE TEMP TABLE parents (id INTEGER PRIMARY KEY);
    CREATE TEMP TABLE children (id INTEGER REFERENCES parents DEFERRABLE INITIALLY DEFERRED)`);
  const failed = write((tx) => {
    addNote(tx, 'rolled back');
    tx.run(change('INSERT INTO children VALUES (7)')); // COMMIT refuses
  });
  await assert.rejects(failed, /FOREIGN KEY/);
  assert.equal(await write(cachedCount), 1);
  const givenUp = write((tx) => {
    addNote(tx, 'rolled back by SQLite, as on a full disk');
    tx.run(change(`INSERT OR ROLLBACK INTO notes (text) VALUES ('kept')`));
  });
  await assert.rejects(givenUp, /UNIQUE/);
  assert.equal(await write(cachedCount), 1);
});

test('a step that throws leaves nothing in the row cache', async () => {
  const { write } = await openNotes();
  const results = await outcomes([
    write(cachedCount),
    write((tx) => {
      addNote(tx, 'gone');
      throw new Error('no');
    }),
    write(cachedCount),
  ]);
  assert.deepEqual(results, [0, 'no', 0]);
});

test('a finished transaction refuses writes', async () => {
  const { write } = await openNotes();
  const ended = await write((tx) => tx);
  assert.throws(() => ended.run(change('DELETE FROM notes')), /has ended/);
  assert.throws(() => ended.cachedRow('topic', 1, () => 1), /has ended/);
});

test('a reader refuses a query that would write, even if a transaction has run its text as a command', async () => {
  const { shop, write, note, notes } = await openNotes();
  const { db } = shop.ctx;
  const insert = 'INSERT INTO notes (text) VALUES (?) RETURNING text';
  await write((tx) => tx.runReturning(change(insert), 'a'));
  for (const text of [insert, 'DELETE FROM notes']) {
    assert.throws(() => db.get(sql(text), 'b'), /a query must not write/i);
    assert.throws(() => db.all(sql(text), 'b'), /a query must not write/i);
    assert.throws(() => db.takeUntil(() => false, sql(text), 'b'), /a query must not write/i);
  }
  await write(note('c'));
  assert.deepEqual(notes(), ['a', 'c']);
});

test('no method of a reader runs text as SQL', async () => {
  const { shop, notes } = await openNotes();
  for (const [name, { value: method }] of Object.entries(Object.getOwnPropertyDescriptors(Reader.prototype)))
    if (typeof method === 'function' && name !== 'constructor')
      try {
        method.call(shop.ctx.db, `INSERT INTO notes (text) VALUES ('${name}') RETURNING text`);
      } catch {} // most methods need a declared statement
  assert.deepEqual(notes(), []);
});

test('a deferred update runs once: before the next statement on its table, or before the commit', async () => {
  const { write, notes } = await openNotes();
  const row = {};
  let writes = 0;
  const defer = (tx: WriteTx, text: string) =>
    tx.deferUpdate(NOTES, row, () => {
      writes += 1;
      tx.run(change('INSERT OR REPLACE INTO notes (rowid, text) VALUES (1, ?)'), text);
    });
  await Promise.all(['a', 'b', 'c'].map((text) => write((tx) => defer(tx, text))));
  assert.deepEqual([notes(), writes], [['c'], 1]);
  const seen = await write((tx) => {
    defer(tx, 'd');
    return notes(tx);
  });
  assert.deepEqual([seen, notes(), writes], [['d'], ['d'], 2]);
});

test('deferred updates of a step that throws are discarded, those of other steps are written', async () => {
  const { write, notes } = await openNotes();
  const rows = [{}, {}, {}, {}];
  const defer = (row: number, text: string) => (tx: WriteTx) =>
    tx.deferUpdate(NOTES, rows[row] as object, () =>
      tx.run(change('INSERT OR REPLACE INTO notes (rowid, text) VALUES (?, ?)'), row, text),
    );
  const results = await outcomes([
    write(defer(1, 'first')),
    write(failing(defer(2, 'gone'), 'no')),
    write(failing(defer(1, 'gone too'), 'no')),
    write(defer(3, 'third')),
  ]);
  assert.deepEqual(results, [undefined, 'no', 'no', undefined]);
  assert.deepEqual(notes(), ['first', 'third']);
});

test('a deferred update that fails before the commit fails its own step only', async () => {
  const { write, notes, note } = await openNotes();
  await write(note('taken'));
  const results = await outcomes([
    write(note('beside')),
    write((tx) => tx.deferUpdate(NOTES, {}, () => tx.run(change("INSERT INTO notes (text) VALUES ('taken')")))),
  ]);
  assert.deepEqual(
    results.map((result) => /UNIQUE/.test(String(result))),
    [false, true],
  );
  assert.deepEqual(notes(), ['taken', 'beside']);
});

const MAX_TOPIC_KEYS = 5_000;

/** The entries that a later transaction finds after an earlier one has read this number of keys. */
function foundAfter(count: number): unknown[] {
  const rows = new RowCache();
  for (let key = 0; key < count; key += 1) rows.get('topic', key, () => 'earlier');
  rows.set('other topic', 0, 'earlier');
  rows.trim();
  return [rows.get('topic', 0, () => 'fresh'), rows.get('other topic', 0, () => 'fresh')];
}

test('a topic with very many rows starts empty in the next transaction', () => {
  assert.deepEqual(foundAfter(MAX_TOPIC_KEYS), ['earlier', 'earlier']);
  assert.deepEqual(foundAfter(MAX_TOPIC_KEYS + 1), ['fresh', 'earlier']);
});
