import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { Cache } from '../src/db/cache.ts';
import type { Database } from '../src/db/database.ts';
import { openDatabase } from '../src/db/open.ts';
import { groupCommit } from '../src/db/writer.ts';
import { addOnHand } from '../src/domain/stock/adjust.ts';
import { changeStore, storeById } from '../src/domain/stores.ts';
import { idOf, openShop, type Shop } from './support.ts';

/** A shop with a table of the test's own beside its tables, and a writer for which no time goes by unless told. */
async function openNotes(monotonic = () => 0) {
  const shop = await openShop();
  await shop.ctx.write((db) => db.exec('CREATE TABLE notes (text TEXT NOT NULL UNIQUE) STRICT'));
  const notes = (db: Database = shop.ctx.db): string[] =>
    db.all<{ text: string }>('SELECT text FROM notes ORDER BY rowid').map(({ text }) => text);
  const note = (text: string) => (db: Database) => db.run('INSERT INTO notes (text) VALUES (?)', text);
  return { shop, write: groupCommit(shop.ctx.db, monotonic), notes, note };
}

/** Another connection to the shop's database, which sees what is committed and nothing else. */
const elsewhere = (shop: Shop): Database => openDatabase(shop.config.database, { create: false }).db;

const failing = (before: (db: Database) => unknown, message: string) => (db: Database) => {
  before(db);
  throw new Error(message);
};

const outcomes = async (writes: Promise<unknown>[]) =>
  (await Promise.allSettled(writes)).map((outcome) =>
    outcome.status === 'fulfilled' ? outcome.value : (outcome.reason as Error).message,
  );

/** Leaves SQLite no page to grow by: what needs one ends in "disk is full", which rolls the whole transaction back. */
function fillDisk(db: Database): () => void {
  const count = db.get<{ page_count: number }>('PRAGMA page_count')?.page_count;
  db.exec(`PRAGMA max_page_count = ${count}`);
  return () => db.exec('PRAGMA max_page_count = 4294967294');
}

const large = 'x'.repeat(1_000_000);

// Groups

test('a write answers what its step answered', async () => {
  const { write } = await openNotes();
  assert.deepEqual(await write(() => ({ made: 7 })), { made: 7 });
  assert.equal(await write(() => undefined), undefined);
});

test('a write answers only when other connections see it', async () => {
  const { shop, write, notes, note } = await openNotes();
  const other = elsewhere(shop);
  for (const text of ['a', 'b', 'c']) {
    await write(note(text));
    assert.equal(notes(other).at(-1), text);
  }
  other.close();
});

test('steps asked for in one turn share a commit and run in the order they were asked for', async () => {
  const { shop, write, notes, note } = await openNotes();
  const other = elsewhere(shop);
  const seen: string[][] = [];
  const step = (text: string) => (db: Database) => {
    note(text)(db);
    seen.push(notes(db), notes(other));
  };
  await Promise.all(['a', 'b', 'c'].map((text) => write(step(text))));
  assert.deepEqual(seen, [['a'], [], ['a', 'b'], [], ['a', 'b', 'c'], []]);
  assert.deepEqual(notes(other), ['a', 'b', 'c']);
  other.close();
});

test('a group is open as long as each turn of the event loop brings somebody new, and the next turn closes it', async () => {
  const { shop, write, note } = await openNotes();
  const other = elsewhere(shop);
  const before: number[] = [];
  const committed = () => other.get<{ n: number }>('SELECT count(*) AS n FROM notes')?.n ?? 0;
  const writes: Promise<unknown>[] = [];
  for (let turn = 0; turn < 10; turn += 1) {
    const next = setImmediate(); // before the group looks whether the turn has brought somebody
    before.push(committed());
    writes.push(write(note(`${turn}`)));
    await next;
  }
  await Promise.all(writes);
  assert.deepEqual([...before, committed()], [...before.map(() => 0), 10]);
  other.close();
});

test('no answer leaves before the commit of its group', async () => {
  const { write, note } = await openNotes();
  const events: string[] = [];
  const first = write(note('a')).then(() => events.push('a is answered'));
  const second = write((db) => {
    note('b')(db);
    events.push('b runs');
  });
  await Promise.all([first, second]);
  assert.deepEqual(events, ['b runs', 'a is answered']);
});

