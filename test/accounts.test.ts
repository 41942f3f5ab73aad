import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { WriteTx } from '../src/db/write-tx.ts';
import { type AccountChange, addAccount, changeAccount, setPassword } from '../src/domain/accounts/account-changes.ts';
import {
  type Account,
  accountById,
  accountByName,
  changeableAccount,
  listAccounts,
  passwordHashOf,
} from '../src/domain/accounts/accounts.ts';
import { endFirstRun, firstRunLink, firstRunMatches, needsFirstRun } from '../src/domain/accounts/first-run.ts';
import { choosePassword } from '../src/domain/accounts/one-time-passwords.ts';
import { hashPassword, newPassword, passwordMatches, requireStrongPassword } from '../src/domain/accounts/passwords.ts';
import {
  dropOldSessions,
  endSession,
  endSessionsOf,
  needsTouch,
  sessionOf,
  startSession,
  switchStore,
  touchSession,
} from '../src/domain/accounts/sessions.ts';
import { signIn } from '../src/domain/accounts/sign-in.ts';
import { dropOldSignIns, unblockSignIn } from '../src/domain/accounts/throttle.ts';
import { asset } from '../src/lib/assets.ts';
import type { Id } from '../src/lib/ids.ts';
import { SCRYPT_COST } from '../src/lib/scrypt.ts';
import { appError } from './errors.ts';
import { cheapHash } from './office.ts';
import { sql } from './sql.ts';
import { CHEAP_COST, cafe, idOf, openShop, type Shop } from './support.ts';

const PASSWORD = 'correct horse';
const HASH = cheapHash(PASSWORD);
const CLIENT = { userAgent: 'a browser', address: '192.0.2.1' };
const [MINUTE, HOUR] = [60_000, 3_600_000];

/** A shop with two stores and a clock that the test sets. */
async function openOffice() {
  const clock = { time: 1_800_000_000_000 };
  const shop = await openShop({ stores: [cafe(), cafe({ key: 'tea' })], now: () => clock.time });
  const write = <T>(step: (db: WriteTx) => T): Promise<T> => shop.ctx.write(step);
  const add = (name: string, more: Partial<Parameters<typeof addAccount>[1]> = {}): Promise<Account> =>
    write((tx) => {
      const account = { name, role: 'owner', storeId: null, passwordHash: HASH, mustChangePassword: false } as const;
      return accountById(tx, addAccount(tx, { ...account, ...more }, clock.time)) as Account;
    });
  const change = (id: Id, fields: Partial<AccountChange>) => write((tx) => changeAccount(tx, id, fields, clock.time));
  const enter = (name: string, password: string, address = '192.0.2.1') =>
    signIn(shop.ctx, { name, password, address });
  const start = (account: Account) => write((tx) => startSession(tx, account, CLIENT, clock.time));
  const session = (token: string) => sessionOf(shop.ctx.db, token, clock.time);
  return {
    shop,
    clock,
    write,
    add,
    change,
    enter,
    start,
    session,
    tea: idOf(shop.stores.tea?.id),
    store: idOf(shop.ids.id),
  };
}

/** A different address for each call. */
function addresses(): () => string {
  let last = 0;
  return () => {
    last += 1;
    return `198.51.100.${last}`;
  };
}

const failTimes = async (count: number, fail: () => Promise<unknown>) => {
  for (let i = 0; i < count; i += 1) assert.deepEqual(await fail(), { refused: 'wrong' });
};

