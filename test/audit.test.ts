import assert from 'node:assert/strict';
import { userInfo } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { addAccount, changeAccount } from '../src/domain/accounts/account-changes.ts';
import { type AuditEntry, audit, auditEntries } from '../src/domain/audit/audit-log.ts';
import type { AuditEvent } from '../src/domain/audit/events.ts';
import { listBackups } from '../src/domain/backups/folder.ts';
import { resetClientSecret } from '../src/domain/channels/client-secrets.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { changeSettings } from '../src/domain/store-settings.ts';
import { resetWebhookSecret } from '../src/domain/webhooks/app-secrets.ts';
import { NO_ID } from '../src/lib/ids.ts';
import { newKeyPair } from './age.ts';
import { openFolder } from './cli.ts';
import { memoryLog } from './memory-log.ts';
import { type Browser, PASSWORD, signedIn } from './office.ts';
import { change } from './sql.ts';
import { cafe, idOf, openShop, type Shop, temporaryFolder } from './support.ts';

const ALL = { limit: 1_000, offset: 0 };

/** Newest first. */
const entriesOf = (shop: Shop, event: AuditEvent): AuditEntry[] => auditEntries(shop.ctx.db, { ...ALL, event });

async function openOffice(stores?: object[]): Promise<{ shop: Shop; browser: Browser }> {
  const shop = await openShop(stores && { stores });
  return { shop, browser: await signedIn(shop, { language: 'en' }) };
}

const SETTINGS = { name: 'บ้านกาแฟ', vat_percent: '7', order_quota: '0' };

test('a changed setting is logged with its values, the account and its address', async () => {
  const { shop, browser } = await openOffice();
  await browser.open('/settings/store');
  await browser.send('/settings/store', SETTINGS);
  const [entry] = entriesOf(shop, 'store_changed');
  assert.deepEqual(entry?.detail, { vatPercent: [0, 7] });
  assert.equal(entry?.actorName, 'malee');
  assert.equal(entry?.origin, '127.0.0.1');
  assert.equal(entry?.storeId, idOf(shop.ids.id));
});

test('a form that changes nothing is not logged', async () => {
  const { shop, browser } = await openOffice();
  await browser.open('/settings/store');
  await browser.send('/settings/store', { ...SETTINGS, vat_percent: '0' });
  assert.deepEqual(entriesOf(shop, 'store_changed'), []);
});

test('a change that fails is not logged', async () => {
  const shop = await openShop();
  const storeId = idOf(shop.ids.id);
  const failing = shop.ctx.write((tx) => {
    changeSettings(tx, storeId, { vatPercent: 7 }, byCommand(shop.now()));
    throw new Error('later');
  });
  await assert.rejects(failing, /later/);
  assert.deepEqual(entriesOf(shop, 'store_changed'), []);
});

test('steps of one commit keep their own actors', async () => {
  const shop = await openShop();
  const log = (address: string) =>
    shop.ctx.write((tx) => audit(tx, 'data_exported', { storeId: null }), {
      actor: { kind: 'visitor', address },
      time: 1,
    });
  await Promise.all(['192.0.2.1', '192.0.2.2', '192.0.2.3'].map(log));
  assert.deepEqual(
    entriesOf(shop, 'data_exported').map(({ origin }) => origin),
    ['192.0.2.3', '192.0.2.2', '192.0.2.1'],
  );
});

test('an entry can be neither changed nor deleted', async () => {
  const shop = await openShop();
  await shop.ctx.write((tx) => audit(tx, 'data_exported', { storeId: null }));
  for (const text of [
    `UPDATE audit_log SET actor = 'visitor'`,
    'UPDATE audit_log SET count = count + 2',
    'UPDATE audit_log SET count = count + 1, time = 0',
    'DELETE FROM audit_log',
  ])
    await assert.rejects(
      shop.ctx.write((tx) => tx.run(change(text))),
      /the audit log is append-only/,
    );
});

test('failures of one address within a minute are one entry', async () => {
  const shop = await openShop();
  const fail = (address: string, time: number, subjectId = 1) =>
    shop.ctx.write((tx) => audit(tx, 'sign_in_failed', { storeId: null, subjectId: subjectId as never }), {
      actor: { kind: 'visitor', address },
      time,
    });
  for (const [address, time] of [
    ['192.0.2.1', 0],
    ['192.0.2.1', 59_000],
    ['192.0.2.2', 59_000],
    ['192.0.2.1', 60_000],
  ] as const)
    await fail(address, time);
  assert.deepEqual(
    entriesOf(shop, 'sign_in_failed').map(({ origin, time, count }) => [origin, time, count]),
    [
      ['192.0.2.1', 60_000, 1],
      ['192.0.2.2', 59_000, 1],
      ['192.0.2.1', 0, 2],
    ],
  );
});

