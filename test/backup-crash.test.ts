import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import type { Config } from '../src/config.ts';
import { openDatabase } from '../src/db/open.ts';
import { checkDatabase } from '../src/domain/check.ts';
import { AT_ONCE, openPartner } from './cli.ts';
import { type Json, openShop, type Shop, temporaryFolder } from './support.ts';

const SCRIPT = path.join(import.meta.dirname, 'backup-process.ts');
const silent = (shop: Shop, folder = temporaryFolder()): Config => ({
  ...shop.config,
  log: { ...shop.config.log, level: 'silent' },
  backup: { ...shop.config.backup, folder, keep: 2 },
});

/** @param limit the largest file that it can write, in blocks of half a kilobyte */
function run(args: readonly string[], limit: number | 'unlimited' = 'unlimited'): ChildProcess {
  const shell = ['-c', `ulimit -f ${limit}; exec "$0" "$@"`, process.execPath, '--import', 'tsx', SCRIPT, ...args];
  const child = spawn('sh', shell, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  after(() => child.kill('SIGKILL'));
  return child;
}

const MOST_POINTS = 9;

/** Runs it once, and again and again, killed at one call of it after the other; `look` sees what is left each time. */
async function killedEverywhere(prepare: () => string[], look: (isKilled: boolean) => void): Promise<number> {
  const first = run(prepare());
  const [{ calls }] = (await once(first, 'message')) as [{ calls: number }];
  await once(first, 'exit');
  look(false);
  const apart = Math.ceil(calls / MOST_POINTS);
  for (let call = apart; call <= calls; call += apart) {
    const child = run([...prepare(), String(call)]);
    const [, signal] = await once(child, 'exit');
    assert.equal(signal, 'SIGKILL', `call ${call} of ${calls}`);
    look(true);
  }
  return calls;
}

/** How many orders the database has, which must be sound. */
function ordersIn(database: string): number {
  const { db } = openDatabase(database, { create: false });
  assert.deepEqual(checkDatabase(db).faults, []);
  const { n } = db.get<{ n: number }>('SELECT count(*) AS n FROM orders') as { n: number };
  db.close();
  return n;
}

describe('backups when things go wrong', AT_ONCE, () => {
  test('killed at any point, a restore leaves the old database or the new one, whole, and the next one goes through', async (t) => {
    const shop = await openShop();
    await shop.order();
    const copy = path.join(temporaryFolder(), 'copy.db');
    shop.ctx.db.copyTo(copy);
    await shop.order();
    const origin = temporaryFolder();
    for (const end of ['', '-wal']) cpSync(shop.config.database + end, path.join(origin, `as-killed${end}`)); // its log is full
    await shop.stop();
    const config = silent(shop);
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
    const calls = await killedEverywhere(prepare, (isKilled) => {
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

  test('killed at any point, a backup leaves no file of its name that is not whole, and the old ones', async (t) => {
    const shop = await openShop();
    await shop.order();
    await shop.stop();
    const config = silent(shop);
    const { folder } = config.backup;
    const prepare = () => {
      for (const name of readdirSync(folder)) rmSync(path.join(folder, name));
      for (const day of [18, 19]) cpSync(config.database, path.join(folder, `raan-202611${day}-000000.db`));
      return ['backup', JSON.stringify(config), ''];
    };
    const calls = await killedEverywhere(prepare, (isKilled) => {
      const names = readdirSync(folder).filter((name) => name.endsWith('.db'));
      assert.ok(names.length >= 2);
      for (const name of names) assert.equal(ordersIn(path.join(folder, name)), 1);
      if (!isKilled) assert.equal(names.length, config.backup.keep);
    });
    t.diagnostic(`${calls} calls`);
  });

  test('a disk that takes no more leaves the old copies and no half one, says so, and the server goes on', async () => {
    const shop = await openShop();
    const { client_id, client_secret = '' } = shop.ids.channels.page as { client_id: string; client_secret?: string };
    shop.ctx.db.exec('CREATE TABLE ballast (bytes BLOB); INSERT INTO ballast VALUES (zeroblob(8000000))');
    await shop.stop();
    const config = silent(shop);
    const old = path.join(config.backup.folder, 'raan-20261119-000000.db');
    writeFileSync(old, 'an old one');
    const child = run(['serve', JSON.stringify(config)], 8_000);
    const [{ address }] = (await once(child, 'message')) as [{ address: string }];
    const partner = await openPartner(address, { client_id, client_secret });
    child.send('make one');
    const [said] = (await once(child, 'message')) as [Json];
    assert.match(
      said.refused,
      new RegExp(`^the copy cannot be written to ${config.backup.folder}: the disk is full, broken`),
    );
    assert.deepEqual(readdirSync(config.backup.folder), [path.basename(old)]);
    assert.equal((await partner.call('/v1/order/create', shop.orderBody())).status, 200);
    assert.ok(existsSync(old));
  });
});
