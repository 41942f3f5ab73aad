import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { BUSY_TIMEOUT } from '../src/db/prepared-statements.ts';
import type { WriteTx } from '../src/db/write-tx.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { addOnHand } from '../src/domain/stock/adjust-on-hand.ts';
import { changeSettings } from '../src/domain/store-settings.ts';
import { failing, fillDisk, large, openNotes, otherConnection, outcomes } from './notes-table.ts';
import { sql } from './sql.ts';
import { idOf, openShop, type Shop } from './support.ts';

test('a write returns the result of its step', async () => {
  const { write } = await openNotes();
  assert.deepEqual(await write(() => ({ made: 7 })), { made: 7 });
  assert.equal(await write(() => undefined), undefined);
});

test('a write resolves only after other connections can see it', async () => {
  const { shop, write, notes, note } = await openNotes();
  const other = otherConnection(shop);
  for (const text of ['a', 'b', 'c']) {
    await write(note(text));
    assert.equal(notes(other).at(-1), text);
  }
  other.close();
});

test('steps queued in one turn share a commit and run in order', async () => {
  const { shop, write, notes, note } = await openNotes();
  const other = otherConnection(shop);
  const seen: string[][] = [];
  const step = (text: string) => (tx: WriteTx) => {
    note(text)(tx);
    seen.push(notes(tx), notes(other));
  };
  await Promise.all(['a', 'b', 'c'].map((text) => write(step(text))));
  assert.deepEqual(seen, [['a'], [], ['a', 'b'], [], ['a', 'b', 'c'], []]);
  assert.deepEqual(notes(other), ['a', 'b', 'c']);
  other.close();
});

test('a group stays open while each turn of the event loop adds a step, and then closes', async () => {
  const { shop, write, note } = await openNotes();
  const other = otherConnection(shop);
  const before: number[] = [];
  const committed = () => other.get(sql<{ n: number }>('SELECT count(*) AS n FROM notes'))?.n ?? 0;
  const writes: Promise<unknown>[] = [];
  for (let turn = 0; turn < 10; turn += 1) {
    const next = setImmediate(); // before the group checks whether the turn added a step
    before.push(committed());
    writes.push(write(note(`${turn}`)));
    await next;
  }
  await Promise.all(writes);
  assert.deepEqual([...before, committed()], [...before.map(() => 0), 10]);
  other.close();
});