suite('accounts', () => {
  test('account names are compared ignoring ASCII case and Unicode composition', async () => {
    const { shop, add } = await openOffice();
    const { id } = await add(' Malee café ');
    for (const name of ['Malee café', 'MALEE café', 'malee cafe\u0301'])
      assert.equal(accountByName(shop.ctx.db, name).id, id);
    assert.throws(
      () => accountByName(shop.ctx.db, 'mali'),
      appError({ code: 'not_found', key: 'account_not_found', params: { account: 'mali' } }),
    );
    await assert.rejects(
      add('MALEE CAFé'),
      appError({ code: 'invalid_request', key: 'account_name_taken', path: 'name' }),
    );
  });

  test('a name is one line with visible characters, and staff need a store', async () => {
    const { add } = await openOffice();
    for (const name of ['', '  ', '\u200b', 'a\nb', 'a\0b', 'x'.repeat(61)])
      await assert.rejects(add(name), appError({ key: 'account_name_unfit', path: 'name' }));
    await assert.rejects(add('staff', { role: 'staff' }), appError({ key: 'staff_needs_a_store', path: 'role' }));
  });

  test('account list of a store shows its own accounts and those of all stores; an owner of one store changes only its own', async () => {
    const { shop, add, tea, store } = await openOffice();
    const every = await add('every');
    const ours = await add('ours', { storeId: store });
    const theirs = await add('theirs', { storeId: tea, role: 'staff' });
    const names = (id: Id) => listAccounts(shop.ctx.db, id).map(({ name }) => name);
    assert.deepEqual(
      [names(store), names(tea)],
      [
        ['every', 'ours'],
        ['every', 'theirs'],
      ],
    );
    assert.equal(changeableAccount(shop.ctx.db, every, tea, theirs.id).name, 'theirs');
    assert.equal(changeableAccount(shop.ctx.db, ours, store, ours.id).name, 'ours');
    for (const [by, at, { id }] of [
      [ours, store, every],
      [ours, tea, theirs],
      [every, store, theirs],
    ] as const)
      assert.throws(
        () => changeableAccount(shop.ctx.db, by, at, id),
        appError({ code: 'not_found', key: 'account_not_found', params: { account: id } }),
      );
  });

  test('the last enabled owner of a store cannot be disabled, made staff or moved to another store', async () => {
    const { add, change, tea, store } = await openOffice();
    const every = await add('every');
    const ours = await add('ours', { storeId: store });
    await add('staff', { role: 'staff', storeId: tea });
    const last = appError({ code: 'invalid_request', key: 'last_owner' });
    await assert.rejects(change(every.id, { disabled: true }), last);
    await assert.rejects(change(every.id, { role: 'staff', storeId: store }), last);
    await assert.rejects(change(every.id, { storeId: store }), last);
    await change(ours.id, { disabled: true });
    await change(ours.id, { disabled: false });
    await add('other');
    assert.equal((await change(every.id, { disabled: true })).disabled, true);
    assert.equal((await change(ours.id, { role: 'staff' })).role, 'staff');
  });

  test('fields that are not given stay unchanged; language and name can be changed', async () => {
    const { add, change } = await openOffice();
    const before = await add('malee');
    const after = await change(before.id, { language: 'en', name: 'Malee' });
    assert.deepEqual(after, { ...before, language: 'en', name: 'Malee' });
  });
});

