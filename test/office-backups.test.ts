import assert from 'node:assert/strict';
import { existsSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { openContext } from '../src/context.ts';
import { backupScheduler } from '../src/domain/backups/schedule.ts';
import { newKeyPair } from './age.ts';
import { officePattern } from './errors.ts';
import { type Browser, signedIn } from './office.ts';
import { openShop, type Shop, temporaryFolder } from './support.ts';

/** Opens a shop without a backup folder and, as its owner, the page of backups. */
async function atBackups(): Promise<{ shop: Shop; browser: Browser }> {
  const shop = await openShop();
  const browser = await signedIn(shop, { language: 'en' });
  const response = await browser.open('/settings/backups');
  assert.equal(response.status, 200, response.text);
  return { shop, browser };
}

const keepIn = ({ page }: Browser): string | undefined => /name="keep"[^>]* value="(\d+)"/.exec(page.html)?.[1];

test('automatic backups can be turned on in the office, with their interval and the number to keep', async () => {
  const { shop, browser } = await atBackups();
  assert.match(browser.page.text, /Status Off/);
  assert.match(browser.page.text, /Back up every 6 hours 12 hours 1 day 7 days/);
  const response = await browser.send('/settings/backups/settings', { every_hours: '12', keep: '2' });
  assert.match(response.text, /Automatic backups are on/);
  const folder = path.join(path.dirname(shop.ctx.db.file), 'backups');
  const clock = { time: Date.parse('2026-11-21T12:00:00+07:00') };
  await shop.stop(); // its own scheduler would also make backups
  const ctx = openContext(shop.config, { create: false });
  const { runDue } = backupScheduler({ ...ctx, now: () => clock.time });
  const made: number[] = [];
  for (const hours of [0, 11, 12, 23, 24, 36]) {
    clock.time = Date.parse('2026-11-21T12:00:00+07:00') + hours * 3_600_000;
    await runDue();
    made.push(readdirSync(folder).length);
  }
  assert.deepEqual(made, [1, 1, 2, 2, 2, 2]);
  assert.ok(existsSync(path.join(folder, 'raan-20261123-000000.db')));
  ctx.close();
  await shop.start();
  const later = await signedIn(shop, { name: 'somsri', language: 'en' });
  assert.match((await later.open('/settings/backups')).text, /Kept 2 of at most 2/);
});

test('the config file applies again after the settings of the office are reset', async () => {
  const { shop, browser } = await atBackups();
  await browser.send('/settings/backups/settings', { every_hours: '168', keep: '30' });
  assert.equal(keepIn(browser), '30');
  await browser.send('/settings/backups/reset');
  assert.match(browser.page.text, /Status Off/);
  Object.assign(shop.config.backup, { folder: path.join(temporaryFolder(), 'copies'), every: '36h', keep: 5 });
  await browser.open('/settings/backups');
  assert.equal(keepIn(browser), '5');
  assert.match(browser.page.html, /<option value="36" selected="">36 hours/);
});

test('an invalid number of backups shows an error at its field', async () => {
  const { browser } = await atBackups();
  const response = await browser.send('/settings/backups/settings', { every_hours: '24', keep: '0' });
  assert.equal(response.status, 422);
  assert.match(response.html, /id="field-keep-error"/);
});

test('a backup is created, listed and downloaded', async () => {
  const { shop, browser } = await atBackups();
  assert.equal((await browser.send('/settings/backups')).status, 422);
  const folder = path.join(temporaryFolder(), 'copies');
  Object.assign(shop.config.backup, { folder });
  await browser.open('/settings/backups');
  const response = await browser.send('/settings/backups');
  const name = /raan-\d{8}-\d{6}\.db/.exec(response.text)?.[0] ?? '';
  const file = await browser.open(`/settings/backups/${name}`);
  assert.equal(file.headers.get('content-disposition'), `attachment; filename="${name}"`);
  assert.match(file.html, /^SQLite format 3/);
  assert.ok(Number(file.headers.get('content-length')) > 100_000);
  assert.equal((await browser.open('/settings/backups/..%2Fshop.db')).status, 404);
  rmSync(folder, { recursive: true });
});

test('an unreadable backup folder is reported in the user’s language and breaks no page', async () => {
  const { shop, browser } = await atBackups();
  const folder = path.join(temporaryFolder(), 'copies');
  Object.assign(shop.config.backup, { folder, every: '2h' });
  const thai = await signedIn(shop, { name: 'somsri' });
  const checkPages = async () => {
    const home = await browser.open('/settings');
    assert.deepEqual([home.status, /Backups Cannot read the backup folder/.test(home.text)], [200, true]);
    assert.equal((await browser.open('/settings/backups')).status, 200);
    assert.match(browser.page.text, officePattern('backup_folder_unreadable', { folder }));
    assert.doesNotMatch(browser.page.text, /No backups? yet/);
    const refused = await browser.send('/settings/backups');
    assert.equal(refused.status, 422);
    assert.match(refused.text, officePattern('backup_not_writable', { folder }));
    await thai.open('/settings/backups');
    assert.doesNotMatch(thai.page.text.replaceAll(folder, ''), /cannot|folder|circle|2h/);
    assert.match(thai.page.text, /2 ชั่วโมง/);
    assert.match(thai.page.text, officePattern('backup_folder_unreadable', { folder }, 'th'));
  };
  writeFileSync(folder, '');
  await checkPages();
  rmSync(folder);
  symlinkSync(folder, folder);
  await checkPages();
  rmSync(folder);
});

test('while automatic backups are off, a copy can be downloaded and leaves no file behind', async () => {
  const { shop, browser } = await atBackups();
  const leftovers = () => readdirSync(path.dirname(shop.ctx.db.file)).filter((name) => name.startsWith('raan-'));
  const file = await browser.send('/settings/backups/copy');
  assert.match(file.headers.get('content-disposition') ?? '', /^attachment; filename="raan-\d{8}-\d{6}\.db"$/);
  assert.match(file.html, /^SQLite format 3/);
  assert.deepEqual(leftovers(), []);
});

test('encrypted backups are created, listed and downloaded, and the page warns of losing the private key', async () => {
  const { shop, browser } = await atBackups();
  Object.assign(shop.config.backup, { age_recipients: [(await newKeyPair()).recipient] });
  await browser.open('/settings/backups');
  assert.match(browser.page.text, /If the private key is lost, the backups can no longer be restored/);
  const copy = await browser.send('/settings/backups/copy');
  assert.match(copy.headers.get('content-disposition') ?? '', /^attachment; filename="raan-\d{8}-\d{6}\.db\.age"$/);
  assert.match(copy.html, /^age-encryption\.org\/v1\n/);
  assert.equal(copy.headers.get('content-type'), 'application/octet-stream');
  assert.deepEqual(
    readdirSync(path.dirname(shop.ctx.db.file)).filter((name) => name.startsWith('raan-')),
    [],
  );
  const folder = path.join(temporaryFolder(), 'copies');
  Object.assign(shop.config.backup, { folder });
  await browser.open('/settings/backups');
  const { text } = await browser.send('/settings/backups');
  const name = /raan-\d{8}-\d{6}\.db\.age/.exec(text)?.[0] ?? '';
  assert.match((await browser.open(`/settings/backups/${name}`)).html, /^age-encryption\.org\/v1\n/);
  assert.match(
    (await signedIn(shop, { name: 'somsri' }).then((thai) => thai.open('/settings/backups'))).text,
    /เข้ารหัสไว้/,
  );
  rmSync(folder, { recursive: true });
});
