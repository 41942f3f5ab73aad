import { Argument } from 'commander';
import type { Context } from '../context.ts';
import {
  BUILT_IN_ROLES,
  PERMISSIONS,
  type Permission,
  permissionsOf,
  permissionsText,
} from '../domain/accounts/permissions.ts';
import { addRole, type CustomRole, changeRole, listRoles, removeRole, roleByKey } from '../domain/accounts/roles.ts';
import { notFound } from '../lib/errors.ts';
import { type Id, idText } from '../lib/ids.ts';
import type { Cli, CliCommand } from './cli.ts';
import { selectedStore } from './lookup.ts';
import { table } from './table.ts';

interface StoreOption {
  store?: string;
}

const permissionArgument = () => new Argument('<permission...>', 'Permissions').choices(PERMISSIONS);

export function roleCommands(cli: Cli): void {
  const role = cli.program.command('role').description("Manage a store's own roles for office accounts");
  const roleCommand = (name: string, description: string): CliCommand =>
    role.command(name).description(description).argument('<role>', 'Role name or id').storeOption();
  role
    .command('list')
    .description('List the built-in roles and those of the store, with their permissions')
    .storeOption()
    .databaseAction((ctx, options: StoreOption) => printRoles(cli, ctx, selectedStore(ctx, options).id));
  role
    .command('add')
    .description('Add a role')
    .argument('<name>', 'Name')
    .addArgument(permissionArgument())
    .storeOption()
    .databaseAction(async (ctx, name: string, permissions: Permission[], options: StoreOption) => {
      const { id } = selectedStore(ctx, options);
      await ctx.write((tx) => addRole(tx, id, { name, permissions: new Set(permissions) }));
      printRoles(cli, ctx, id);
    });
  roleCommand('set', 'Replace the permissions of a role. The change applies to its accounts at once.')
    .addArgument(permissionArgument())
    .option('--name <name>', 'New name')
    .databaseAction(async (ctx, key: string, permissions: Permission[], options: StoreOption & { name?: string }) => {
      const { id } = selectedStore(ctx, options);
      const found = findRole(ctx, id, key);
      const change = { name: options.name ?? found.name, permissions: new Set(permissions) };
      await ctx.write((tx) => changeRole(tx, id, found.id, change));
      printRoles(cli, ctx, id);
    });
  roleCommand('remove', 'Remove a role that no account has').databaseAction(
    async (ctx, key: string, options: StoreOption) => {
      const { id } = selectedStore(ctx, options);
      await ctx.write((tx) => removeRole(tx, id, findRole(ctx, id, key).id));
      printRoles(cli, ctx, id);
    },
  );
}

function findRole(ctx: Context, storeId: Id, key: string): CustomRole {
  const chosen = roleByKey(ctx.db, storeId, key);
  const role = listRoles(ctx.db, storeId).find(({ id }) => id === chosen?.roleId);
  if (!role) throw notFound('role_not_found');
  return role;
}

function printRoles(cli: Cli, ctx: Context, storeId: Id): void {
  const builtIn = BUILT_IN_ROLES.map((name) => ({ id: undefined, name, permissions: permissionsOf(name) }));
  const own = listRoles(ctx.db, storeId).map((role) => ({ ...role, id: idText(role.id) }));
  const roles = [...builtIn, ...own].map(({ id, name, permissions }) => ({
    id,
    name,
    permissions: permissionsText(permissions).split(' '),
  }));
  const rows = roles.map(({ id, name, permissions }) => [id ?? 'built in', name, permissions.join(' ')]);
  cli.print({ roles }, table(['id', 'name', 'permissions'], rows));
}
