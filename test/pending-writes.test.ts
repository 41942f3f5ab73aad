import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PendingWrites } from '../src/db/pending-writes.ts';
import type { Reader } from '../src/db/reader.ts';
import { batchInsert } from '../src/db/statement.ts';
import type { Table } from '../src/db/tables.ts';
import type { WriteTx } from '../src/db/write-tx.ts';
import type { Id } from '../src/lib/ids.ts';
import { failing, openNotes, otherConnection, outcomes } from './notes-table.ts';
import { change, sql } from './sql.ts';

const PARENTS = batchInsert({ table: 'parents' as Table, columns: 'id, text' });

const CHILDREN = batchInsert({
  table: 'children' as Table,
  columns: 'parent',
  conflict: 'ON CONFLICT DO UPDATE SET times = times + 1',
  refersTo: PARENTS,
});

async function openFamily() {
  const { shop, write } = await openNotes();
  shop.ctx.connection.exec(`
    CREATE TABLE parents (id INTEGER PRIMARY KEY, text TEXT UNIQUE) STRICT;
    CREATE TABLE children (parent INTEGER PRIMARY KEY REFERENCES parents, times INTEGER NOT NULL DEFAULT 1) STRICT`);
  const texts = (db: Reader = shop.ctx.db) =>
    db.all(sql<{ text: string }>('SELECT text FROM parents ORDER BY id')).map(({ text }) => text);
  return { db: shop.ctx.db, shop, write, texts };
}

const addParent = (text: string) => (tx: WriteTx) => {
  const id = tx.nextId<Id>(PARENTS);
  tx.queueInsert(PARENTS, [id, text]);
  return id;
};

const names = (count: number) => Array.from({ length: count }, (_, i) => `parent ${i + 1}`);

test('rows are added with multi-row statements, and the rest with smaller ones', () => {
  const statements: [string, number][] = [];
  const pending = new PendingWrites((sql, values) => statements.push([sql.replace(/\s*\(.*/, ''), values.length / 2]));
  for (const name of names(23)) pending.queueInsert(PARENTS, [1, name]);
  assert.deepEqual(statements, [['INSERT INTO parents', 16]]);
  pending.flush();
  assert.deepEqual(
    statements.map(([, rows]) => rows),
    [16, 4, 1, 1, 1],
  );
  assert(pending.isEmpty);
});

test('rows of many steps exist after the commit, under the ids assigned before', async () => {
  const { write, texts } = await openFamily();
  const ids = await Promise.all(names(23).map((name) => write(addParent(name))));
  assert.deepEqual(
    ids,
    names(23).map((_, i) => i + 1),
  );
  assert.deepEqual(texts(), names(23));
});

test('a statement that reads the rows sees them in the same step', async () => {
  const { write, texts } = await openFamily();
  const seen = await write((tx) => {
    const id = addParent('one')(tx);
    tx.run(change('INSERT INTO children (parent) VALUES (?)'), id);
    addParent('two')(tx);
    return texts(tx);
  });
  assert.deepEqual(seen, ['one', 'two']);
});

test('referenced rows are added first, whichever table has more rows', async () => {
  const { db, write } = await openFamily();
  await write((step) => {
    step.queueInsert(CHILDREN, [addParent('first')(step)]);
    const second = addParent('second')(step);
    for (let times = 0; times < 40; times += 1) step.queueInsert(CHILDREN, [second]);
  });
  assert.deepEqual(db.all(sql('SELECT parent, times FROM children')), [
    { parent: 1, times: 1 },
    { parent: 2, times: 40 },
  ]);
});

test('rows of a step that throws are discarded, rows of other steps are added', async () => {
  const { write, texts } = await openFamily();
  const results = await outcomes([
    write(addParent('first')),
    write(failing(addParent('gone'), 'no')),
    write(addParent('third')),
  ]);
  assert.deepEqual(results, [1, 'no', 2]);
  assert.deepEqual(texts(), ['first', 'third']);
});

test('a row that cannot be added fails its own step, even within a multi-row statement', async () => {
  const { write, texts } = await openFamily();
  const wanted = names(15);
  const results = await outcomes([
    ...wanted.map((name) => write(addParent(name))),
    write((tx) => {
      addParent('parent 7')(tx); // the sixteenth
      return texts(tx);
    }),
    write(addParent('last')),
  ]);
  assert.deepEqual(
    results.slice(0, 15),
    [...wanted.keys()].map((i) => i + 1),
  );
  assert.match(String(results[15]), /UNIQUE/);
  assert.deepEqual(texts(), [...wanted, 'last']);
});

test('a row that cannot be added before the commit fails its own step only', async () => {
  const { write, texts } = await openFamily();
  const results = await outcomes(['first', 'first', 'last'].map((text) => write(addParent(text))));
  assert.deepEqual([results[0], results[2]], [1, 2]);
  assert.match(String(results[1]), /UNIQUE/);
  assert.deepEqual(texts(), ['first', 'last']);
});

test('a step that catches the error of a row is not committed without that row', async () => {
  const { write, texts } = await openFamily();
  await write(addParent('taken'));
  const swallowing = write((tx) => {
    addParent('taken')(tx);
    try {
      texts(tx);
    } catch {}
  });
  await assert.rejects(swallowing, /UNIQUE/);
  assert.deepEqual(texts(), ['taken']);
});

test('an id follows the newest row, whether added by a step, a rolled-back step or another process', async () => {
  const { shop, write, texts } = await openFamily();
  assert.equal(await write(addParent('one')), 1);
  const other = otherConnection(shop);
  other.exec("INSERT INTO parents (text) VALUES ('two, by another process')");
  other.close();
  assert.equal(await write(addParent('three')), 3);
  await assert.rejects(write(failing(addParent('undone'), 'no')));
  assert.equal(await write(addParent('four')), 4);
  assert.equal(await write(addParent('five')), 5);
  assert.deepEqual(texts(), ['one', 'two, by another process', 'three', 'four', 'five']);
});