test('no result is returned before the commit of its group', async () => {
  const { write, note } = await openNotes();
  const events: string[] = [];
  const first = write(note('a')).then(() => events.push('a is answered'));
  const second = write((tx) => {
    note('b')(tx);
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
  const twice = (tx: WriteTx) => {
    note('b')(tx);
    note('a')(tx);
  };
  const writes = [write(note('a')), write(twice), write(note('c'))];
  assert.deepEqual(await outcomes(writes), [1, 'UNIQUE constraint failed: notes.text', 1]);
  assert.deepEqual(notes(), ['a', 'c']);
});

test('a stock movement that throws leaves neither ledger nor stock nor announcements', async () => {
  const shop = await openShop();
  const where = { variantId: idOf(shop.ids.variants.hot), warehouseId: idOf(shop.ids.warehouses.bkk) };
  const ledger = () => shop.ctx.db.all(sql('SELECT * FROM stock_ledger'));
  const before = ledger();
  const add = (tx: WriteTx) => addOnHand(tx, { ...where, qty: 5, reason: 'command_edited' }, shop.now());
  await assert.rejects(shop.ctx.write(failing(add, 'no')), /^Error: no$/);
  assert.deepEqual(ledger(), before);
  assert.deepEqual(shop.stock('hot'), { onHand: 10, reserved: 0 });
  assert.deepEqual(shop.announcements(), []);
});

test('two hundred concurrent steps commit in groups of at most 64', async () => {
  const { shop, write, notes, note } = await openNotes();
  const other = otherConnection(shop);
  const committed: number[] = [];
  const steps = Array.from({ length: 200 }, (_, i) =>
    write((tx) => {
      committed.push(notes(other).length);
      note(String(i))(tx);
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

test('slow steps do not delay others: the group ends and the rest commit in the next one', async () => {
  let time = 0;
  const { shop, write, notes, note } = await openNotes(() => time);
  const other = otherConnection(shop);
  const seen: string[][] = [];
  const step = (text: string, millis: number) => (tx: WriteTx) => {
    seen.push(notes(other));
    note(text)(tx);
    time += millis;
  };
  await Promise.all([write(step('a', 15)), write(step('b', 15)), write(step('c', 500)), write(step('d', 0))]);
  assert.deepEqual(seen, [[], [], ['a', 'b'], ['a', 'b', 'c']]);
  assert.deepEqual(notes(other), ['a', 'b', 'c', 'd']);
  other.close();
});

test('a group that is run again after a throwing step is limited in time as well', async () => {
  let time = 0;
  const { shop, write, notes, note } = await openNotes(() => time);
  const other = otherConnection(shop);
  const committedBefore: Record<string, string[]> = {};
  const slow = (text: string) => (tx: WriteTx) => {
    committedBefore[text] = notes(other);
    time += 15;
    return note(text)(tx);
  };
  const writes = [write(slow('a')), write(failing(note('b'), 'not b')), write(slow('c')), write(slow('d'))];
  assert.deepEqual(await outcomes(writes), [1, 'not b', 1, 1]);
  assert.deepEqual(notes(), ['a', 'c', 'd']);
  assert.deepEqual(committedBefore, { a: [], c: [], d: ['a', 'c'] });
  other.close();
});

test('a write queued inside a step runs after it, in its own commit', async () => {
  const { shop, write, notes, note } = await openNotes();
  const other = otherConnection(shop);
  let later: Promise<string[]> | undefined;
  await write((tx) => {
    note('a')(tx);
    later = write((tx) => {
      note('b')(tx);
      return notes(other);
    });
  });
  assert.deepEqual(await later, ['a']);
  assert.deepEqual(notes(), ['a', 'b']);
  other.close();
});

test('a group fails together if SQLite has rolled back, and its remaining steps do not run', async () => {
  const { shop, write, notes, note } = await openNotes();
  await write(note('before'));
  const freeDisk = fillDisk(shop.ctx.connection);
  let ran = false;
  const writes = [
    write(note('a')),
    write(note(large)),
    write((tx) => {
      ran = true;
      note('c')(tx);
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

test('a step that swallows a rollback by SQLite still fails with its group', async () => {
  const { shop, write, notes, note } = await openNotes();
  fillDisk(shop.ctx.connection);
  const hiding = (tx: WriteTx) => {
    try {
      note(large)(tx);
    } catch {
      return 'all is well';
    }
  };
  const [first, second] = await Promise.allSettled([write(note('a')), write(hiding)]);
  assert.deepEqual([first.status, second.status], ['rejected', 'rejected']);
  assert.deepEqual(notes(), []);
});

test('an order on a full disk gets server_error and leaves nothing; the next one succeeds', async () => {
  const shop = await openShop();
  await shop.bearer();
  const freeDisk = fillDisk(shop.ctx.connection);
  await shop.ctx.write((tx) => changeSettings(tx, idOf(shop.ids.id), { sellBelowZero: true }, byCommand(shop.now())));
  const line = { product_variant_id: shop.ids.variants.hot, qty: 1 };
  const order = { products: Array.from({ length: 200 }, () => line) };
  shop.ctx.log.level = 'silent';
  const refused = await shop.order(order);
  assert.deepEqual([refused.status, refused.body.error], [500, 'server_error']);
  assert.deepEqual(shop.stock('hot'), { onHand: 10, reserved: 0 });
  freeDisk();
  assert.equal((await shop.order(order)).status, 200);
});

test('an asynchronous step is refused and undone, whatever its remainder does', async () => {
  const { write, notes, note } = await openNotes();
  const waiting = async (tx: WriteTx) => note('a')(tx);
  const failingLater = async (tx: WriteTx) => {
    note('b')(tx);
    throw new Error('unseen');
  };
  const refused = 'A write step must be synchronous';
  assert.deepEqual(await outcomes([write(waiting), write(failingLater), write(note('c'))]), [refused, refused, 1]);
  assert.deepEqual(notes(), ['c']);
});

/** Another process that locks the database, and on command writes a note and commits it. */
async function lockDatabase(shop: Shop): Promise<() => void> {
  const holder = spawn(
    process.execPath,
    [
      '-e',
      `const db = new (require('better-sqlite3'))(process.argv[1]);
       db.exec("BEGIN IMMEDIATE; INSERT INTO notes (text) VALUES ('theirs')");
       console.log('locked');
       process.stdin.once('data', () => { db.exec('COMMIT'); process.exit(); });`,
      shop.config.database,
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  after(() => holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  return () => holder.stdin.write('commit');
}

test('a write waits while another process has the database locked, and then runs', async () => {
  const { shop, write, notes, note } = await openNotes();
  const unlock = await lockDatabase(shop);
  const ours = write(note('ours'));
  unlock();
  await ours;
  assert.deepEqual(notes(), ['theirs', 'ours']);
});

test('while another process has the database locked, reads are answered and an order waits', async () => {
  const { shop } = await openNotes();
  await shop.bearer();
  const unlock = await lockDatabase(shop);
  let placed = false;
  const order = shop.order().finally(() => {
    placed = true;
  });
  const begin = performance.now();
  const list = await shop.call('/v1/product/list', {});
  assert.deepEqual([list.status, placed], [200, false]);
  assert.ok(
    performance.now() - begin < BUSY_TIMEOUT,
    'the write does not wait inside SQLite, which blocks all requests',
  );
  unlock();
  assert.equal((await order).status, 200);
});
