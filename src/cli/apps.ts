import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { listStores } from '../domain/stores.ts';
import {
  type App,
  type AppFields,
  addApp,
  changeApp,
  isListening,
  listApps,
  resetWebhookSecret,
} from '../domain/webhooks/apps.ts';
import { ping } from '../domain/webhooks/deliver.ts';
import { bodyOf, type Delivery, findDeliveries } from '../domain/webhooks/delivery-log.ts';
import { Refusal } from '../lib/errors.ts';
import { idText } from '../lib/ids.ts';
import {
  named,
  readFlag,
  readSettings,
  readText,
  type Shell,
  STORE_OPTION,
  storeOption,
  wholeArgument,
} from './shell.ts';
import { table, timeText } from './table.ts';

const SETTINGS = {
  name: (text: string) => ({ name: readText(text, 'name') }),
  url: (text: string) => ({ url: text }),
  stock_available_updated: (text: string, key: string) => ({ stockAvailableUpdated: readFlag(text, key) }),
};
const SETTING_NAMES = Object.keys(SETTINGS).join(', ');

export function appCommands(shell: Shell): void {
  const app = shell.program.command('app').description('external apps: webhook address, switches, secret, deliveries');
  const one = (name: string, description: string): Command =>
    app.command(name).description(description).argument('<app>', 'its id or key');
  app
    .command('list')
    .description('the apps of a store, or of all')
    .option(...STORE_OPTION)
    .action((options: { store?: string }) =>
      shell.withDatabase((ctx) => {
        const stores = options.store === undefined ? listStores(ctx.db) : [storeOption(ctx, options)];
        answerApps(
          shell,
          stores.flatMap(({ id }) => listApps(ctx.db, id)),
        );
      }),
    );
  app
    .command('add')
    .description('add an app and print its webhook secret, once')
    .argument('<name>', 'what people call it')
    .argument('[setting...]', `KEY=VALUE: ${SETTING_NAMES}`)
    .option('--url <url>', 'where its webhooks go')
    .option(...STORE_OPTION)
    .action((name: string, settings: string[], options: { store?: string; url?: string }) =>
      shell.withDatabase(async (ctx) => {
        const { id: storeId } = storeOption(ctx, options);
        const fields = {
          name: readText(name, 'NAME'),
          url: options.url ?? '',
          ...readSettings<AppFields>(settings, SETTINGS),
          storeId,
        };
        answerSecret(shell, await ctx.write((db) => addApp(db, fields, ctx.now())));
      }),
    );
  one('set', `change settings: ${SETTING_NAMES}`)
    .argument('<setting...>', 'KEY=VALUE')
    .action((name: string, settings: string[]) =>
      shell.withDatabase(async (ctx) => {
        const fields = readSettings<AppFields>(settings, SETTINGS);
        const { id } = findApp(ctx, name);
        answerApps(shell, [await ctx.write((db) => changeApp(db, id, fields))]);
      }),
    );
  one('reset-secret', 'give it a new webhook secret and print it, once').action((name: string) =>
    shell.withDatabase(async (ctx) => {
      const { id } = findApp(ctx, name);
      answerSecret(shell, await ctx.write((db) => resetWebhookSecret(db, id)));
    }),
  );
  one('ping', 'send it a delivery without items, and say how it went').action((name: string) =>
    shell.withDatabase(async (ctx) => {
      const found = findApp(ctx, name);
      if (found.url === '') throw new Refusal('invalid_request', `app ${found.id} has no url`);
      const outcome = await ping(ctx, found.id);
      const answer = [outcome.answer, outcome.said].filter(Boolean).join(' ');
      if (!outcome.acknowledged) throw new Refusal('invalid_request', `not acknowledged: ${answer}`);
      shell.answer(outcome, `acknowledged with ${answer} after ${outcome.millis} ms`);
    }),
  );
  one('deliveries', 'its newest deliveries')
    .option('--limit <count>', 'how many', '50')
    .action((name: string, { limit }: { limit: string }) =>
      shell.withDatabase((ctx) =>
        answerDeliveries(
          shell,
          ctx,
          findDeliveries(ctx.db, findApp(ctx, name).id, { limit: wholeArgument(limit, { name: '--limit', least: 1 }) }),
        ),
      ),
    );
}

const findApp = (ctx: Context, name: string): App =>
  named(
    listStores(ctx.db).flatMap(({ id }) => listApps(ctx.db, id)),
    name,
    'app',
  );

function answerSecret(shell: Shell, app: App): void {
  shell.answer({ id: idText(app.id), webhook_secret: app.webhookSecret }, [
    `app              ${app.id}  ${app.name}`,
    `webhook_secret   ${app.webhookSecret}   (shown this once)`,
  ]);
}

function answerApps(shell: Shell, apps: readonly App[]): void {
  const documents = apps.map((app) => ({
    id: idText(app.id),
    store_id: idText(app.storeId),
    key: app.key,
    name: app.name,
    url: app.url,
    events: { stock_available_updated: app.stockAvailableUpdated },
  }));
  const rows = apps.map((app) => [
    app.id,
    app.storeId,
    app.key,
    app.name,
    app.url,
    String(app.stockAvailableUpdated),
    isListening(app) ? 'told' : 'not told',
  ]);
  shell.answer(
    { apps: documents },
    table(['id', 'store', 'key', 'name', 'url', 'stock_available_updated', 'of changes'], rows),
  );
}

function answerDeliveries(shell: Shell, { db }: Context, deliveries: readonly Delivery[]): void {
  const documents = deliveries.map((delivery) => ({
    id: idText(delivery.id),
    request_id: delivery.requestId,
    event_type: delivery.eventType,
    url: delivery.url,
    status: delivery.status,
    request_time: delivery.requestTime,
    millis: delivery.millis ?? undefined,
    answer: delivery.answer ?? undefined,
    said: delivery.said ?? undefined,
    body: JSON.parse(bodyOf(db, delivery)),
  }));
  const rows = deliveries.map((delivery) => [
    delivery.id,
    timeText(delivery.requestTime),
    delivery.itemCount,
    delivery.status,
    delivery.millis,
    [delivery.answer, delivery.said].filter(Boolean).join(' '),
  ]);
  shell.answer({ deliveries: documents }, table(['id', 'sent', 'items', 'status', 'ms', 'answer'], rows));
}