test('deleted products and exports are logged', async () => {
  const { shop, browser } = await openOffice();
  const product = shop.ids.products.latte ?? '';
  await browser.open(`/products/${product}`);
  await browser.send(`/products/${product}/delete`, {});
  await browser.open('/stock/list.csv');
  assert.equal(entriesOf(shop, 'product_deleted')[0]?.subjectId, idOf(product));
  assert.deepEqual(entriesOf(shop, 'data_exported')[0]?.detail, { file: '/stock/list.csv' });
  assert.match((await browser.open('/settings/audit')).text, /Data exported File: Stock \(CSV\)/);
  await browser.open('/stock/list.xlsx');
  assert.match((await browser.open('/settings/audit')).text, /Data exported File: Stock \(Excel\)/);
});

test('downloaded backups are logged, whether they are encrypted or not', async () => {
  const { recipient } = await newKeyPair();
  for (const age_recipients of [[], [recipient]]) {
    const shop = await openShop({
      config: { backup: { folder: path.join(temporaryFolder(), 'copies'), age_recipients } },
    });
    const browser = await signedIn(shop);
    await browser.open('/settings/backups');
    await browser.send('/settings/backups', {});
    const { name } = (await listBackups(shop.config))[0] ?? assert.fail();
    await browser.open(`/settings/backups/${name}`);
    await browser.open('/settings/backups');
    await browser.send('/settings/backups/copy', {});
    assert.deepEqual(
      entriesOf(shop, 'data_exported').map(({ detail }) => detail),
      [{ file: '/settings/backups/copy' }, { file: `/settings/backups/${name}` }],
    );
  }
});

test('a command is logged with the user of the operating system', async () => {
  const folder = openFolder();
  folder.write('store.json', JSON.stringify({ stores: [cafe()] }));
  await folder.runCommand('load', folder.path('store.json'));
  await folder.runCommand('store', 'set', 'vat_percent=7');
  const { entries } = await folder.runCommandJson('audit', '--event', 'store_changed');
  assert.equal(entries[0].actor, 'command');
  assert.equal(entries[0].origin, userInfo().username);
  assert.deepEqual(entries[0].detail, { vatPercent: [0, 7] });
});

