import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import type { Context } from '../src/context.ts';
import { addAccount } from '../src/domain/accounts/account-changes.ts';
import { accountByName } from '../src/domain/accounts/accounts.ts';
import { appSetup, startAppSetup } from '../src/domain/accounts/authenticator-app.ts';
import { firstRunMatches } from '../src/domain/accounts/first-run.ts';
import { addPasskey } from '../src/domain/accounts/passkeys.ts';
import type { Role } from '../src/domain/accounts/permissions.ts';
import { finishAppSetup } from '../src/domain/accounts/second-factor.ts';
import { startSession } from '../src/domain/accounts/sessions.ts';
import { signIn } from '../src/domain/accounts/sign-in.ts';
import { auditEntries } from '../src/domain/audit/audit-log.ts';
import type { Id } from '../src/lib/ids.ts';
import { CONCURRENT, type Folder, openFolder } from './cli.ts';
import { english } from './errors.ts';
import { cheapHash, PASSWORD } from './office.ts';
import { sql } from './sql.ts';
import { CHEAP_COST, cafe, type Json } from './support.ts';

const PASSKEY = { host: 'shop.example', publicKey: Buffer.from('key'), signCount: 0, transports: ['internal'] };

async function openStores(...more: object[]): Promise<Folder> {
  const folder = openFolder();
  await folder.load({ stores: [cafe(), ...more] });
  return folder;
}

/** Adds an account with PASSWORD at the cost of tests: a command takes half a second to hash one. */
const addMember = (folder: Folder, name: string, role: Role = 'owner', storeId: Id | null = null) =>
  folder.withContext((ctx) => {
    const account = { name, role, storeId, passwordHash: cheapHash(PASSWORD), mustChangePassword: false };
    return ctx.write((tx) => addAccount(tx, account, ctx.now()));
  });

/** The café and more stores, with the owner malee. */
async function openOwnedStores(...more: object[]): Promise<Folder> {
  const folder = await openStores(...more);
  await addMember(folder, 'malee');
  return folder;
}

/** Opens the folder's database for one operation, at which a renewed hash has the cost of tests. */
const withDatabase = <T>(folder: Folder, run: (ctx: Context) => Promise<T> | T): Promise<T> =>
  folder.withContext(async (ctx) => run({ ...ctx, passwordCost: CHEAP_COST }));

const canSignIn = (folder: Folder, name: string, password: string) =>
  withDatabase(folder, async (ctx) => 'account' in (await signIn(ctx, { name, password, address: '192.0.2.1' })));

