import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import type { Config } from '../../src/config.ts';
import type { MessageKey } from '../../src/lib/messages/messages.ts';
import { newKeyPair } from '../age.ts';
import { CONCURRENT } from '../cli.ts';
import { assertDatabaseValid } from '../database-steps.ts';
import { english, partialMessage } from '../errors.ts';
import { MOUNT_COMMAND, mountProblem } from '../mounts.ts';
import { openPartner } from '../remote-partner.ts';
import { openTestDatabase, rowCount } from '../sql.ts';
import { type Json, openShop, type Shop, temporaryFolder } from '../support.ts';

const SCRIPT = path.join(import.meta.dirname, '..', 'backup-process.ts');
const configOf = (shop: Shop, recipients: string[] = []): Config => ({
  ...shop.config,
  log: { ...shop.config.log, level: 'silent' },
  backup: { ...shop.config.backup, folder: temporaryFolder(), keep: 2, age_recipients: recipients },
});

/** @param first the shell command to run before the program, and the shell */
function run(args: readonly string[], first = ':', [shell, ...flags]: readonly string[] = ['sh', '-c']): ChildProcess {
  const program = [`${first} && exec "$0" "$@"`, process.execPath, ...process.execArgv, SCRIPT, ...args];
  const child = spawn(shell as string, [...flags, ...program], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  after(() => child.kill('SIGKILL'));
  return child;
}

const POINTS = 9;

/**
 * Runs the program once normally, then killed at calls spread from the first to the last. `look` checks what is left
 * each time.
 */
async function killAtEveryCall(prepare: () => string[], look: (isKilled: boolean) => void): Promise<number> {
  const first = run(prepare());
  const [{ calls }] = (await once(first, 'message')) as [{ calls: number }];
  await once(first, 'exit');
  look(false);
  for (let point = 1; point <= POINTS; point += 1) {
    const call = Math.ceil((calls * point) / POINTS);
    const child = run([...prepare(), String(call)]);
    const [, signal] = await once(child, 'exit');
    assert.equal(signal, 'SIGKILL', `call ${call} of ${calls}`);
    look(true);
  }
  return calls;
}

/** Asserts that the database is valid and returns its number of orders. */
function ordersIn(database: string): number {
  const db = openTestDatabase(database);
  assertDatabaseValid(db);
  const n = rowCount(db, 'orders');
  db.close();
  return n;
}

describe('interrupted and failing backups', CONCURRENT, () => {
  test(`a restore killed at ${POINTS} points leaves the complete old or new database, and the next restore succeeds`, async (t) => {
    const shop = await openShop();
    await shop.order();
    const copy = path.join(temporaryFolder(), 'copy.db');
    shop.ctx.connection.copyTo(copy);
    await shop.order();
    const origin = temporaryFolder();
    for (const end of ['', '-wal']) cpSync(shop.config.database + end, path.join(origin, `as-killed${end}`)); // the WAL is full
    await shop.stop();
    const config = configOf(shop);
    const folder = path.dirname(config.database);
    const prepare = () => {
      for (const name of readdirSync(folder)) rmSync(path.join(folder, name));
      for (const end of ['', '-wal']) cpSync(path.join(origin, `as-killed${end}`), config.database + end);
      if (halfMade) writeFileSync(`${config.database}.restoring`, 'of one that was killed');
      halfMade = !halfMade;
      return ['restore', JSON.stringify(config), copy];
    };
    let halfMade = false;
    const left = new Set<number>();
    const calls = await killAtEveryCall(prepare, (isKilled) => {
      const orders = ordersIn(config.database);
      if (!isKilled) assert.equal(orders, 1);
      const kept = readdirSync(folder).filter((name) => /-before-restore-.*\.db$/.test(name));
      if (orders === 1) assert.equal(kept.length, 1);
      for (const name of kept) assert.equal(ordersIn(path.join(folder, name)), 2);
      left.add(orders);
    });
    t.diagnostic(`${calls} calls`);
    assert.deepEqual([...left].sort(), [1, 2]);
  });

  test(`a backup killed at ${POINTS} points leaves no incomplete file under its name and keeps the old backups`, async (t) => {
    const shop = await openShop();
    await shop.order();
    await shop.stop();
    const config = configOf(shop);
    const { folder } = config.backup;
    const prepare = () => {
      for (const name of readdirSync(folder)) rmSync(path.join(folder, name));
      for (const day of [18, 19]) cpSync(config.database, path.join(folder, `raan-202611${day}-000000.db`));
      return ['backup', JSON.stringify(config), ''];
    };
    const calls = await killAtEveryCall(prepare, (isKilled) => {
      const names = readdirSync(folder).filter((name) => name.endsWith('.db'));
      assert.ok(names.length >= 2);
      for (const name of names) assert.equal(ordersIn(path.join(folder, name)), 1);
      if (!isKilled) assert.equal(names.length, config.backup.keep);
    });
    t.diagnostic(`${calls} calls`);
  });

  for (const kind of ['a', 'an encrypted'])
    test(`on a full disk ${kind} backup fails with an error, keeps the old backups, leaves no partial file, and the server keeps running`, async (t) => {
      const { config, assertKeepsRunning } = await openLarge(kind === 'a' ? [] : [(await newKeyPair()).recipient]);
      const { folder } = config.backup;
      const mounts = `mount -t tmpfs -o size=4m none ${folder} && echo old > ${path.join(folder, OLD)}`;
      const why = mountProblem(mounts, folder);
      if (why !== undefined) return t.skip(why);
      await assertKeepsRunning(run(['serve', JSON.stringify(config)], mounts, MOUNT_COMMAND), 'file_disk_full');
    });

  test('a backup above the file size limit fails like one on a full disk', async () => {
    const { config, assertKeepsRunning } = await openLarge();
    writeFileSync(path.join(config.backup.folder, OLD), 'old');
    await assertKeepsRunning(run(['serve', JSON.stringify(config)], 'ulimit -f 8000'), 'file_write_failed');
  });
});

const OLD = 'raan-20261119-000000.db';

/** A database of 8 MB, and a server whose backups have too little space. */
async function openLarge(recipients: string[] = []) {
  const shop = await openShop();
  const { client_id, client_secret = '' } = shop.ids.channels.page as { client_id: string; client_secret?: string };
  shop.ctx.connection.exec('CREATE TABLE ballast (bytes BLOB); INSERT INTO ballast VALUES (zeroblob(8000000))');
  await shop.stop();
  const config = configOf(shop, recipients);
  const assertKeepsRunning = async (server: ChildProcess, reason: MessageKey) => {
    const [{ address }] = (await once(server, 'message')) as [{ address: string }];
    const partner = await openPartner(address, { client_id, client_secret });
    server.send('make one');
    const [{ refused = '', left }] = (await once(server, 'message')) as [Json];
    const why = partialMessage(reason);
    assert.equal(refused, english('backup_not_writable', { folder: config.backup.folder, why }));
    assert.deepEqual(left, [OLD]);
    assert.equal((await partner.call('/v1/order/create', shop.orderBody())).status, 200);
  };
  return { config, assertKeepsRunning };
}
