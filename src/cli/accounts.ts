import { Option } from 'commander';
import type { Context } from '../context.ts';
import { changeAccount } from '../domain/accounts/account-changes.ts';
import { type Account, accountByName, allAccounts, listAccounts, type Role } from '../domain/accounts/accounts.ts';
import {
  type AccountWithPassword,
  addAccountWithPassword,
  resetPassword,
} from '../domain/accounts/one-time-passwords.ts';
import { hasSecondFactor, removeSecondFactor } from '../domain/accounts/second-factor.ts';
import { idText, optionalIdText } from '../lib/ids.ts';
import { parseText } from './arguments.ts';
import type { Cli } from './cli.ts';
import { selectedStore } from './lookup.ts';
import { printable, table, timeText } from './table.ts';

const ROLES: readonly Role[] = ['owner', 'staff'];

export function accountCommands(cli: Cli): void {
  const account = cli.program.command('account').description('Manage office accounts');
  account
    .command('list')
    .description('List all accounts, or those with access to one store')
    .storeOption()
    .databaseAction((ctx, options: { store?: string }) => {
      const all = options.store === undefined;
      printAccounts(cli, ctx, all ? allAccounts(ctx.db) : listAccounts(ctx.db, selectedStore(ctx, options).id));
    });
  account
    .command('add')
    .description('Add an account and print its one-time password')
    .argument('<name>', 'Name to sign in with')
    .addOption(new Option('--role <role>', 'Role').choices(ROLES).makeOptionMandatory())
    .option('--store <store>', 'Store id or key (default: all stores for an owner, the only store for staff)')
    .databaseAction((ctx, name: string, options: { role: Role; store?: string }) =>
      add(cli, ctx, parseText(name, 'NAME'), options),
    );
  account
    .command('reset-password')
    .summary('Reset the password of an account')
    .description(
      'Reset the password of an account and print a one-time password. Its sessions end and a block is lifted.',
    )
    .argument('<name>', 'Account name')
    .databaseAction(async (ctx, name: string) =>
      printPassword(cli, await resetPassword(ctx, accountByName(ctx.db, name))),
    );
  account
    .command('reset-2fa')
    .summary('Turn two-step sign-in of an account off')
    .description(
      'Turn two-step sign-in of an account off, after a lost phone. Its recovery codes stop working; the password stays.',
    )
    .argument('<name>', 'Account name')
    .databaseAction(async (ctx, name: string) => {
      const found = accountByName(ctx.db, name);
      await ctx.write((tx) => removeSecondFactor(tx, found));
      printAccounts(cli, ctx, [found]);
    });
  for (const [command, disabled, description] of [
    ['disable', true, 'Disable an account and end its sessions'],
    ['enable', false, 'Enable an account'],
  ] as const)
    account
      .command(command)
      .description(description)
      .argument('<name>', 'Account name')
      .databaseAction(async (ctx, name: string) => {
        const { id } = accountByName(ctx.db, name);
        printAccounts(cli, ctx, [await ctx.write((tx) => changeAccount(tx, id, { disabled }, ctx.now()))]);
      });
}

async function add(
  cli: Cli,
  ctx: Context,
  name: string,
  { role, store }: { role: Role; store?: string },
): Promise<void> {
  const everyStore = role === 'owner' && store === undefined;
  const storeId = everyStore ? null : selectedStore(ctx, { ...(store !== undefined && { store }) }).id;
  printPassword(cli, await addAccountWithPassword(ctx, { name, role, storeId }));
}

function printPassword(cli: Cli, { account, password }: AccountWithPassword): void {
  cli.print({ id: idText(account.id), name: account.name, role: account.role, password }, [
    `account    ${printable(account.name)}  ${account.role}`,
    `password   ${password}   (shown once; valid for 24 hours; must be changed at the first sign-in)`,
  ]);
}

function printAccounts(cli: Cli, { db }: Context, accounts: readonly Account[]): void {
  const documents = accounts.map((account) => ({
    id: idText(account.id),
    name: account.name,
    role: account.role,
    store_id: optionalIdText(account.storeId),
    enabled: !account.disabled,
    must_change_password: account.mustChangePassword,
    password_expire_time: account.passwordExpireTime ?? undefined,
    second_factor: hasSecondFactor(db, account.id),
    create_time: account.createTime,
  }));
  const heads = ['id', 'name', 'role', 'store', 'enabled', 'one-time password', 'two-step sign-in', 'created'];
  const rows = documents.map((account) => [
    account.id,
    account.name,
    account.role,
    account.store_id ?? 'all',
    String(account.enabled),
    account.password_expire_time === undefined ? '' : `until ${timeText(account.password_expire_time)}`,
    account.second_factor ? 'on' : '',
    timeText(account.create_time),
  ]);
  cli.print({ accounts: documents }, table(heads, rows));
}
