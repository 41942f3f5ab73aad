import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { addAccount, setPassword } from '../src/domain/accounts/account-changes.ts';
import { type Account, accountById, passwordHashOf } from '../src/domain/accounts/accounts.ts';
import { choosePassword } from '../src/domain/accounts/one-time-passwords.ts';
import { hashPassword } from '../src/domain/accounts/passwords.ts';
import {
  deleteOldSessions,
  endSession,
  endSessionsOf,
  needsTouch,
  sessionOf,
  startSession,
  switchStore,
  touchSession,
} from '../src/domain/accounts/sessions.ts';
import type { Id } from '../src/lib/ids.ts';
import { CLIENT, HASH, openOffice, PASSWORD } from './account-steps.ts';
import { appError } from './errors.ts';
import { sql } from './sql.ts';
import { CHEAP_COST, openShop, type Shop } from './support.ts';

const [MINUTE, HOUR] = [60_000, 3_600_000];

suite('sessions', () => {
  test('each sign-in starts its own session; neither token nor form key is stored in plaintext', async () => {
    const { shop, add, start, session } = await openOffice();
    const malee = await add('malee');
    const [token, otherToken] = [await start(malee), await start(malee)];
    assert.match(token, /^[\w-]{43}$/);
    assert.notEqual(token, otherToken);
    assert.deepEqual(session(token)?.account, malee);
    assert.notEqual(session(token)?.key, session(otherToken)?.key);
    assert.equal(session('nothing'), undefined);
    const rows = shop.ctx.db.all(sql<Record<string, unknown>>('SELECT * FROM sessions'));
    const stored = rows.flatMap((row) =>
      Object.values(row).map((value) => (Buffer.isBuffer(value) ? value.toString('base64url') : String(value))),
    );
    assert.equal(rows.length, 2);
    for (const secret of [token, otherToken, session(token)?.key, session(otherToken)?.key])
      assert.equal(stored.includes(String(secret)), false);
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
    assert.equal(await write((tx) => deleteOldSessions(tx, clock.time)), 1);
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
    assert.equal(await write((tx) => deleteOldSessions(tx, clock.time)), 1);
    assert.deepEqual(shop.ctx.db.all(sql('SELECT * FROM sessions')), []);
  });

  test('signing out ends one session, or all except the current one', async () => {
    const { write, add, start, session } = await openOffice();
    const malee = await add('malee');
    const [first, current, other] = [await start(malee), await start(malee), await start(malee)];
    await write((tx) => endSession(tx, first));
    assert.equal(session(first), undefined);
    assert.equal(await write((tx) => endSessionsOf(tx, malee.id, current)), 1);
    assert.ok(session(current));
    assert.equal(session(other), undefined);
    assert.equal(await write((tx) => endSessionsOf(tx, malee.id)), 1);
    assert.equal(session(current), undefined);
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