suite('passwords', () => {
  const dear = hashPassword(PASSWORD, SCRYPT_COST);

  test('a hash contains its cost and salt, is different each time, and matches only its password, however composed', async () => {
    const hash = await dear;
    assert.match(hash, /^scrypt\$16384\$8\$5\$[\w-]{22}\$[\w-]{43}$/);
    assert.notEqual(await hashPassword(PASSWORD, SCRYPT_COST), hash);
    assert.equal(await passwordMatches(PASSWORD, hash), true);
    assert.equal(await passwordMatches('correct Horse', hash), false);
    assert.equal(await passwordMatches('cafe\u0301 is open', await hashPassword('café is open', CHEAP_COST)), true);
  });

  test('an invalid hash, or one above the memory limit, matches nothing', async () => {
    for (const hash of ['', 'x', PASSWORD, 'scrypt$1$1$1$$'])
      assert.equal(await passwordMatches(PASSWORD, hash), false);
    await assert.rejects(passwordMatches(PASSWORD, (await dear).replace('$16384$', '$1048576$')), /memory/i);
  });

  test('a password has 10 to 200 characters', async () => {
    for (const password of ['xy'.repeat(4), 'x'.repeat(201), 'ก'.repeat(9), `${'x'.repeat(10)}\0`])
      assert.throws(
        () => requireStrongPassword(password, 'malee'),
        appError({ key: 'password_length', path: 'password' }),
      );
    for (const password of ['กข'.repeat(5), 'x'.repeat(200)]) requireStrongPassword(password, 'malee');
    assert.equal(await passwordMatches('x'.repeat(100_000), await dear), false);
  });

  test('a common password is refused in any case, and so is the name of the account, repeated, reversed or with digits', () => {
    for (const password of ['qwertyuiop', 'Password123', '1Q2W3E4R5T6Y', ' basketball '])
      assert.throws(
        () => requireStrongPassword(password, 'malee'),
        appError({ key: 'password_common', path: 'password' }),
      );
    for (const [password, name] of [
      ['Somchai-2024', 'somchai'],
      ['1234 iahcmos', 'Somchai'],
      ['maleemalee', 'malee'],
      ['ร้านกาแฟ๒๕๖๗', 'ร้านกาแฟ'],
    ] as const)
      assert.throws(
        () => requireStrongPassword(password, name),
        appError({ key: 'password_is_the_name', path: 'password' }),
      );
    for (const password of ['Café Somchai 2026', 'admin@raan-999', 'malee-owner-1', 'ร้านมะลิ2569!!'])
      assert.throws(
        () => requireStrongPassword(password, 'malee', ['มะลิ', 'Café Somchai']),
        appError({ key: 'password_is_the_name', path: 'password' }),
      );
    requireStrongPassword('malee drinks coffee', 'malee', ['Coffee']);
  });

  test('the list of common passwords has the 10,000 most common ones that are long enough', () => {
    const listed = asset('src/domain/accounts/common-passwords.txt')
      .toString()
      .split('\n')
      .filter((line) => /^[^#]/.test(line));
    assert.equal(new Set(listed).size, 10_000);
    assert.deepEqual(
      listed.filter((password) => password.length < 10),
      [],
    );
  });

  test('a one-time password is long enough, easy to read aloud and never repeated', () => {
    const made = Array.from({ length: 100 }, newPassword);
    for (const password of made) assert.match(password, /^([a-hjkmnp-z2-9]{4}-){6}[a-hjkmnp-z2-9]{4}$/);
    assert.equal(new Set(made).size, made.length);
  });
});

suite('signing in', () => {
  test('a sign-in replaces a hash of another cost, and the password stays the same', async () => {
    const { shop, add, enter } = await openOffice();
    const stored = await hashPassword(PASSWORD, { N: 4, r: 8, p: 2 });
    const { id } = await add('malee', { passwordHash: stored });
    assert.deepEqual(await enter('malee', 'wrong horse'), { refused: 'wrong' });
    assert.equal(passwordHashOf(shop.ctx.db, id), stored);
    assert.ok('account' in (await enter('malee', PASSWORD)));
    const renewed = passwordHashOf(shop.ctx.db, id);
    assert.match(renewed ?? '', /^scrypt\$2\$8\$1\$/);
    assert.ok('account' in (await enter('malee', PASSWORD)));
    assert.equal(passwordHashOf(shop.ctx.db, id), renewed);
  });

  test('an unknown name, a wrong password and a disabled account get the same answer', async () => {
    const { add, change, enter } = await openOffice();
    const malee = await add('malee');
    const gone = await add('gone');
    await change(gone.id, { disabled: true });
    for (const [name, password] of [
      ['nobody', PASSWORD],
      ['malee', 'wrong horse'],
      ['malee', ''],
      ['gone', PASSWORD],
    ] as const)
      assert.deepEqual(await enter(name, password), { refused: 'wrong' });
    assert.deepEqual(await enter('Malee', PASSWORD), { account: malee });
  });

  test('ten failures of a name within five minutes block it for fifteen minutes, from any address and with the right password', async () => {
    const { add, clock, enter } = await openOffice();
    const malee = await add('malee');
    const elsewhere = addresses();
    await failTimes(10, () => enter('MALEE ', 'wrong horse', elsewhere()));
    assert.deepEqual(await enter('malee', PASSWORD, elsewhere()), { refused: 'blocked', seconds: 900 });
    clock.time += 15 * MINUTE - 1;
    assert.deepEqual(await enter('malee', PASSWORD, elsewhere()), { refused: 'blocked', seconds: 1 });
    clock.time += 1;
    assert.deepEqual(await enter('malee', PASSWORD, elsewhere()), { account: malee });
  });

  test('failures of unknown names block the address, for IPv6 its network, and no other address', async () => {
    const { add, enter } = await openOffice();
    const malee = await add('malee');
    for (let i = 0; i < 10; i += 1)
      assert.deepEqual(await enter(`guess ${i}`, PASSWORD, `2001:db8::${i}`), { refused: 'wrong' });
    assert.deepEqual(await enter('malee', PASSWORD, '2001:db8::ffff'), { refused: 'blocked', seconds: 900 });
    assert.deepEqual(await enter('malee', PASSWORD, '2001:db8:0:1::1'), { account: malee });
  });

  test('failures older than five minutes, or before a successful sign-in, do not count', async () => {
    const { add, clock, enter } = await openOffice();
    await add('malee');
    const elsewhere = addresses();
    const wrong = () => enter('malee', 'wrong horse', elsewhere());
    await failTimes(9, wrong);
    clock.time += 5 * MINUTE;
    await failTimes(9, wrong);
    assert.ok('account' in (await enter('malee', PASSWORD)));
    await failTimes(9, wrong);
    assert.ok('account' in (await enter('malee', PASSWORD)));
  });

  test('a block survives a restart, can be lifted by hand, and is deleted when it ends', async () => {
    const { shop, clock, enter } = await openOffice();
    await failTimes(10, () => enter('malee', 'wrong horse'));
    await shop.stop();
    await shop.start();
    assert.deepEqual(await enter('malee', PASSWORD), { refused: 'blocked', seconds: 900 });
    assert.equal(await shop.ctx.write((tx) => unblockSignIn(tx, 'malee')), true);
    assert.equal(await shop.ctx.write((tx) => unblockSignIn(tx, 'malee')), false);
    assert.deepEqual(await enter('malee', PASSWORD, '198.51.100.1'), { refused: 'wrong' });
    clock.time += 15 * MINUTE;
    await shop.ctx.write((tx) => dropOldSignIns(tx, clock.time));
    const left = ['failures', 'blocks'].map((kind) => shop.ctx.db.all(sql(`SELECT * FROM sign_in_${kind}`)));
    assert.deepEqual(left, [[], []]);
  });

  test('concurrent guesses share the ten attempts: after them the right password is refused too', async () => {
    const { add, enter } = await openOffice();
    await add('malee');
    const guesses = Array.from({ length: 12 }, (_, i) => enter('malee', i === 11 ? PASSWORD : 'wrong horse'));
    const answers = (await Promise.all(guesses)).map((answer) => ('refused' in answer ? answer.refused : 'in'));
    assert.deepEqual(answers.slice(0, 10), Array(10).fill('wrong'));
    assert.deepEqual(answers.slice(10), ['blocked', 'blocked']);
  });
});

suite('sessions', () => {
  test('each sign-in starts its own session; neither token nor form key is stored in plain text', async () => {
    const { shop, add, start, session } = await openOffice();
    const malee = await add('malee');
    const [one, other] = [await start(malee), await start(malee)];
    assert.match(one, /^[\w-]{43}$/);
    assert.notEqual(one, other);
    assert.deepEqual(session(one)?.account, malee);
    assert.notEqual(session(one)?.key, session(other)?.key);
    assert.equal(session('nothing'), undefined);
    const [kept] = shop.ctx.db.all(sql<{ token_hash: Buffer }>('SELECT * FROM sessions ORDER BY token_hash'));
    assert.equal(kept?.token_hash.length, 32);
    assert.notEqual(kept?.token_hash.toString('base64url'), session(one)?.key);
  });

  test('a session ends after eight idle hours, use extends it, and ended sessions are deleted', async () => {
    const { shop, clock, write, add, start, session } = await openOffice();
    const malee = await add('malee');
    const [used, idle] = [await start(malee), await start(malee)];
    clock.time += MINUTE - 1;
    assert.equal(needsTouch(session(used) ?? assert.fail(), clock.time), false);
    clock.time += 1;
    assert.equal(needsTouch(session(used) ?? assert.fail(), clock.time), true);
    await write((tx) => touchSession(tx, used, CLIENT.address, clock.time));
    clock.time += 8 * HOUR - MINUTE;
    assert.equal(session(idle), undefined);
    assert.ok(session(used));
    assert.equal(await write((tx) => dropOldSessions(tx, clock.time)), 1);
    clock.time += MINUTE;
    assert.equal(session(used), undefined);
    assert.equal(shop.ctx.db.all(sql('SELECT * FROM sessions')).length, 1);
  });

  test('a session ends after 30 days although it is in use', async () => {
    const { shop, clock, write, add, start, session } = await openOffice();
    const token = await start(await add('malee'));
    for (let hours = 0; hours < 30 * 24; hours += 6) {
      assert.ok(session(token), `${hours} h`);
      clock.time += 6 * HOUR;
      await write((tx) => touchSession(tx, token, CLIENT.address, clock.time));
    }
    assert.equal(session(token), undefined);
    assert.equal(await write((tx) => dropOldSessions(tx, clock.time)), 1);
    assert.deepEqual(shop.ctx.db.all(sql('SELECT * FROM sessions')), []);
  });

  test('signing out ends one session, or all except the current one', async () => {
    const { write, add, start, session } = await openOffice();
    const malee = await add('malee');
    const [one, two, three] = [await start(malee), await start(malee), await start(malee)];
    await write((tx) => endSession(tx, one));
    assert.equal(session(one), undefined);
    assert.equal(await write((tx) => endSessionsOf(tx, malee.id, two)), 1);
    assert.ok(session(two));
    assert.equal(session(three), undefined);
    assert.equal(await write((tx) => endSessionsOf(tx, malee.id)), 1);
    assert.equal(session(two), undefined);
  });

  test('disabling an account or changing its password ends its sessions, except the session that changed the password', async () => {
    const { write, add, change, start, session } = await openOffice();
    await add('other');
    const malee = await add('malee', { mustChangePassword: true });
    const [own, elsewhere] = [await start(malee), await start(malee)];
    const passwordHash = await hashPassword('another horse', CHEAP_COST);
    await write((tx) => setPassword(tx, malee.id, { passwordHash, mustChangePassword: false }, own));
    assert.equal(session(own)?.account.mustChangePassword, false);
    assert.equal(session(elsewhere), undefined);
    await change(malee.id, { disabled: true });
    await change(malee.id, { disabled: false });
    assert.equal(session(own), undefined);
  });

  test('a password reset wins over a concurrent password change', async () => {
    const { shop, write, add, start } = await openOffice();
    const malee = await add('malee');
    const choice = {
      current: PASSWORD,
      password: 'yet another horse',
      token: await start(malee),
      address: '192.0.2.1',
    };
    const resetHash = await hashPassword('reset by an owner', CHEAP_COST);
    const chosen = choosePassword(shop.ctx, malee, choice);
    const fails = assert.rejects(chosen, appError({ key: 'current_password_wrong', path: 'current' }));
    await write((tx) => setPassword(tx, malee.id, { passwordHash: resetHash, mustChangePassword: true }));
    await fails;
    assert.equal(passwordHashOf(shop.ctx.db, malee.id), resetHash);
  });

  test('a session that has ended meanwhile cannot change the password', async () => {
    const { shop, write, add, start } = await openOffice();
    const malee = await add('malee', { mustChangePassword: true });
    const token = await start(malee);
    await write((tx) => endSession(tx, token));
    const choice = { current: undefined, password: 'yet another horse', token, address: '192.0.2.1' };
    await assert.rejects(
      choosePassword(shop.ctx, malee, choice),
      appError({ key: 'current_password_wrong', path: 'current' }),
    );
    assert.equal(passwordHashOf(shop.ctx.db, malee.id), HASH);
  });

  test('an account of all stores starts at the first store and can switch; an account of one store stays there', async () => {
    const { write, add, start, session, tea, store } = await openOffice();
    const every = await start(await add('every'));
    const staff = await start(await add('staff', { role: 'staff', storeId: tea }));
    assert.deepEqual([session(every)?.storeId, session(staff)?.storeId], [store, tea]);
    await write((tx) => switchStore(tx, every, tea));
    assert.equal(session(every)?.storeId, tea);
    for (const [token, id] of [
      [staff, store],
      [every, 99 as Id],
      ['nothing', tea],
    ] as const)
      await assert.rejects(
        write((tx) => switchStore(tx, token, id)),
        appError({ code: 'not_found', key: 'store_not_found' }),
      );
    await write((tx) => switchStore(tx, staff, tea));
  });

  test('without a store a session has no current store', async () => {
    const shop: Shop = await openShop({ stores: [] });
    const token = await shop.ctx.write((tx) => {
      const account = {
        name: 'owner',
        role: 'owner',
        storeId: null,
        passwordHash: '',
        mustChangePassword: true,
      } as const;
      return startSession(tx, accountById(tx, addAccount(tx, account, 1)) as Account, CLIENT, 1);
    });
    assert.equal(sessionOf(shop.ctx.db, token, 1)?.storeId, null);
  });
});

test('the setup link works once, until a newer one is created, and never if an account exists', async () => {
  const { shop, write, add } = await openOffice();
  const { db } = shop.ctx;
  assert.equal(firstRunMatches(db, '', 2), false);
  const old = await write((tx) => firstRunLink(tx, 1));
  const key = await write((tx) => firstRunLink(tx, 2));
  assert.deepEqual([needsFirstRun(db), firstRunMatches(db, old, 3), firstRunMatches(db, key, 3)], [true, false, true]);
  assert.equal(JSON.stringify(db.all(sql('SELECT * FROM first_run'))).includes(key), false);
  await write((tx) => endFirstRun(tx));
  assert.equal(firstRunMatches(db, key, 3), false);
  const again = await write((tx) => firstRunLink(tx, 3));
  await add('owner');
  assert.deepEqual([needsFirstRun(db), firstRunMatches(db, again, 3)], [false, false]);
});
