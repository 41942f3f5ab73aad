import assert from 'node:assert/strict';
import { existsSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import type { Context } from '../src/context.ts';
import { listBackups } from '../src/domain/backups/folder.ts';
import { makeBackup } from '../src/domain/backups/make.ts';
import { backupScheduler, isBehind, type Schedule, scheduleOf } from '../src/domain/backups/schedule.ts';
import { message } from '../src/lib/messages/message.ts';
import { appError } from './errors.ts';
import { tamper } from './sql.ts';
import { openShop, temporaryFolder, until } from './support.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOON = Date.parse('2026-11-21T12:00:00+07:00');

/** A shop with a backup every two hours, and a clock that the test sets. */
async function openScheduledShop({ keep = 7 } = {}) {
  const shop = await openShop();
  const clock = { time: NOON };
  const folder = path.join(temporaryFolder(), 'copies');
  const config = { ...shop.config, backup: { ...shop.config.backup, folder, every: '2h', keep } };
  const ctx: Context = { ...shop.ctx, config, now: () => clock.time };
  const names = async () => (await listBackups(config)).map(({ name }) => name.slice('raan-20261121-'.length, -3));
  const schedule = async () => (await scheduleOf(ctx)) as Schedule;
  return { ctx, clock, folder, names, schedule };
}

test('backups are made at the configured interval since the newest one in the folder, also after a restart', async () => {
  const { ctx, clock, names } = await openScheduledShop();
  const { runDue } = backupScheduler(ctx);
  await runDue();
  clock.time += 2 * HOUR - 1;
  await runDue();
  assert.deepEqual(await names(), ['120000']);
  clock.time += 1;
  await backupScheduler(ctx).runDue();
  assert.deepEqual(await names(), ['140000', '120000']);
  clock.time += HOUR;
  await makeBackup(ctx, clock.time); // a manual backup counts too
  clock.time += HOUR;
  await runDue();
  assert.deepEqual(await names(), ['150000', '140000', '120000']);
});

test('the newest backups are kept, older ones are deleted after a new one, and other files stay', async () => {
  const { ctx, clock, folder, names } = await openScheduledShop({ keep: 2 });
  const { runDue } = backupScheduler(ctx);
  await runDue();
  for (const name of ['raan-20200101-000000.db.gz', 'mine.db']) writeFileSync(path.join(folder, name), 'mine');
  for (let i = 0; i < 2; i += 1) {
    clock.time += 2 * HOUR;
    await runDue();
  }
  assert.deepEqual(await names(), ['160000', '140000']);
  assert.deepEqual(readdirSync(folder).length, 4);
});

test('a backup with a future date delays no backup and is deleted first', async () => {
  const { ctx, clock, names } = await openScheduledShop({ keep: 2 });
  const { runDue } = backupScheduler(ctx);
  await makeBackup(ctx, NOON + 10 * HOUR);
  await runDue();
  assert.deepEqual(await names(), ['220000', '120000']);
  clock.time += 2 * HOUR;
  await runDue();
  assert.deepEqual(await names(), ['140000', '120000']);
});

test('a failure keeps the old backups, is reported, and is retried with growing pauses', async () => {
  const { ctx, clock, folder, schedule, names } = await openScheduledShop();
  const { runDue } = backupScheduler({ ...ctx, log: ctx.log.child({}, { level: 'silent' }) });
  await runDue();
  clock.time += 2 * HOUR;
  tamper(ctx, 'UPDATE stock SET on_hand = on_hand + 1 WHERE on_hand = 10');
  const pauses: number[] = [];
  for (let i = 0; i < 9; i += 1) {
    await runDue();
    const { next, failed } = await schedule();
    assert.equal(failed?.attempts, i + 1);
    assert.deepEqual(failed.reason.params.problems, [message('stock_differs_from_ledger')]);
    pauses.push((next - clock.time) / MINUTE);
    clock.time = next - 1;
    await runDue();
    clock.time = next;
  }
  assert.deepEqual(pauses, [1, 2, 4, 8, 16, 32, 60, 60, 60]);
  assert.deepEqual(await names(), ['120000']);
  assert.deepEqual(readdirSync(folder).length, 1);
  tamper(ctx, 'UPDATE stock SET on_hand = on_hand - 1 WHERE on_hand = 11');
  await runDue();
  assert.equal((await schedule()).failed, undefined);
  assert.equal((await names()).length, 2);
});

test('a backup folder that is a file is reported with its path', async () => {
  const { ctx, folder, schedule } = await openScheduledShop();
  writeFileSync(folder, '');
  await backupScheduler({ ...ctx, log: ctx.log.child({}, { level: 'silent' }) }).runDue();
  assert.equal((await schedule()).failed?.reason.params.folder, folder);
  rmSync(folder);
});

test('a folder that cannot be created, or whose links form a loop, fails at once', async () => {
  const { ctx, folder } = await openScheduledShop();
  symlinkSync(folder, folder);
  for (const [unusable, why] of [
    ['/proc/raan/copies', 'file_folder_missing'],
    [folder, 'file_links_in_a_circle'],
    [`${folder}-${'x'.repeat(300)}`, 'file_name_too_long'],
  ] as const) {
    const config = { ...ctx.config, backup: { ...ctx.config.backup, folder: unusable } };
    const params = { folder: unusable, why: message(why) };
    await assert.rejects(
      makeBackup({ ...ctx, config }, NOON),
      appError({ code: 'invalid_request', key: 'backup_not_writable', params }),
    );
  }
  rmSync(folder);
});

test('a file that is only named like a backup delays no backup', async () => {
  const { ctx, clock, folder, names } = await openScheduledShop();
  const { runDue } = backupScheduler(ctx);
  await runDue();
  clock.time += 2 * HOUR;
  writeFileSync(path.join(folder, 'raan-20261121-135959.db'), '');
  await runDue();
  assert.deepEqual(await names(), ['140000', '135959', '120000']);
  clock.time += HOUR;
  await runDue();
  assert.equal((await names()).length, 3);
});

test('disabled backups are not late, and the time of the last successful run is kept', async () => {
  const { ctx, clock, folder } = await openScheduledShop();
  const config = { ...ctx.config, backup: { ...ctx.config.backup } };
  const { runDue } = backupScheduler({ ...ctx, config });
  writeFileSync(folder, 'a file where the folder should be');
  await runDue();
  assert.deepEqual([ctx.backupState.isBehind, ctx.backupState.lastSuccessTime], [true, undefined]);
  config.backup.folder = '';
  clock.time += HOUR;
  await runDue();
  const { isBehind, failed, lastSuccessTime } = ctx.backupState;
  assert.deepEqual(
    { isBehind, failed, lastSuccessTime },
    { isBehind: false, failed: undefined, lastSuccessTime: clock.time },
  );
});

test('stopping aborts the running backup and leaves no partial file', async () => {
  const { ctx, folder, schedule } = await openScheduledShop();
  const { runDue, stop } = backupScheduler(ctx);
  const making = runDue();
  await until('a backup has begun', () => existsSync(folder) && readdirSync(folder).length > 0);
  stop();
  await making;
  assert.equal((await schedule()).failed, undefined);
  assert.deepEqual(readdirSync(folder), []);
});

test('backups are late if the newest is older than two intervals, or the last attempt failed', () => {
  const schedule = { every: HOUR, newest: NOON, next: 0, failed: undefined, bucketUpload: undefined };
  assert.equal(isBehind(schedule, NOON + 2 * HOUR), false);
  assert.equal(isBehind(schedule, NOON + 2 * HOUR + 1), true);
  assert.equal(isBehind({ ...schedule, newest: undefined }, NOON), false);
  assert.equal(
    isBehind({ ...schedule, failed: { time: NOON, reason: message('backup_folder_not_set'), attempts: 1 } }, NOON),
    true,
  );
});
