import type { Context } from '../context.ts';
import { byCommand } from '../domain/orders/history.ts';
import { promptpayIdProblem, readPromptpayId } from '../domain/orders/payments/promptpay.ts';
import { changeSettings } from '../domain/orders/store-settings.ts';
import { findStore, listStores, type Store, storeById } from '../domain/stores.ts';
import { idText } from '../lib/ids.ts';
import { below, describe } from '../lib/messages/messages.ts';
import {
  readCount,
  readFlag,
  readSettings,
  readText,
  type Shell,
  STORE_OPTION,
  WrongUsage,
  wholeArgument,
} from './shell.ts';
import { table } from './table.ts';

const SETTINGS = {
  name: (text: string) => ({ name: readText(text, 'name') }),
  sell_below_zero: (text: string, key: string) => ({ sellBelowZero: readFlag(text, key) }),
  order_quota: (text: string, key: string) => ({ orderQuota: readCount(text, key) }),
  cod_counts_as_ready: (text: string, key: string) => ({ codCountsAsReady: readFlag(text, key) }),
  promptpay_id: (text: string) => ({ promptpayId: text === '' ? null : promptpayIdOf(text) }),
  vat_percent: (text: string) => ({ vatPercent: wholeArgument(text, { name: 'vat_percent', most: 100 }) }),
};

export function storeCommands(shell: Shell): void {
  const store = shell.program.command('store').description('stores and their settings');
  store
    .command('list')
    .description('the stores with their settings')
    .action(() => shell.withDatabase((ctx) => answerStores(shell, listStores(ctx.db))));
  store
    .command('set')
    .description(`change settings: ${Object.keys(SETTINGS).join(', ')}`)
    .argument('<setting...>', 'KEY=VALUE')
    .option(...STORE_OPTION)
    .action((settings: string[], options: { store?: string }) =>
      shell.withDatabase((ctx) => change(shell, ctx, options.store, readSettings<Store>(settings, SETTINGS))),
    );
  for (const [name, suspended, description] of [
    ['suspend', true, 'refuse its partners’ orders and addresses; catalogue reads go on'],
    ['resume', false, 'undo suspend'],
  ] as const)
    store
      .command(name)
      .description(description)
      .argument('[store]', STORE_OPTION[1])
      .option('--store <store>', 'the same')
      .action((argument: string | undefined, options: { store?: string }) =>
        shell.withDatabase((ctx) => change(shell, ctx, argument ?? options.store, { suspended })),
      );
}

async function change(shell: Shell, ctx: Context, name: string | undefined, fields: Partial<Store>): Promise<void> {
  const { id } = findStore(ctx.db, name);
  await ctx.write((db) => changeSettings(db, id, fields, byCommand(ctx.now())));
  answerStores(shell, [storeById(ctx.db, id)]);
}

function answerStores(shell: Shell, stores: readonly Store[]): void {
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
      vat_percent: store.vatPercent,
    },
  }));
  const heads = [
    'id',
    'key',
    'name',
    'suspended',
    'sell_below_zero',
    'order_quota',
    'cod_counts_as_ready',
    'promptpay_id',
    'vat_percent',
  ];
  const rows = documents.map(({ id, key, name, suspended, settings }) => [
    id,
    key,
    name,
    String(suspended),
    String(settings.sell_below_zero),
    settings.order_quota,
    String(settings.cod_counts_as_ready),
    settings.promptpay_id ?? '',
    settings.vat_percent,
  ]);
  shell.answer({ stores: documents }, table(heads, rows));
}

function promptpayIdOf(text: string): string {
  const id = readPromptpayId(text);
  if (id === undefined) throw new WrongUsage(describe(below('promptpay_id', promptpayIdProblem(text))));
  return id;
}