test('a step that throws undoes only itself, and only its caller sees the error', async () => {
  const { write, notes, note } = await openNotes();
  const writes = [write(note('a')), write(failing(note('b'), 'not b')), write(note('c'))];
  assert.deepEqual(await outcomes(writes), [1, 'not b', 1]);
  assert.deepEqual(notes(), ['a', 'c']);
});

test('a step that breaks a constraint undoes only itself', async () => {
  const { write, notes, note } = await openNotes();
  const twice = (db: Database) => {
    note('b')(db);
    note('a')(db);
  };
  const writes = [write(note('a')), write(twice), write(note('c'))];
  assert.deepEqual(await outcomes(writes), [1, 'UNIQUE constraint failed: notes.text', 1]);
  assert.deepEqual(notes(), ['a', 'c']);
});

test('a thrown stock movement leaves neither ledger nor stock nor outbox', async () => {
  const shop = await openShop();
  const where = { variantId: idOf(shop.ids.variants.hot), warehouseId: idOf(shop.ids.warehouses.bkk) };
  const ledger = () => shop.ctx.db.all('SELECT * FROM stock_ledger');
  const before = ledger();
  const add = (db: Database) => addOnHand(db, { ...where, qty: 5, reason: 'command_edited' }, shop.now());
  await assert.rejects(shop.ctx.write(failing(add, 'no')), /^Error: no$/);
  assert.deepEqual(ledger(), before);
  assert.deepEqual(shop.stock('hot'), { onHand: 10, reserved: 0 });
  assert.deepEqual(shop.outbox(), []);
});

test('two hundred steps at once go in groups of at most 64', async () => {
  const { shop, write, notes, note } = await openNotes();
  const other = elsewhere(shop);
  const committed: number[] = [];
  const steps = Array.from({ length: 200 }, (_, i) =>
    write((db) => {
      committed.push(notes(other).length);
      note(String(i))(db);
      return i;
    }),
  );
  assert.deepEqual(
    await Promise.all(steps),
    Array.from({ length: 200 }, (_, i) => i),
  );
  assert.deepEqual(
    committed,
    Array.from({ length: 200 }, (_, i) => Math.floor(i / 64) * 64),
  );
  assert.equal(notes(other).length, 200);
  other.close();
});

test('steps that take long do not hold up the others: the group ends and the rest go in the next one', async () => {
  let time = 0;
  const { shop, write, notes, note } = await openNotes(() => time);
  const other = elsewhere(shop);
  const seen: string[][] = [];
  const step = (text: string, millis: number) => (db: Database) => {
    seen.push(notes(other));
    note(text)(db);
    time += millis;
  };
  await Promise.all([write(step('a', 15)), write(step('b', 15)), write(step('c', 500)), write(step('d', 0))]);
  assert.deepEqual(seen, [[], [], ['a', 'b'], ['a', 'b', 'c']]);
  assert.deepEqual(notes(other), ['a', 'b', 'c', 'd']);
  other.close();
});

test('a group that is run again because a step threw ends in time as well', async () => {
  let time = 0;
  const { write, notes, note } = await openNotes(() => time);
  const slow = (text: string) => (db: Database) => {
    time += 15;
    return note(text)(db);
  };
  const writes = [write(slow('a')), write(failing(note('b'), 'not b')), write(slow('c')), write(slow('d'))];
  assert.deepEqual(await outcomes(writes), [1, 'not b', 1, 1]);
  assert.deepEqual(notes(), ['a', 'c', 'd']);
});

test('a write asked for inside a step comes after it, in a commit of its own', async () => {
  const { shop, write, notes, note } = await openNotes();
  const other = elsewhere(shop);
  let later: Promise<string[]> | undefined;
  await write((db) => {
    note('a')(db);
    later = write((db) => {
      note('b')(db);
      return notes(other);
    });
  });
  assert.deepEqual(await later, ['a']);
  assert.deepEqual(notes(), ['a', 'b']);
  other.close();
});

test('a group fails together when SQLite has rolled back, and nothing more of it runs', async () => {
  const { shop, write, notes, note } = await openNotes();
  await write(note('before'));
  const freeDisk = fillDisk(shop.ctx.db);
  let ran = false;
  const writes = [
    write(note('a')),
    write(note(large)),
    write((db) => {
      ran = true;
      note('c')(db);
    }),
  ];
  const full = 'database or disk is full';
  assert.deepEqual(await outcomes(writes), [full, full, full]);
  assert.equal(ran, false);
  assert.equal(shop.ctx.db.inTransaction, false);
  assert.deepEqual(notes(), ['before']);
  freeDisk();
  await write(note('after'));
  assert.deepEqual(notes(), ['before', 'after']);
});

