import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { accountByName } from '../src/domain/accounts/accounts.ts';
import { addRole, listRoles, removeRole } from '../src/domain/accounts/roles.ts';
import { auditEntries } from '../src/domain/audit/audit-log.ts';
import { CONCURRENT, openFolder } from './cli.ts';
import { english, officePattern } from './errors.ts';
import { signedIn } from './office.ts';
import { cafe, idOf, openShop, type Shop } from './support.ts';

const ROLES = '/settings/accounts/roles';

const rolesOf = (shop: Shop, store = 'cafe') =>
  listRoles(shop.ctx.db, idOf(shop.stores[store]?.id)).map(({ name, permissions }) => [name, [...permissions]]);

suite("a store's own roles", CONCURRENT, () => {
  test('an owner adds, changes and removes a role, and the audit log records it', async () => {
    const shop = await openShop({ stores: [cafe()] });
    const owner = await signedIn(shop, { language: 'en' });
    await owner.open(`${ROLES}/new`);
    const added = await owner.send(`${ROLES}/new`, { name: 'ตอบแชท', permissions: ['orders', 'customer_data'] });
    assert.match(added.text, /Role added/);
    assert.deepEqual(rolesOf(shop), [['ตอบแชท', ['orders', 'customer_data']]]);
    const [role] = listRoles(shop.ctx.db, idOf(shop.stores.cafe?.id));
    const page = await owner.open(`${ROLES}/${role?.id}`);
    assert.deepEqual(
      [...page.html.matchAll(/value="(\w+)" checked/g)].map(([, value]) => value),
      ['orders', 'customer_data'],
    );
    await owner.send(`${ROLES}/${role?.id}`, { name: 'แชท', permissions: 'stock' });
    assert.deepEqual(rolesOf(shop), [['แชท', ['stock']]]);
    await owner.open(`${ROLES}/${role?.id}`);
    await owner.send(`${ROLES}/${role?.id}/remove`);
    assert.deepEqual(rolesOf(shop), []);
    const events = auditEntries(shop.ctx.db, { limit: 10, offset: 0 }).map(({ event }) => event);
    assert.deepEqual(
      events.filter((event) => event.startsWith('role_')),
      ['role_removed', 'role_changed', 'role_added'],
    );
  });

  test('a role needs a name of its own and a permission; the form keeps what was typed', async () => {
    const shop = await openShop({ stores: [cafe()] });
    const owner = await signedIn(shop, { language: 'en' });
    await owner.open(`${ROLES}/new`);
    const none = await owner.send(`${ROLES}/new`, { name: 'Chat' });
    assert.match(none.html, /id="permissions-error">Choose at least one permission</);
    assert.match(none.html, /value="Chat"/);
    for (const name of ['packer', 'Owner', 'custom']) {
      const taken = await owner.send(`${ROLES}/new`, { name, permissions: 'orders' });
      assert.match(taken.text, officePattern('role_name_taken', { name }));
      assert.match(taken.html, /value="orders" checked/);
    }
    assert.deepEqual(rolesOf(shop), []);
  });

  test('the audit log names the own role of a new account', async () => {
    const shop = await openShop({ stores: [cafe()] });
    const owner = await signedIn(shop, { language: 'en' });
    const id = idOf(shop.stores.cafe?.id);
    const roleId = await shop.ctx.write((tx) => addRole(tx, id, { name: 'ตอบแชท', permissions: new Set(['orders']) }));
    await owner.open('/settings/accounts/new');
    await owner.send('/settings/accounts/new', { name: 'noi', role: String(roleId), store: String(id) });
    const [entry] = auditEntries(shop.ctx.db, { event: 'account_added', limit: 1, offset: 0 });
    assert.deepEqual(entry?.detail, { role: 'custom', roleId });
    assert.match((await owner.open('/settings/audit')).text, /Account added noi .*Custom role: ตอบแชท/);
  });

  test('a role that an account has cannot be removed', async () => {
    const shop = await openShop({ stores: [cafe()] });
    const storeId = idOf(shop.stores.cafe?.id);
    await signedIn(shop, { name: 'noi', store: 'cafe', permissions: ['stock'] });
    const [role] = listRoles(shop.ctx.db, storeId);
    await assert.rejects(
      shop.ctx.write((tx) => removeRole(tx, storeId, role?.id ?? assert.fail())),
      { key: 'role_in_use', params: { role: 'noi', accounts: 'noi' } },
    );
  });

  test('an account cannot get a role of another store', async () => {
    const shop = await openShop({ stores: [cafe(), cafe({ key: 'tea' })] });
    const foreign = await shop.ctx.write((tx) =>
      addRole(tx, idOf(shop.stores.tea?.id), { name: 'tea only', permissions: new Set(['stock'] as const) }),
    );
    const owner = await signedIn(shop, { language: 'en', name: 'boss', store: 'cafe' });
    assert.equal((await owner.open(`${ROLES}/${foreign}`)).status, 404);
    for (const role of [String(foreign), 'tea only', 'custom', 'boss']) {
      await owner.open('/settings/accounts/new');
      const refused = await owner.send('/settings/accounts/new', { name: 'noi', role });
      assert.match(refused.text, officePattern('role_not_found'));
    }
  });

  test('a manager cannot change accounts or roles', async () => {
    const shop = await openShop({ stores: [cafe()] });
    const manager = await signedIn(shop, { name: 'mana', role: 'manager', store: 'cafe' });
    const { id } = accountByName(shop.ctx.db, 'mana');
    for (const path of [ROLES, `${ROLES}/new`, '/settings/accounts', `/settings/accounts/${id}`, '/settings/audit'])
      assert.equal((await manager.open(path)).status, 403, path);
    await manager.open('/settings/store');
    const refused = await manager.send(`/settings/accounts/${id}`, { name: 'mana', role: 'owner' });
    assert.equal(refused.status, 403);
    assert.equal(accountByName(shop.ctx.db, 'mana').role, 'manager');
  });

  test('commands add, change and remove roles and give them to accounts', async () => {
    const folder = openFolder();
    await folder.load({ stores: [cafe()] });
    await folder.runCommandJson('role', 'add', 'chat', 'orders', 'customer_data');
    const { accounts: none } = await folder.runCommandJson('account', 'list');
    assert.deepEqual(none, []);
    assert.equal((await folder.runCommandJson('account', 'add', 'noi', '--role', 'CHAT')).role, 'chat');
    const { roles } = await folder.runCommandJson('role', 'set', 'chat', 'stock', '--name', 'counting');
    assert.deepEqual(roles.at(-1), { id: '1', name: 'counting', permissions: ['stock'] });
    const inUse = await folder.runCommand('role', 'remove', 'counting');
    assert.ok(inUse.stderr.includes(english('role_in_use', { role: 'counting', accounts: 'noi' })));
    const { accounts } = await folder.runCommandJson('account', 'set-role', 'noi', 'packer');
    assert.equal(accounts[0].role, 'packer');
    await folder.runCommandJson('role', 'remove', 'counting');
    const unknown = await folder.runCommand('account', 'set-role', 'noi', 'counting');
    assert.deepEqual([unknown.status, unknown.stderr.includes(english('role_not_found'))], [2, true]);
    assert.equal((await folder.runCommand('role', 'add', 'x', 'everything')).status, 2);
  });
});
