import type { Context } from '../context.ts';
import { MAX_HOLDER_LENGTH } from '../domain/bank-accounts.ts';
import { byCommand } from '../domain/orders/history.ts';
import { promptpayIdProblem, readPromptpayId } from '../domain/orders/payments/promptpay.ts';
import { changeSettings } from '../domain/store-settings.ts';
import { findStore, listStores, type Store, storeById } from '../domain/stores.ts';
import { idText } from '../lib/ids.ts';
import { below } from '../lib/messages/message.ts';
import { parseBoolean, parseSettings, parseText, parseWhole, WrongUsage } from './arguments.ts';
import { type Cli, STORE_DESCRIPTION } from './cli.ts';
import { table } from './table.ts';

const SETTINGS = {
  name: (text: string) => ({ name: parseText(text, 'name') }),
  sell_below_zero: (text: string, key: string) => ({ sellBelowZero: parseBoolean(text, key) }),
  order_quota: (text: string, key: string) => ({ orderQuota: parseWhole(text, { name: key }) }),
  cod_counts_as_ready: (text: string, key: string) => ({ codCountsAsReady: parseBoolean(text, key) }),
  promptpay_id: (text: string) => ({ promptpayId: text === '' ? null : parsePromptpayId(text) }),
  promptpay_name: (text: string, key: string) => ({
    promptpayName: text === '' ? null : parseText(text, key, MAX_HOLDER_LENGTH),
  }),
  vat_percent: (text: string) => ({ vatPercent: parseWhole(text, { name: 'vat_percent', max: 100 }) }),
};

export function storeCommands(cli: Cli): void {
  const store = cli.program.command('store').description('Manage stores');
  store
    .command('list')
    .description('List stores and their settings')
    .databaseAction((ctx) => printStores(cli, listStores(ctx.db)));
  store
    .command('set')
    .description('Change settings of a store')
    .argument('<setting...>', `Setting as KEY=VALUE: ${Object.keys(SETTINGS).join(', ')}`)
    .storeOption()
    .databaseAction((ctx, settings: string[], options: { store?: string }) =>
      change(cli, ctx, options.store, parseSettings<Store>(settings, SETTINGS)),
    );
  for (const [name, suspended, description] of [
    [
      'suspend',
      true,
      'Suspend a store: partners cannot create orders or read addresses, but can still read the catalog',
    ],
    ['resume', false, 'Resume a suspended store'],
  ] as const)
    store
      .command(name)
      .description(description)
      .argument('[store]', STORE_DESCRIPTION)
      .option('--store <store>', 'Same as the argument')
      .databaseAction((ctx, argument: string | undefined, options: { store?: string }) =>
        change(cli, ctx, argument ?? options.store, { suspended }),
      );
}

async function change(cli: Cli, ctx: Context, name: string | undefined, fields: Partial<Store>): Promise<void> {
  const { id } = findStore(ctx.db, name);
  await ctx.write((tx) => changeSettings(tx, id, fields, byCommand(ctx.now())));
  printStores(cli, [storeById(ctx.db, id)]);
}

function printStores(cli: Cli, stores: readonly Store[]): void {
  const documents = stores.map((store) => ({
    id: idText(store.id),
    key: store.key,
    name: store.name,
    suspended: store.suspended,
    settings: {
      sell_below_zero: store.sellBelowZero,
      order_quota: store.orderQuota,
      cod_counts_as_ready: store.codCountsAsReady,
      promptpay_id: store.promptpayId ?? undefined,
      promptpay_name: store.promptpayName ?? undefined,
      vat_percent: store.vatPercent,
    },
  }));
  const rows = documents.map(({ settings, ...store }) => [
    ...Object.values(store).map(String),
    ...Object.values({
      ...settings,
      promptpay_id: settings.promptpay_id ?? '',
      promptpay_name: settings.promptpay_name ?? '',
    }).map(String),
  ]);
  const headings = ['id', 'key', 'name', 'suspended', ...Object.keys(SETTINGS).filter((key) => key !== 'name')];
  cli.print({ stores: documents }, table(headings, rows));
}

function parsePromptpayId(text: string): string {
  const id = readPromptpayId(text);
  if (id === undefined) throw new WrongUsage(below('promptpay_id', promptpayIdProblem(text)));
  return id;
}