test('a step that hides that SQLite has rolled back still fails with its group', async () => {
  const { shop, write, notes, note } = await openNotes();
  fillDisk(shop.ctx.db);
  const hiding = (db: Database) => {
    try {
      note(large)(db);
    } catch {
      return 'all is well';
    }
  };
  const [first, second] = await Promise.allSettled([write(note('a')), write(hiding)]);
  assert.deepEqual([first.status, second.status], ['rejected', 'rejected']);
  assert.deepEqual(notes(), []);
});

test('an order that meets a full disk is answered server_error and leaves nothing; the next one goes through', async () => {
  const shop = await openShop();
  await shop.bearer();
  const freeDisk = fillDisk(shop.ctx.db);
  const address = { name: 'x', note: large.slice(0, 900_000) };
  shop.ctx.log.level = 'silent';
  const refused = await shop.order({ recipient_address: address });
  assert.deepEqual([refused.status, refused.body.error], [500, 'server_error']);
  assert.deepEqual(shop.stock('hot'), { onHand: 10, reserved: 0 });
  freeDisk();
  assert.equal((await shop.order({ recipient_address: address })).status, 200);
});

test('a step that waits is refused and undone, whatever becomes of the rest of it', async () => {
  const { write, notes, note } = await openNotes();
  const waiting = async (db: Database) => note('a')(db);
  const failingLater = async (db: Database) => {
    note('b')(db);
    throw new Error('nobody hears this');
  };
  const refused = 'a step of a transaction must not wait';
  assert.deepEqual(await outcomes([write(waiting), write(failingLater), write(note('c'))]), [refused, refused, 1]);
  assert.deepEqual(notes(), ['c']);
});

