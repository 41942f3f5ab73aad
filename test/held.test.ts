import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '../src/db/database.ts';
import { Held } from '../src/db/held.ts';
import { elsewhere, failing, openNotes, outcomes } from './notes.ts';

const held = (db: Database): number | undefined =>
  db.held('stores', 0, () => db.get<{ n: number }>('SELECT count(*) AS n FROM notes')?.n);

function addNote(db: Database, text: string): void {
  const before = held(db) as number;
  db.run('INSERT INTO notes (text) VALUES (?)', text);
  db.hold('stores', 0, before + 1);
}

test('what a step holds is what the later ones read, of its group and after it', async () => {
  const { write } = await openNotes();
  const seen = (db: Database) => db.held('topic', 1, () => 'read');
  const first = write((db) => {
    const before = seen(db);
    db.hold('topic', 1, 'written');
    return [before, seen(db)];
  });
  const second = write((db) => [seen(db), db.held('topic', 2, () => 'another')]);
  assert.deepEqual(await Promise.all([first, second]), [
    ['read', 'written'],
    ['written', 'another'],
  ]);
  assert.equal(await write(seen), 'written');
});

test('what is held is read afresh once somebody else has written, or this connection by another way', async () => {
  const { shop, write } = await openNotes();
  await write((db) => addNote(db, 'by a step'));
  const other = elsewhere(shop);
  other.exec(`INSERT INTO notes (text) VALUES ('by another process')`);
  other.close();
  assert.equal(await write(held), 2);
  shop.ctx.db.run(`INSERT INTO notes (text) VALUES ('outside of a step')`);
  assert.equal(await write(held), 3);
  shop.ctx.db.exec(`INSERT INTO notes (text) VALUES ('the same')`);
  assert.equal(await write(held), 4);
});

test('what was held of changes that did not come to a commit is read afresh', async () => {
  const { shop, write } = await openNotes();
  await write((db) => addNote(db, 'kept'));
  shop.ctx.db.run('CREATE TEMP TABLE parents (id INTEGER PRIMARY KEY)');
  shop.ctx.db.run('CREATE TEMP TABLE children (id INTEGER REFERENCES parents DEFERRABLE INITIALLY DEFERRED)');
  const failed = write((db) => {
    addNote(db, 'undone');
    db.run('INSERT INTO children VALUES (7)'); // COMMIT refuses
  });
  await assert.rejects(failed, /FOREIGN KEY/);
  assert.equal(await write(held), 1);
  const givenUp = write((db) => {
    addNote(db, 'undone by SQLite itself, as on a full disk');
    db.run(`INSERT OR ROLLBACK INTO notes (text) VALUES ('kept')`);
  });
  await assert.rejects(givenUp, /UNIQUE/);
  assert.equal(await write(held), 1);
});

test('what a step held that threw is read afresh by those after it', async () => {
  const { shop, write } = await openNotes();
  const count = (db: Database) =>
    db.held('stores', 0, () => db.get<{ n: number }>('SELECT count(*) AS n FROM notes')?.n);
  const results = await outcomes([
    write((db) => count(db)),
    write((db) => {
      db.run('INSERT INTO notes (text) VALUES (?)', 'gone');
      db.hold('stores', 0, 1);
      throw new Error('no');
    }),
    write((db) => count(db)),
  ]);
  assert.deepEqual(results, [0, 'no', 0]);
  assert.equal(
    shop.ctx.db.held('stores', 0, () => 'outside'),
    'outside',
  );
});

test('what is put off is written once, before the first statement that names it and at the latest with the commit', async () => {
  const { write, notes } = await openNotes();
  const NOTES = /\bnotes\b/;
  const row = {};
  let writes = 0;
  const putOff = (db: Database, text: string) =>
    db.putOff(row, NOTES, () => {
      writes += 1;
      db.run('INSERT OR REPLACE INTO notes (rowid, text) VALUES (1, ?)', text);
    });
  await Promise.all(['a', 'b', 'c'].map((text) => write((db) => putOff(db, text))));
  assert.deepEqual([notes(), writes], [['c'], 1]);
  const seen = await write((db) => {
    putOff(db, 'd');
    return notes(db);
  });
  assert.deepEqual([seen, notes(), writes], [['d'], ['d'], 2]);
});

test('what a step has put off that threw is not written, and what the others have is', async () => {
  const { write, notes } = await openNotes();
  const rows = [{}, {}, {}, {}];
  const putOff = (row: number, text: string) => (db: Database) =>
    db.putOff(rows[row] as object, /\bnotes\b/, () =>
      db.run('INSERT OR REPLACE INTO notes (rowid, text) VALUES (?, ?)', row, text),
    );
  const results = await outcomes([
    write(putOff(1, 'first')),
    write(failing(putOff(2, 'gone'), 'no')),
    write(failing(putOff(1, 'gone too'), 'no')),
    write(putOff(3, 'third')),
  ]);
  assert.deepEqual(results, [undefined, 'no', 'no', undefined]);
  assert.deepEqual(notes(), ['first', 'third']);
});

test('what cannot be written at the end fails the step that put it off, and no other', async () => {
  const { write, notes, note } = await openNotes();
  await write(note('taken'));
  const results = await outcomes([
    write(note('beside')),
    write((db) => db.putOff({}, /\bnotes\b/, () => db.run("INSERT INTO notes (text) VALUES ('taken')"))),
  ]);
  assert.deepEqual(
    results.map((result) => /UNIQUE/.test(String(result))),
    [false, true],
  );
  assert.deepEqual(notes(), ['taken', 'beside']);
});

const MOST = 5_000;

/** What a later transaction finds, where an earlier one has read so many keys. */
function keptOf(count: number): unknown[] {
  const held = new Held(() => assert.fail('nothing is put off'));
  held.open();
  for (let key = 0; key < count; key += 1) held.read('topic', key, () => 'earlier');
  held.put('other topic', 0, 'earlier');
  held.close();
  held.open();
  return [held.read('topic', 0, () => 'anew'), held.read('other topic', 0, () => 'anew')];
}

test('what is held of very many rows is read anew by the next transaction, topic by topic', () => {
  assert.deepEqual(keptOf(MOST), ['earlier', 'earlier']);
  assert.deepEqual(keptOf(MOST + 1), ['anew', 'earlier']);
});
