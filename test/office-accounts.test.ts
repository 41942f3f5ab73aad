import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { accountById, accountByName } from '../src/domain/accounts/accounts.ts';
import { recordFailure } from '../src/domain/accounts/throttle.ts';
import { CONCURRENT } from './cli.ts';
import { type Browser, PASSWORD, type PageResponse, signedIn } from './office.ts';
import { enter } from './office-account-steps.ts';
import { sql } from './sql.ts';
import { stoppedClock } from './stopped-clock.ts';
import { cafe, openShop, type Shop } from './support.ts';

const DAY = 86_400_000;

const openTwoStores = () => openShop({ stores: [cafe(), cafe({ key: 'tea', name: 'ร้านชา' })] });

const passwordIn = ({ html }: PageResponse): string => /id="password">([^<]+)</.exec(html)?.[1] ?? assert.fail(html);

const versionIn = ({ html }: PageResponse): string =>
  /name="version" value="([^"]+)"/.exec(html)?.[1] ?? assert.fail(html);

/** Adds an account in the office and returns its id and one-time password. */
async function add(shop: Shop, owner: Browser, fields: Record<string, string>) {
  await owner.open('/settings/accounts/new');
  const response = await owner.send('/settings/accounts/new', fields);
  assert.equal(response.status, 200, response.text);
  const { id } = accountByName(shop.ctx.db, fields.name ?? '');
  assert.match(response.html, /data-copies="#password"/);
  return { id, password: passwordIn(response) };
}

const account = (shop: Shop, name: string) => accountByName(shop.ctx.db, name);