/** Another process that writes a note of its own and commits it when told to. */
async function holdDatabase(shop: Shop): Promise<() => void> {
  const holder = spawn(
    process.execPath,
    [
      '-e',
      `const db = new (require('better-sqlite3'))(process.argv[1]);
       db.exec("BEGIN IMMEDIATE; INSERT INTO notes (text) VALUES ('theirs')");
       console.log('held');
       process.stdin.once('data', () => { db.exec('COMMIT'); process.exit(); });`,
      shop.config.database,
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  after(() => holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  return () => holder.stdin.write('commit');
}

test('a write waits while another process holds the database, and follows it', async () => {
  const { shop, write, notes, note } = await openNotes();
  const letGo = await holdDatabase(shop);
  const ours = write(note('ours'));
  letGo();
  await ours;
  assert.deepEqual(notes(), ['theirs', 'ours']);
});

test('what is written outside a group waits for another process too', async () => {
  const { shop, write, notes, note } = await openNotes();
  await write(note('a group'));
  const letGo = await holdDatabase(shop);
  letGo();
  note('ours')(shop.ctx.db);
  assert.deepEqual(notes(), ['a group', 'theirs', 'ours']);
});

test('while another process holds the database, reads are answered and an order waits', async () => {
  const { shop } = await openNotes();
  await shop.bearer();
  const letGo = await holdDatabase(shop);
  let placed = false;
  const order = shop.order().finally(() => {
    placed = true;
  });
  const list = await shop.call('/v1/product/list', {});
  assert.deepEqual([list.status, placed], [200, false]);
  letGo();
  assert.equal((await order).status, 200);
});

// Caches

const nameOf = (shop: Shop) => storeById(shop.ctx.db, idOf(shop.ids.id)).name;

const rename = (shop: Shop, name: string) => (db: Database) => changeStore(db, idOf(shop.ids.id), { name });

test('what a step changed is read afresh inside the transaction and everywhere after it', async () => {
  const shop = await openShop();
  assert.equal(nameOf(shop), 'บ้านกาแฟ');
  const inside = await shop.ctx.write((db) => {
    rename(shop, 'บ้านชา')(db);
    return nameOf(shop);
  });
  assert.equal(inside, 'บ้านชา');
  assert.equal(nameOf(shop), 'บ้านชา');
});

test('a cache never shows what a step that threw had changed', async () => {
  const shop = await openShop();
  nameOf(shop);
  let inside = '';
  const renaming = (db: Database) => {
    rename(shop, 'บ้านชา')(db);
    inside = nameOf(shop);
  };
  const writes = [shop.ctx.write(failing(renaming, 'no')), shop.ctx.write(() => nameOf(shop))];
  assert.deepEqual(await outcomes(writes), ['no', 'บ้านกาแฟ']);
  assert.equal(inside, 'บ้านชา', 'the step itself saw its change');
  assert.equal(nameOf(shop), 'บ้านกาแฟ');
});

test('a cache never shows what a rolled-back group had changed', async () => {
  const shop = await openShop();
  nameOf(shop);
  const freeDisk = fillDisk(shop.ctx.db);
  const writes = [
    shop.ctx.write((db) => {
      rename(shop, 'บ้านชา')(db);
      return nameOf(shop);
    }),
    shop.ctx.write((db) => changeStore(db, idOf(shop.ids.id), { name: large })),
  ];
  const [first] = await Promise.allSettled(writes);
  assert.equal(first?.status, 'rejected');
  assert.equal(nameOf(shop), 'บ้านกาแฟ');
  freeDisk();
  assert.equal(await shop.ctx.write(() => nameOf(shop)), 'บ้านกาแฟ');
});

test('a cache never shows a value read while a whole topic was being changed and then rolled back', async () => {
  const { shop, write, notes, note } = await openNotes();
  const cached = () => shop.ctx.db.cached('notes', 1, () => notes().join());
  await write(note('a'));
  assert.equal(cached(), 'a');
  const changing = (db: Database) => {
    note('b')(db);
    db.forget('notes');
    assert.equal(cached(), 'a,b');
  };
  await assert.rejects(write(failing(changing, 'no')), /^Error: no$/);
  assert.equal(cached(), 'a');
  await write(changing);
  assert.equal(cached(), 'a,b');
});

test('a write by another process empties the caches at the next write', async () => {
  const shop = await openShop();
  nameOf(shop);
  const other = elsewhere(shop);
  rename(shop, 'บ้านชา')(other);
  other.close();
  assert.equal(await shop.ctx.write(() => nameOf(shop)), 'บ้านชา');
  assert.equal(nameOf(shop), 'บ้านชา');
});

// What is held by transactions

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
  let writes = 0;
  const putOff = (db: Database, text: string) =>
    db.putOff('notes 1', NOTES, () => {
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
  const putOff = (row: number, text: string) => (db: Database) =>
    db.putOff(`notes ${row}`, /\bnotes\b/, () =>
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

test('what cannot be written at the end fails the group that put it off', async () => {
  const { write, notes, note } = await openNotes();
  await write(note('taken'));
  const results = await outcomes([
    write(note('beside')),
    write((db) => db.putOff('notes 9', /\bnotes\b/, () => db.run("INSERT INTO notes (text) VALUES ('taken')"))),
  ]);
  assert.equal(results.filter((result) => /UNIQUE/.test(String(result))).length, 2);
  assert.deepEqual(notes(), ['taken']);
});

test('a cached value is computed once until it is forgotten', () => {
  const cache = new Cache();
  let computed = 0;
  const read = (key: number) => cache.read('topic', key, () => ++computed);
  assert.deepEqual([read(1), read(1), read(2), read(1)], [1, 1, 2, 1]);
  cache.forget('topic', 1);
  cache.settle();
  assert.deepEqual([read(1), read(2)], [3, 2]);
  cache.forget('topic');
  cache.settle();
  assert.deepEqual([read(1), read(2), read(1)], [4, 5, 4]);
});

test('nothing forgotten in a transaction is kept before the transaction ends', () => {
  const cache = new Cache();
  let computed = 0;
  const read = (key: number) => cache.read('topic', key, () => ++computed);
  cache.forget('topic', 1);
  assert.deepEqual([read(1), read(1), read(2), read(2)], [1, 2, 3, 3]);
  cache.settle();
  assert.deepEqual([read(1), read(1), read(2)], [4, 4, 3]);
});

test('null is never kept', () => {
  const cache = new Cache();
  let computed = 0;
  const read = () =>
    cache.read('topic', 1, () => {
      computed += 1;
      return null;
    });
  read();
  read();
  assert.equal(computed, 2);
});

test('a topic keeps two thousand entries and drops the oldest', () => {
  const cache = new Cache();
  const read = (key: number, value: string) => cache.read('topic', key, () => value);
  for (let key = 0; key <= 2_000; key += 1) read(key, 'first');
  assert.equal(read(1, 'second'), 'first');
  assert.equal(read(0, 'second'), 'second');
});
