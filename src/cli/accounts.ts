import { Option } from 'commander';
import type { Context } from '../context.ts';
import { type Account, accountByName, everyAccount, listAccounts, type Role } from '../domain/accounts/accounts.ts';
import { changeAccount } from '../domain/accounts/change.ts';
import { addWithPassword, resetPassword, type WithPassword } from '../domain/accounts/one-time.ts';
import { idText, optionalIdText } from '../lib/ids.ts';
import { readText, type Shell, STORE_OPTION, storeOption } from './shell.ts';
import { printable, table, timeText } from './table.ts';

const ROLES: readonly Role[] = ['owner', 'staff'];

export function accountCommands(shell: Shell): void {
  const account = shell.program.command('account').description('who may sign in to the office');
  account
    .command('list')
    .description('the accounts, or those that reach one store')
    .option(...STORE_OPTION)
    .action((options: { store?: string }) =>
      shell.withDatabase((ctx) => {
        const all = options.store === undefined;
        answerAccounts(shell, all ? everyAccount(ctx.db) : listAccounts(ctx.db, storeOption(ctx, options).id));
      }),
    );
  account
    .command('add')
    .description('add an account and print its one-time password, once')
    .argument('<name>', 'what it signs in with')
    .addOption(new Option('--role <role>', 'what it may do').choices(ROLES).makeOptionMandatory())
    .option('--store <store>', 'its key or id; an owner without one has every store, staff the only one there is')
    .action((name: string, options: { role: Role; store?: string }) =>
      shell.withDatabase((ctx) => add(shell, ctx, readText(name, 'NAME'), options)),
    );
  account
    .command('reset-password')
    .description('give it a one-time password and print it, once; its sessions and its block end')
    .argument('<name>', 'the account')
    .action((name: string) =>
      shell.withDatabase(async (ctx) => answerPassword(shell, await resetPassword(ctx, accountByName(ctx.db, name)))),
    );
  for (const [command, disabled, description] of [
    ['disable', true, 'let it sign in no more, and end its sessions'],
    ['enable', false, 'let it sign in again'],
  ] as const)
    account
      .command(command)
      .description(description)
      .argument('<name>', 'the account')
      .action((name: string) =>
        shell.withDatabase(async (ctx) => {
          const { id } = accountByName(ctx.db, name);
          answerAccounts(shell, [await ctx.write((db) => changeAccount(db, id, { disabled }, ctx.now()))]);
        }),
      );
}

async function add(
  shell: Shell,
  ctx: Context,
  name: string,
  { role, store }: { role: Role; store?: string },
): Promise<void> {
  const everyStore = role === 'owner' && store === undefined;
  const storeId = everyStore ? null : storeOption(ctx, { ...(store !== undefined && { store }) }).id;
  answerPassword(shell, await addWithPassword(ctx, { name, role, storeId }));
}

function answerPassword(shell: Shell, { account, password }: WithPassword): void {
  shell.answer({ id: idText(account.id), name: account.name, role: account.role, password }, [
    `account    ${printable(account.name)}  ${account.role}`,
    `password   ${password}   (shown this once; it has to be changed at the first sign-in)`,
  ]);
}

function answerAccounts(shell: Shell, accounts: readonly Account[]): void {
  const documents = accounts.map((account) => ({
    id: idText(account.id),
    name: account.name,
    role: account.role,
    store_id: optionalIdText(account.storeId),
    enabled: !account.disabled,
    must_change_password: account.mustChangePassword,
    create_time: account.createTime,
  }));
  const heads = ['id', 'name', 'role', 'store', 'enabled', 'one-time password', 'made'];
  const rows = documents.map((account) => [
    account.id,
    account.name,
    account.role,
    account.store_id ?? 'every',
    String(account.enabled),
    account.must_change_password ? 'yes' : '',
    timeText(account.create_time),
  ]);
  shell.answer({ accounts: documents }, table(heads, rows));
}
