import { Argument } from 'commander';
import type { Context } from '../context.ts';
import { changeAccount } from '../domain/accounts/account-changes.ts';
import { type Account, accountByName, allAccounts, listAccounts } from '../domain/accounts/accounts.ts';
import {
  type AccountWithPassword,
  addAccountWithPassword,
  resetPassword,
} from '../domain/accounts/one-time-passwords.ts';
import { BUILT_IN_ROLES } from '../domain/accounts/permissions.ts';
import { type RoleChoice, roleByKey } from '../domain/accounts/roles.ts';
import {
  hasSecondFactor,
  resetSecondFactor,
  type SecondFactors,
  secondFactorsOf,
} from '../domain/accounts/second-factor.ts';
import { needsSecondFactor, requireSecondFactor } from '../domain/accounts/second-factor-rule.ts';
import { signOutEverywhere } from '../domain/accounts/sessions.ts';
import { type Id, idText, optionalIdText } from '../lib/ids.ts';
import { parseText, WrongUsage } from './arguments.ts';
import type { Cli, CliCommand } from './cli.ts';
import { counted } from './counted.ts';
import { selectedStore } from './lookup.ts';
import { printable, table, timeText } from './table.ts';

const ROLE = `Role: ${BUILT_IN_ROLES.join(', ')}, or the name of one of the store's own`;

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
    .requiredOption('--role <role>', ROLE)
    .option('--store <store>', 'Store id or key (default: all stores for an owner, else the only store)')
    .databaseAction((ctx, name: string, options: { role: string; store?: string }) =>
      add(cli, ctx, parseText(name, 'NAME'), options),
    );
  account
    .command('set-role')
    .description('Give an account another role. The change applies at once.')
    .argument('<name>', 'Account name')
    .argument('<role>', ROLE)
    .storeOption()
    .databaseAction(async (ctx, name: string, key: string, options: { store?: string }) => {
      const found = accountByName(ctx.db, name);
      const storeId = key === 'owner' ? found.storeId : (found.storeId ?? selectedStore(ctx, options).id);
      const chosen = roleOf(ctx, storeId, key);
      const change = { ...chosen, storeId };
      printAccounts(cli, ctx, [await ctx.write((tx) => changeAccount(tx, found.id, change, ctx.now()))]);
    });
  signInCommands(cli, account);
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

function signInCommands(cli: Cli, account: CliCommand): void {
  account
    .command('reset-password')
    .summary('Reset the password of an account')
    .description(
      'Reset the password of an account and print a one-time password. Ends its sessions and removes a block.',
    )
    .argument('<name>', 'Account name')
    .databaseAction(async (ctx, name: string) =>
      printPassword(cli, await resetPassword(ctx, accountByName(ctx.db, name))),
    );
  account
    .command('reset-2fa')
    .summary('Turn two-step authentication of an account off')
    .description(
      'Turn off two-step authentication of an account, for example after a lost phone. Its authenticator app, passkeys and recovery codes stop working and its sessions end; the password stays. If a store requires two-step authentication, the account sets it up again at its next sign-in.',
    )
    .argument('<name>', 'Account name')
    .databaseAction(async (ctx, name: string) => {
      const found = accountByName(ctx.db, name);
      await ctx.write((tx) => resetSecondFactor(tx, found));
      printAccounts(cli, ctx, [found]);
    });
  account
    .command('sign-out')
    .description('Sign an account out of all browsers. Its password stays.')
    .argument('<name>', 'Account name')
    .databaseAction(async (ctx, name: string) => {
      const found = accountByName(ctx.db, name);
      await ctx.write((tx) => signOutEverywhere(tx, found));
      printAccounts(cli, ctx, [found]);
    });
  account
    .command('require-2fa')
    .summary('Require two-step authentication from every account of a store, or stop requiring it')
    .description(
      'Require two-step authentication for every account with access to a store, including accounts of all stores, or stop requiring it. An account without it must set it up before anything else.',
    )
    .addArgument(new Argument('<state>', 'Whether it is required').choices(['on', 'off']))
    .storeOption()
    .databaseAction(async (ctx, state: string, options: { store?: string }) => {
      const { id } = selectedStore(ctx, options);
      await ctx.write((tx) => requireSecondFactor(tx, id, state === 'on'));
      printAccounts(cli, ctx, listAccounts(ctx.db, id));
    });
}

async function add(
  cli: Cli,
  ctx: Context,
  name: string,
  { role, store }: { role: string; store?: string },
): Promise<void> {
  const everyStore = role === 'owner' && store === undefined;
  const storeId = everyStore ? null : selectedStore(ctx, { ...(store !== undefined && { store }) }).id;
  printPassword(cli, await addAccountWithPassword(ctx, { ...roleOf(ctx, storeId, role), name, storeId }));
}

function roleOf(ctx: Context, storeId: Id | null, key: string): RoleChoice {
  const chosen = roleByKey(ctx.db, storeId, key);
  if (!chosen) throw new WrongUsage('role_not_found', { path: '--role' });
  return chosen;
}

/** As the office names it: of a custom role its own name. */
const roleName = ({ role, roleName }: Account): string => roleName ?? role;

function printPassword(cli: Cli, { account, password }: AccountWithPassword): void {
  cli.print({ id: idText(account.id), name: account.name, role: roleName(account), password }, [
    `account    ${printable(account.name)}  ${printable(roleName(account))}`,
    `password   ${password}   (shown once; valid for 24 hours; must be changed at the first sign-in)`,
  ]);
}

function printAccounts(cli: Cli, { db }: Context, accounts: readonly Account[]): void {
  const documents = accounts.map((account) => ({
    id: idText(account.id),
    name: account.name,
    role: roleName(account),
    store_id: optionalIdText(account.storeId),
    enabled: !account.disabled,
    must_change_password: account.mustChangePassword,
    password_expire_time: account.passwordExpireTime ?? undefined,
    second_factor: hasSecondFactor(db, account.id),
    ...factorFields(secondFactorsOf(db, account.id)),
    second_factor_required: needsSecondFactor(db, account),
    create_time: account.createTime,
  }));
  const headings = ['id', 'name', 'role', 'store', 'enabled', 'one-time password', 'second factor', 'created'];
  const rows = documents.map((account) => [
    account.id,
    account.name,
    account.role,
    account.store_id ?? 'all',
    String(account.enabled),
    account.password_expire_time === undefined ? '' : `until ${timeText(account.password_expire_time)}`,
    factorText(account),
    timeText(account.create_time),
  ]);
  cli.print({ accounts: documents }, table(headings, rows));
}

const factorFields = ({ app, passkeys }: SecondFactors) => ({ authenticator_app: app, passkeys });

function factorText(account: ReturnType<typeof factorFields> & { second_factor_required: boolean }): string {
  const { authenticator_app: app, passkeys, second_factor_required: isRequired } = account;
  const factors = [...(app ? ['app'] : []), ...(passkeys > 0 ? [counted(passkeys, 'passkey')] : [])];
  return factors.join(', ') || (isRequired ? 'missing' : '');
}