suite('accounts in the office', CONCURRENT, () => {
  test('a new account shows its one-time password once and changes it at the first sign-in', async () => {
    const shop = await openShop();
    const owner = await signedIn(shop);
    const { password } = await add(shop, owner, { name: 'แดง', role: 'staff' });
    const list = await owner.open('/settings/accounts');
    assert.equal(list.html.includes(password), false);
    assert.match(list.text, /แดง พนักงาน ยังไม่ตั้งรหัสผ่าน/);
    const staff = await enter(shop, 'แดง', password);
    assert.equal(staff.page.path, '/me/password');
    assert.equal((await staff.open('/me')).path, '/me/password');
    const response = await staff.send('/me/password', { password: PASSWORD, again: PASSWORD });
    assert.equal(response.path, '/');
    assert.match((await owner.open('/settings/accounts')).text, /แดง พนักงาน เปิดใช้งาน/);
    assert.equal((await enter(shop, 'แดง', password)).page.status, 422);
    assert.equal((await enter(shop, 'แดง', PASSWORD)).page.path, '/');
  });

  test('a one-time password expires after 24 hours; a new one works, and the chosen password does not expire', async () => {
    const clock = stoppedClock();
    const shop = await openShop({ now: clock.now });
    const { password } = await add(shop, await signedIn(shop), { name: 'แดง', role: 'staff' });
    clock.forward(DAY - 1);
    assert.equal((await enter(shop, 'แดง', password)).page.path, '/me/password');
    clock.forward(1);
    const refused = (await enter(shop, 'แดง', password)).page;
    assert.equal(refused.status, 422);
    assert.match(refused.text, /รหัสผ่านชั่วคราวนี้หมดอายุแล้ว/);
    assert.doesNotMatch((await enter(shop, 'แดง', 'not this one')).page.text, /หมดอายุ/);
    const owner = await enter(shop, 'malee', PASSWORD);
    assert.match((await owner.open('/settings/accounts')).text, /แดง พนักงาน รหัสผ่านชั่วคราวหมดอายุ/);
    const at = `/settings/accounts/${account(shop, 'แดง').id}`;
    const version = versionIn(await owner.open(at));
    const staff = await enter(shop, 'แดง', passwordIn(await owner.send(`${at}/password`, { version })));
    await staff.send('/me/password', { password: PASSWORD, again: PASSWORD });
    clock.forward(2 * DAY);
    assert.equal((await enter(shop, 'แดง', PASSWORD)).page.path, '/');
  });

  test('an owner can download the accounts as CSV', async () => {
    const shop = await openTwoStores();
    const owner = await signedIn(shop);
    await add(shop, owner, { name: '=แดง', role: 'staff', reach: 'store' });
    const file = await owner.open('/settings/accounts.csv');
    const [heads, ...rows] = file.html.trim().split('\r\n');
    assert.match(heads ?? '', /^\ufeff?ชื่อผู้ใช้,บทบาท,ร้านที่เข้าได้,สถานะ,แอปยืนยันตัวตน,พาสคีย์,สร้างเมื่อ$/);
    const store = shop.ctx.db.get(sql<{ name: string }>('SELECT name FROM stores WHERE id = 1'))?.name;
    assert.deepEqual(
      rows.map((row) => row.replace(/,[^,]+$/, '')),
      ['malee,เจ้าของ,ทุกร้าน,เปิดใช้งาน,ไม่ใช่,0', `'=แดง,พนักงาน,${store},ยังไม่ตั้งรหัสผ่าน,ไม่ใช่,0`],
    );
    const staff = await signedIn(shop, { name: 'staff', role: 'staff', store: 'cafe' });
    assert.equal((await staff.open('/settings/accounts.csv')).status, 403);
  });

  test('a username that is taken is an error at its field and keeps the typed values', async () => {
    const shop = await openShop();
    const owner = await signedIn(shop);
    await owner.open('/settings/accounts/new');
    const response = await owner.send('/settings/accounts/new', { name: 'MALEE', role: 'owner' });
    assert.equal(response.status, 422);
    assert.match(response.html, /id="field-name-error"/);
    assert.match(response.html, /value="MALEE"/);
    assert.match(response.html, /value="owner" selected/);
  });

  test('with several stores, staff get the current store, an owner the current or all stores', async () => {
    const shop = await openTwoStores();
    const owner = await signedIn(shop);
    await add(shop, owner, { name: 'staff', role: 'staff', reach: 'store' });
    await add(shop, owner, { name: 'one', role: 'owner', reach: 'store' });
    await add(shop, owner, { name: 'every', role: 'owner', reach: 'every' });
    const reach = (name: string) => account(shop, name).storeId;
    assert.deepEqual([reach('staff'), reach('one'), reach('every')], [1, 1, null]);
    const refused = await owner.send('/settings/accounts/new', { name: 'all', role: 'staff', reach: 'every' });
    assert.equal(refused.status, 422);
  });

  test('an owner of one store adds and changes accounts of that store only', async () => {
    const shop = await openTwoStores();
    const every = await signedIn(shop, { name: 'every' });
    const theirs = await signedIn(shop, { name: 'theirs', store: 'tea' });
    const ours = await signedIn(shop, { name: 'ours', store: 'cafe' });
    await add(shop, ours, { name: 'mine', role: 'owner', reach: 'every' });
    assert.equal(account(shop, 'mine').storeId, 1);
    const list = await ours.open('/settings/accounts');
    assert.match(list.text, /every/);
    assert.doesNotMatch(list.text, /theirs/);
    for (const name of ['every', 'theirs']) {
      const at = `/settings/accounts/${account(shop, name).id}`;
      assert.equal((await ours.open(at)).status, 404);
      await ours.open('/settings/accounts');
      for (const [path, fields] of [
        [at, { name: 'x', role: 'staff' }],
        [`${at}/password`, {}],
        [`${at}/disable`, {}],
      ] as const)
        assert.equal((await ours.send(path, fields)).status, 404, path);
    }
    assert.equal((await every.open(`/settings/accounts/${account(shop, 'ours').id}`)).status, 200);
    assert.equal(
      (await every.open(`/settings/accounts/${account(shop, 'theirs').id}`)).status,
      404,
      'of another store',
    );
    assert.equal((await theirs.open('/')).path, '/');
  });

  test('a disabled account is signed out and cannot sign in until it is enabled', async () => {
    const shop = await openShop();
    const owner = await signedIn(shop);
    const staff = await signedIn(shop, { name: 'แดง', role: 'staff', store: 'cafe' });
    const at = `/settings/accounts/${account(shop, 'แดง').id}`;
    assert.match((await owner.open(at)).text, /ปิดใช้งานบัญชี/);
    assert.match((await owner.send(`${at}/disable`)).text, /แดง พนักงาน ปิดใช้งาน/);
    assert.match((await staff.open('/me')).path, /^\/sign-in/);
    assert.equal((await enter(shop, 'แดง', PASSWORD)).page.status, 422);
    await owner.open(at);
    await owner.send(`${at}/enable`);
    assert.equal((await enter(shop, 'แดง', PASSWORD)).page.path, '/');
  });

  test('a password reset ends all sessions, and only its own page shows the new password', async () => {
    const shop = await openShop();
    const owner = await signedIn(shop);
    const staff = await signedIn(shop, { name: 'แดง', role: 'staff', store: 'cafe' });
    const at = `/settings/accounts/${account(shop, 'แดง').id}`;
    const version = versionIn(await owner.open(at));
    const password = passwordIn(await owner.send(`${at}/password`, { version }));
    const reloaded = await owner.send(`${at}/password`, { version });
    assert.equal(passwordIn(reloaded), password, 'it is not reset again');
    await owner.send(`${at}/password/copied`);
    const late = await owner.send(`${at}/password`, { version });
    assert.deepEqual([late.path, /data-copies="#password"/.test(late.html)], ['/settings/accounts', false]);
    assert.match((await staff.open('/')).path, /^\/sign-in/);
    assert.equal((await owner.open(at)).html.includes(password), false);
    assert.equal((await enter(shop, 'แดง', PASSWORD)).page.status, 422);
    assert.equal((await enter(shop, 'แดง', password)).page.path, '/me/password');
  });

  test('name and role can be changed, except the role of the last owner', async () => {
    const shop = await openShop();
    const owner = await signedIn(shop);
    const { id } = await add(shop, owner, { name: 'แดง', role: 'staff' });
    await owner.open(`/settings/accounts/${id}`);
    await owner.send(`/settings/accounts/${id}`, { name: 'แดงใหญ่', role: 'owner' });
    const changed = accountById(shop.ctx.db, id);
    assert.deepEqual([changed?.name, changed?.role], ['แดงใหญ่', 'owner']);
    const own = account(shop, 'malee').id;
    await owner.open(`/settings/accounts/${own}`);
    const refused = await owner.send(`/settings/accounts/${own}`, { name: 'malee', role: 'staff' });
    assert.equal(refused.status, 422);
    assert.match(refused.html, /role="alert"/);
    assert.equal((await owner.send(`/settings/accounts/${own}/disable`)).status, 422);
    assert.equal(account(shop, 'malee').role, 'owner');
  });

  test('an owner sees blocked usernames and addresses and can unblock them', async () => {
    const clock = stoppedClock();
    const shop = await openShop({ now: clock.now });
    const owner = await signedIn(shop, { language: 'en' });
    await signedIn(shop, { name: 'Nok', role: 'staff', store: 'cafe' });
    assert.doesNotMatch((await owner.open('/settings/accounts')).text, /Blocked sign-ins/);
    for (let i = 0; i < 10; i += 1) await enter(shop, 'NOK', 'not this one');
    assert.equal((await enter(shop, 'Nok', PASSWORD)).page.status, 429);
    const response = await owner.open('/settings/accounts');
    assert.match(response.text, /Nok Staff Active Blocked /);
    assert.match(response.text, /Blocked sign-ins .* 127\.0\.0\.1 IP address .* Unblock nok Username .* Unblock/);
    const unblocked = await owner.send('/settings/accounts/lift', { kind: 'name', name: 'nok' });
    assert.match(unblocked.text, /nok unblocked/);
    assert.equal((await enter(shop, 'Nok', PASSWORD)).page.status, 429, 'the address is still blocked');
    await owner.send('/settings/accounts/lift', { kind: 'address', name: '127.0.0.1' });
    assert.equal((await enter(shop, 'Nok', PASSWORD)).page.path, '/');
    assert.equal((await owner.send('/settings/accounts/lift', { kind: 'name', name: 'nok' })).status, 404);
  });

  test('an owner of one store sees and unblocks only its accounts and addresses', async () => {
    const shop = await openTwoStores();
    const subjects = ['theirs', 'mine', 'every', 'nobody'].map((name) => `name ${name}` as const);
    const every = await signedIn(shop, { name: 'every' });
    await signedIn(shop, { name: 'theirs', store: 'tea' });
    await signedIn(shop, { name: 'mine', role: 'staff', store: 'cafe' });
    const ours = await signedIn(shop, { name: 'ours', store: 'cafe' });
    await shop.ctx.write((tx) => {
      for (let i = 0; i < 10; i += 1) recordFailure(tx, [...subjects, 'address 203.0.113.9'], shop.now());
    });
    const shown = async (browser: Browser) =>
      [...(await browser.open('/settings/accounts')).html.matchAll(/name="name" value="([^"]+)"/g)].map(
        ([, name]) => name,
      );
    assert.deepEqual((await shown(ours)).sort(), ['203.0.113.9', 'mine']);
    assert.deepEqual((await shown(every)).sort(), ['203.0.113.9', 'every', 'mine', 'nobody', 'theirs']);
    await ours.open('/settings/accounts');
    assert.equal((await ours.send('/settings/accounts/lift', { kind: 'name', name: 'theirs' })).status, 404);
    assert.equal((await ours.send('/settings/accounts/lift', { kind: 'name', name: 'mine' })).status, 200);
    assert.deepEqual(await shown(ours), ['203.0.113.9']);
  });

  test('an owner signs another account out of all devices, and its password stays', async () => {
    const shop = await openShop();
    const owner = await signedIn(shop);
    const staff = await signedIn(shop, { name: 'staff', role: 'staff', store: 'cafe' });
    const path = `/settings/accounts/${account(shop, 'staff').id}`;
    await owner.open(path);
    assert.equal((await owner.send(`${path}/sign-out`)).path, path);
    assert.match((await staff.open('/me')).path, /^\/sign-in/);
    assert.equal((await enter(shop, 'staff', PASSWORD)).page.path, '/');
    assert.equal((await owner.open('/me')).path, '/me');
    const manager = await signedIn(shop, { name: 'manager', role: 'manager', store: 'cafe' });
    await manager.open('/me');
    assert.equal((await manager.send(`${path}/sign-out`)).status, 403);
  });
});
