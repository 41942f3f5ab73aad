import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Reader } from '../../src/db/reader.ts';
import type { WriteTx } from '../../src/db/write-tx.ts';
import { backupFile } from '../../src/domain/backups/folder.ts';
import { copyToFile, makeBackup } from '../../src/domain/backups/make.ts';
import { restoreBackup } from '../../src/domain/backups/restore.ts';
import { changeStock } from '../../src/domain/stock/ledger.ts';
import { assertDatabaseValid } from '../database-steps.ts';
import { openTestDatabase, sql } from '../sql.ts';
import { idOf, openShop, type Shop, temporaryFolder } from '../support.ts';

const NOW = Date.parse('2026-11-21T15:47:30Z');
const MIN_ROWS_PER_SECOND = 5_000;

interface Row {
  time: number;
  before: number;
  after: number;
}

/** All ledger rows of the variant, in the order of their insertion. */
const ledger = (db: Reader): Row[] =>
  db.all(
    sql<Row>(
      'SELECT time, on_hand_before AS before, on_hand_after AS after FROM stock_ledger WHERE variant_id = 1 AND warehouse_id = 1 ORDER BY time',
    ),
  );

/** Moves the stock of one variant as fast as possible: one movement per step, with a stock row and a ledger row. */
function keepWriting(shop: Shop) {
  const movement = { variantId: idOf('1'), warehouseId: idOf('1'), onHand: 1 };
  const start = process.cpuUsage();
  let going = true;
  let written = 0;
  const write = async () => {
    const step = (tx: WriteTx) => changeStock(tx, { reason: 'command_edited' }, movement, NOW);
    while (going) {
      await Promise.all(Array.from({ length: 64 }, () => shop.ctx.write(step)));
      written += 64;
    }
  };
  const writing = write();
  return {
    written: () => written,
    untilWritten: async (rows: number) => {
      while (written < rows) await setImmediate();
    },
    /** Rows written per second of CPU time, so that other load of the machine does not count. */
    stop: async () => {
      going = false;
      await writing;
      const { user, system } = process.cpuUsage(start);
      return (written * 2) / ((user + system) / 1e6);
    },
  };
}

const BACKUP_METHODS = {
  'by the server': async (shop: Shop) => {
    const folder = temporaryFolder();
    const config = { ...shop.config, backup: { ...shop.config.backup, folder } };
    const { name } = await makeBackup({ ...shop.ctx, config }, NOW);
    assert.deepEqual(readdirSync(folder), [name]);
    return (await backupFile(config, name)).file;
  },
  'by a command': async (shop: Shop) => (await copyToFile(shop.ctx, path.join(temporaryFolder(), 'copy.db'))).file,
};

for (const [by, make] of Object.entries(BACKUP_METHODS))
  test(`a backup ${by} under ${MIN_ROWS_PER_SECOND} rows per second restores a consistent state of the database`, async (t) => {
    const shop = await openShop();
    const writer = keepWriting(shop);
    await writer.untilWritten(20_000);
    const least = writer.written();
    const file = await make(shop);
    const most = writer.written() + 64;
    const rate = await writer.stop();
    t.diagnostic(`${Math.round(rate)} rows per second of CPU time, ${most - least} movements during the backup`);
    assert.ok(rate >= MIN_ROWS_PER_SECOND, `${rate} rows a second`);
    assert.ok(most - least > 128, 'nothing was written in the meantime');
    const database = path.join(temporaryFolder(), 'elsewhere.db');
    await restoreBackup({ ...shop.config, database }, file, NOW);
    const db = openTestDatabase(database);
    assertDatabaseValid(db);
    const copied = ledger(db);
    assert.ok(copied.length >= least && copied.length <= most + 1, `${copied.length} of ${least} to ${most}`);
    assert.deepEqual(copied, ledger(shop.ctx.db).slice(0, copied.length));
    const onHand = db.get(
      sql<{ n: number }>('SELECT on_hand AS n FROM stock WHERE variant_id = 1 AND warehouse_id = 1'),
    );
    assert.equal(onHand?.n, copied.at(-1)?.after);
    db.close();
  });