suite('account', CONCURRENT, () => {
  test('account add prints a working one-time password; staff get the only store, owners all stores', async () => {
    const folder = await openStores();
    const staff = await folder.runCommandJson('account', 'add', 'แดง', '--role', 'staff');
    assert.equal(await canSignIn(folder, 'แดง', staff.password), true);
    const { stdout } = await folder.runCommand('account', 'add', 'malee', '--role', 'owner');
    assert.match(stdout, /^account {4}malee {2}owner\npassword {3}[\w-]{34} {3}\(shown once; .*first sign-in\)\n$/);
    const { accounts } = await folder.runCommandJson('account', 'list');
    assert.deepEqual(
      accounts.map((account: Json) => [account.name, account.role, account.store_id, account.enabled]),
      [
        ['แดง', 'staff', '1', true],
        ['malee', 'owner', undefined, true],
      ],
    );
    assert.equal(accounts[0].must_change_password, true);
    assert.equal(Math.round((accounts[0].password_expire_time - Date.now()) / 3_600_000), 24);
    assert.match((await folder.runCommand('account', 'list')).stdout, /แดง +staff +1 +true +until 20\d\d-/);
    assert.equal(JSON.stringify(accounts).includes('scrypt'), false);
  });

  test('with several stores, staff need --store, and account list --store filters', async () => {
    const folder = await openStores(cafe({ key: 'tea' }));
    const add = (...args: string[]) => folder.runCommand('account', 'add', ...args);
    assert.ok(
      (await add('staff', '--role', 'staff')).stderr.includes(english('store_not_named', { stores: ['cafe', 'tea'] })),
    );
    await folder.runCommandJson('account', 'add', 'staff', '--role', 'staff', '--store', 'tea');
    await folder.runCommandJson('account', 'add', 'mali', '--role', 'owner', '--store', 'cafe');
    const { accounts } = await folder.runCommandJson('account', 'list', '--store', 'tea');
    assert.deepEqual(
      accounts.map(({ name }: Json) => name),
      ['staff'],
    );
    assert.ok(
      (await add('Staff', '--role', 'owner')).stderr.includes(english('account_name_taken', { name: 'Staff' })),
    );
    assert.equal((await add('boss', '--role', 'boss', '--store', 'tea')).status, 2);
  });

  test('account reset-password replaces a password and lifts a block', async () => {
    const folder = await openOwnedStores();
    for (let i = 0; i < 10; i += 1) assert.equal(await canSignIn(folder, 'malee', 'wrong horse'), false);
    const second = await folder.runCommandJson('account', 'reset-password', 'Malee');
    await folder.runCommandJson('unblock', '192.0.2.1');
    assert.equal(await canSignIn(folder, 'malee', PASSWORD), false);
    assert.equal(await canSignIn(folder, 'malee', second.password), true);
  });

  test('account list shows the second factors of each account, and reset-2fa removes all of them', async () => {
    const folder = await openOwnedStores();
    await withDatabase(folder, (ctx) =>
      ctx.write((tx) => {
        const now = ctx.now();
        const malee = accountByName(tx, 'malee');
        startAppSetup(tx, malee);
        const secret = Secret.fromBase32(appSetup(tx, malee)?.secret ?? '');
        finishAppSetup(tx, malee, new TOTP({ secret }).generate({ timestamp: now }), now);
        for (const name of ['phone', 'laptop'])
          addPasskey(tx, malee, { ...PASSKEY, credentialId: Buffer.from(name), name }, now);
      }),
    );
    const factorsOf = ({ name, second_factor, authenticator_app, passkeys }: Json) => [
      ...[name, second_factor, authenticator_app, passkeys],
    ];
    const listed = await folder.runCommandJson('account', 'list');
    assert.deepEqual(factorsOf(listed.accounts[0]), ['malee', true, true, 2]);
    assert.match(
      (await folder.runCommand('account', 'list')).stdout,
      / one-time password +second factor +created.*\n.*malee .* app, 2 passkeys /,
    );
    const { accounts } = await folder.runCommandJson('account', 'reset-2fa', 'malee');
    assert.deepEqual(factorsOf(accounts[0]), ['malee', false, false, 0]);
    const entries = await withDatabase(folder, ({ db }) => auditEntries(db, { limit: 5, offset: 0 }));
    assert.deepEqual(
      entries.map(({ event }) => event).filter((event) => event.endsWith('removed')),
      ['passkey_removed', 'passkey_removed', 'authenticator_app_removed'],
    );
  });

  test('reset-2fa of an account without a second factor logs that its sessions end', async () => {
    const folder = await openOwnedStores();
    await folder.runCommandJson('account', 'reset-2fa', 'malee');
    const [entry] = await withDatabase(folder, ({ db }) => auditEntries(db, { limit: 1, offset: 0 }));
    assert.equal(entry?.event, 'sessions_ended');
  });

  test('account require-2fa makes a second factor required or optional for the accounts of a store', async () => {
    const folder = await openOwnedStores(cafe({ key: 'tea' }));
    await addMember(folder, 'barista', 'staff', 1 as Id);
    await addMember(folder, 'brewer', 'staff', 2 as Id);
    const required = async () =>
      (await folder.runCommandJson('account', 'list')).accounts
        .filter(({ second_factor_required: isRequired }: Json) => isRequired)
        .map(({ name }: Json) => name);
    assert.equal((await folder.runCommand('account', 'require-2fa', 'on')).status, 1);
    assert.equal((await folder.runCommand('account', 'require-2fa', 'maybe', '--store', 'tea')).status, 2);
    await folder.runCommandJson('account', 'require-2fa', 'on', '--store', 'tea');
    assert.deepEqual(await required(), ['malee', 'brewer']);
    assert.match((await folder.runCommand('account', 'list')).stdout, /brewer .* missing /);
    await folder.runCommandJson('account', 'require-2fa', 'off', '--store', 'tea');
    assert.deepEqual(await required(), []);
    const entries = await withDatabase(folder, ({ db }) =>
      auditEntries(db, { event: 'second_factor_rule_changed', limit: 9, offset: 0 }),
    );
    assert.deepEqual(
      entries.map(({ detail, storeId }) => [storeId, detail.required]),
      [
        [2, [true, false]],
        [2, [false, true]],
      ],
    );
  });

  test('account sign-out ends the sessions of an account and keeps its password', async () => {
    const folder = await openOwnedStores();
    const sessions = () => withDatabase(folder, ({ db }) => db.all(sql('SELECT * FROM sessions')).length);
    await withDatabase(folder, (ctx) =>
      ctx.write((tx) => startSession(tx, accountByName(tx, 'malee'), { userAgent: '', address: '' }, ctx.steadyNow())),
    );
    assert.equal(await sessions(), 1);
    const { accounts } = await folder.runCommandJson('account', 'sign-out', 'malee');
    assert.deepEqual([accounts[0].name, accounts[0].enabled, await sessions()], ['malee', true, 0]);
  });

  test('a disabled account cannot sign in until it is enabled; the last owner cannot be disabled', async () => {
    const folder = await openOwnedStores();
    await addMember(folder, 'แดง', 'staff', 1 as Id);
    const { accounts } = await folder.runCommandJson('account', 'disable', 'แดง');
    assert.deepEqual([accounts[0].name, accounts[0].enabled], ['แดง', false]);
    assert.equal(await canSignIn(folder, 'แดง', PASSWORD), false);
    await folder.runCommandJson('account', 'enable', 'แดง');
    assert.equal(await canSignIn(folder, 'แดง', PASSWORD), true);
    const refused = await folder.runCommand('account', 'disable', 'malee');
    assert.deepEqual([refused.status, refused.errorLines.length], [1, 1]);
    assert.ok(refused.stderr.includes(english('last_owner', { account: 'malee' })));
  });

  test('serve prints a new setup link under base_url at each start while there is no account', async () => {
    const folder = openFolder({ config: 'listen.port = 0\nlisten.base_url = "https://shop.example/"\n' });
    const links: string[] = [];
    for (const args of [
      ['serve', '--json'],
      ['serve', '--json'],
    ]) {
      const server = await folder.start(...args);
      links.push(server.json.first_run);
      await server.end();
    }
    const keys = links.map((link) => /^https:\/\/shop\.example\/office\/first-run\?key=([\w-]{43})$/.exec(link)?.[1]);
    assert.deepEqual(
      await withDatabase(folder, ({ db }) => keys.map((key) => firstRunMatches(db, key ?? '', Date.now()))),
      [false, true],
    );
    await addMember(folder, 'malee');
    const server = await folder.start('serve');
    assert.match(server.firstOutput, /^raan is listening at \S+\n$/);
    await server.end();
  });
});
