import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { accountByName, changeableAccount, listAccounts } from '../src/domain/accounts/accounts.ts';
import { endFirstRun, firstRunLink, firstRunMatches, needsFirstRun } from '../src/domain/accounts/first-run.ts';
import type { Id } from '../src/lib/ids.ts';
import { openOffice } from './account-steps.ts';
import { appError } from './errors.ts';
import { sql } from './sql.ts';

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