test('an owner of one store sees the entries of that store only', async () => {
  const shop = await openShop({ stores: [cafe(), cafe({ key: 'bar', name: 'บาร์' })] });
  await shop.ctx.write((tx) => audit(tx, 'sign_in_failed', { storeId: null, subjectId: NO_ID }));
  const owner = await signedIn(shop, { store: 'bar', language: 'en' });
  const page = await owner.open('/settings/audit');
  assert.match(page.text, /Store file loaded/);
  assert.doesNotMatch(page.text, /Sign-in failed ·|Sign-in failed #/);
  const rows = (await owner.open('/settings/audit.csv')).html.trim().split('\r\n').slice(1);
  assert.ok(rows.length > 0);
  for (const row of rows) assert.equal(row.split(',')[1], 'บาร์');
});

test('the audit log is filtered by event, account and day', async () => {
  const { shop, browser } = await openOffice();
  await browser.open('/settings/store');
  await browser.send('/settings/store', SETTINGS);
  const [account] = entriesOf(shop, 'store_changed');
  const found = await browser.open(`/settings/audit?event=store_changed&user=${account?.actorId}`);
  assert.match(found.text, /Store changed บ้านกาแฟ · VAT included in prices \(%\): 0 → 7/);
  assert.doesNotMatch(found.text, /127\.0\.0\.1 (?!Store changed)/);
  const other = await signedIn(shop, { name: 'somsri', language: 'en' });
  const [signIn] = entriesOf(shop, 'signed_in');
  const byOther = await other.open(`/settings/audit?user=${signIn?.actorId}`);
  assert.match(byOther.text, /somsri 127\.0\.0\.1 Signed in/);
  assert.doesNotMatch(byOther.text, /malee 127\.0\.0\.1/);
  const before = await browser.open('/settings/audit?event=store_changed&to=2020-01-01');
  assert.match(before.text, /No entries/);
  assert.match(before.text, /Event: Store changed × To: 1 Jan 2020 × Clear all/);
  assert.match(before.html, /<details><summary class="button">.*name="to"[^>]* value="1 Jan 2020".*<\/details>/s);
});

test('sign-ins, failures and sign-outs are logged with the account', async () => {
  const { shop, browser } = await openOffice();
  const account = entriesOf(shop, 'signed_in')[0]?.actorId;
  assert.ok(account);
  await browser.open('/');
  await browser.send('/sign-out', {});
  await browser.open('/sign-in');
  await browser.send('/sign-in', { name: 'malee', password: 'wrong password', to: '' });
  assert.equal(entriesOf(shop, 'signed_out')[0]?.subjectId, account);
  assert.deepEqual(
    entriesOf(shop, 'sign_in_failed').map(({ subjectId, actor, origin }) => [subjectId, actor, origin]),
    [[account, 'visitor', '127.0.0.1']],
  );
});

test('no entry contains a secret, a password or the name of an account', async () => {
  const secret = 'hush-hush-courier';
  const courier = { shipping_type: 'kex', adapter: 'http', url: 'https://courier.example/book', secret };
  const { shop, browser } = await openOffice([cafe({ couriers: [courier] })]);
  await shop.ctx.write((tx) => resetClientSecret(tx, idOf(shop.ids.channels.page?.id), { now: shop.now() }));
  await shop.ctx.write((tx) => resetWebhookSecret(tx, idOf(shop.ids.apps.bot?.id), { now: shop.now() }));
  await browser.open('/me/password');
  await browser.send('/me/password', { current: PASSWORD, password: 'กาแฟเย็นแก้วเล็ก 2', again: 'กาแฟเย็นแก้วเล็ก 2' });
  assert.equal(entriesOf(shop, 'courier_set').length, 1);
  const rows = JSON.stringify(auditEntries(shop.ctx.db, ALL).map(({ actorName: _, ...entry }) => entry));
  for (const text of [secret, PASSWORD, 'กาแฟเย็น', 'malee', shop.ids.channels.page?.client_secret ?? '?'])
    assert.ok(!rows.includes(text), text);
});

test('a changed account is logged with its role before and after', async () => {
  const shop = await openShop();
  await signedIn(shop);
  const id = await shop.ctx.write((tx) =>
    addAccount(
      tx,
      { name: 'somchai', role: 'owner', storeId: null, passwordHash: 'x', mustChangePassword: true },
      shop.now(),
    ),
  );
  await shop.ctx.write((tx) => changeAccount(tx, id, { role: 'staff', storeId: idOf(shop.ids.id) }, shop.now()));
  assert.deepEqual(entriesOf(shop, 'account_changed')[0]?.detail, {
    role: ['owner', 'staff'],
    storeId: [null, idOf(shop.ids.id)],
  });
});

test('a refused token request is logged with the channel and the address', async () => {
  const shop = await openShop();
  const { id, client_id = '' } = shop.ids.channels.page ?? {};
  await shop.token({ grant_type: 'client_credentials', client_id, client_secret: 'wrong' });
  await shop.token({ grant_type: 'client_credentials', client_id: 'unknown', client_secret: 'wrong' });
  assert.deepEqual(
    entriesOf(shop, 'token_refused').map(({ subjectId, origin }) => [subjectId, origin]),
    [
      [null, '127.0.0.1'],
      [idOf(id), '127.0.0.1'],
    ],
  );
});

test('failed sign-ins and refused tokens are logged for fail2ban only if the config says so', async () => {
  for (const failed_sign_ins of [true, false]) {
    const { log, lines } = memoryLog();
    const shop = await openShop({ log, config: { log: { failed_sign_ins } } });
    const browser = await signedIn(shop);
    await browser.open('/');
    await browser.send('/sign-out', {});
    await browser.open('/sign-in');
    await browser.send('/sign-in', { name: 'malee', password: 'wrong password', to: '' });
    await shop.token({ grant_type: 'client_credentials', client_id: 'unknown', client_secret: 'wrong' });
    const events = ['sign_in_failed', 'token_refused'].map((event) => ({ event, address: '127.0.0.1' }));
    const logged = lines.filter(({ event }) => event !== undefined);
    assert.deepEqual(
      logged.map(({ event, address }) => ({ event, address })),
      failed_sign_ins ? events : [],
    );
  }
});
