import type { Context, Reader } from '../../context.ts';
import { storesAndSandboxes } from '../../domain/stores.ts';
import { endOldWebhookSecret, resetWebhookSecret } from '../../domain/webhooks/app-secrets.ts';
import {
  type App,
  type AppFields,
  addApp,
  appEvents,
  changeApp,
  eventNames,
  listApps,
  receivesWebhooks,
} from '../../domain/webhooks/apps.ts';
import { bodyOf, type Delivery, findDeliveries } from '../../domain/webhooks/delivery-log.ts';
import { ping } from '../../domain/webhooks/delivery-worker.ts';
import { invalidRequest } from '../../lib/errors.ts';
import { idText } from '../../lib/ids.ts';
import { messageFromJson } from '../../lib/messages/message.ts';
import { describe } from '../../lib/messages/messages.ts';
import { standardKey } from '../../lib/secrets.ts';
import { parseBoolean, parseSettings, parseText, parseWhole } from '../arguments.ts';
import type { Cli, CliCommand } from '../cli.ts';
import { findByIdOrKey, selectedStore, selectedStores } from '../lookup.ts';
import { KEEP_OLD_FOR, parseKeepOldFor } from '../secret-use.ts';
import { table, timeText } from '../table.ts';

const SETTINGS = {
  name: (text: string) => ({ name: parseText(text, 'name') }),
  url: (text: string) => ({ url: text }),
  stock_available_updated: (text: string, key: string) => ({ stockAvailableUpdated: parseBoolean(text, key) }),
  order_updated: (text: string, key: string) => ({ orderUpdated: parseBoolean(text, key) }),
  product_updated: (text: string, key: string) => ({ productUpdated: parseBoolean(text, key) }),
};
const SETTING_NAMES = Object.keys(SETTINGS).join(', ');

export function appCommands(cli: Cli): void {
  const app = cli.program.command('app').description('Manage external apps and their webhooks');
  const appCommand = (name: string, description: string): CliCommand =>
    app.command(name).description(description).argument('<app>', 'App id or key');
  app
    .command('list')
    .description('List apps')
    .storeOption()
    .databaseAction((ctx, options: { store?: string }) => {
      const found = selectedStores(ctx, options).flatMap(({ id }) => listApps(ctx.db, id));
      printApps(cli, found);
    });
  app
    .command('add')
    .description('Add an app and print its webhook secret')
    .argument('<name>', 'Name')
    .argument('[setting...]', `Setting as KEY=VALUE: ${SETTING_NAMES}`)
    .option('--url <url>', 'Webhook URL')
    .storeOption()
    .databaseAction(async (ctx, name: string, settings: string[], options: { store?: string; url?: string }) => {
      const { id: storeId } = selectedStore(ctx, options);
      const fields = {
        name: parseText(name, 'NAME'),
        url: options.url ?? '',
        ...parseSettings<AppFields>(settings, SETTINGS),
        storeId,
      };
      printSecret(cli, await ctx.write((tx) => addApp(tx, fields, ctx.now())));
    });
  appCommand('set', 'Change settings of an app')
    .argument('<setting...>', `Setting as KEY=VALUE: ${SETTING_NAMES}`)
    .databaseAction(async (ctx, name: string, settings: string[]) => {
      const fields = parseSettings<AppFields>(settings, SETTINGS);
      const { id } = findApp(ctx, name);
      printApps(cli, [await ctx.write((tx) => changeApp(tx, id, fields))]);
    });
  appCommand('reset-secret', 'Generate a new webhook secret and print it; deliveries are signed with it at once')
    .option(...KEEP_OLD_FOR)
    .databaseAction(async (ctx, name: string, { keepOldFor }: { keepOldFor?: string }) => {
      const { id } = findApp(ctx, name);
      const reset = { now: ctx.steadyNow(), keepOldFor: parseKeepOldFor(keepOldFor) };
      printSecret(cli, await ctx.write((tx) => resetWebhookSecret(tx, id, reset)));
    });
  appCommand('end-old-secret', 'Stop signing with the old secret').databaseAction(async (ctx, name: string) => {
    const { id } = findApp(ctx, name);
    printApps(cli, [await ctx.write((tx) => endOldWebhookSecret(tx, id))]);
  });
  appCommand('ping', 'Send a test webhook without items and print the result').databaseAction(
    async (ctx, name: string) => {
      const found = findApp(ctx, name);
      if (found.url === '') throw invalidRequest('app_has_no_url', { app: found.id });
      const outcome = await ping(ctx, found.id);
      const answer = [answerText(outcome.answer), outcome.responseExcerpt].filter(Boolean).join(' ');
      if (!outcome.acknowledged) throw invalidRequest('ping_not_acknowledged', { answer });
      const { responseExcerpt, ...rest } = outcome;
      cli.print(
        { ...rest, response_excerpt: responseExcerpt },
        `acknowledged with ${answer} after ${outcome.millis} ms`,
      );
    },
  );
  appCommand('deliveries', 'List the newest webhook deliveries of an app')
    .option('--limit <count>', 'Maximum number of rows', '50')
    .databaseAction((ctx, name: string, { limit }: { limit: string }) =>
      printDeliveries(
        cli,
        ctx,
        findDeliveries(ctx.db, findApp(ctx, name).id, { limit: parseWhole(limit, { name: '--limit', min: 1 }) }),
      ),
    );
}

const findApp = (ctx: Context, name: string): App =>
  findByIdOrKey(
    storesAndSandboxes(ctx.db).flatMap(({ id }) => listApps(ctx.db, id)),
    name,
    'app',
  );

function printSecret(cli: Cli, app: App): void {
  const secret = { webhook_secret: app.webhookSecret, standard_key: standardKey(app.webhookSecret) };
  cli.print({ id: idText(app.id), ...secret }, [
    `app              ${app.id}  ${app.name}`,
    `webhook_secret   ${app.webhookSecret}   (shown once)`,
    `standard_key     ${standardKey(app.webhookSecret)}   (the same as a Standard Webhooks key)`,
  ]);
}

function printApps(cli: Cli, apps: readonly App[]): void {
  const documents = apps.map((app) => ({
    id: idText(app.id),
    store_id: idText(app.storeId),
    key: app.key,
    name: app.name,
    url: app.url,
    events: appEvents(app),
    old_secret: app.oldSecretEndTime === null ? undefined : { end_time: app.oldSecretEndTime },
  }));
  const rows = apps.map((app) => [
    app.id,
    app.storeId,
    app.key,
    app.name,
    app.url,
    eventNames(app).join(', '),
    receivesWebhooks(app) ? 'yes' : 'no',
  ]);
  cli.print({ apps: documents }, table(['id', 'store', 'key', 'name', 'url', 'events', 'receives webhooks'], rows));
}

/** Absent if the content is deleted. */
function bodyJson(db: Reader, delivery: Delivery): unknown {
  const body = bodyOf(db, delivery);
  return body === undefined ? undefined : JSON.parse(body);
}

function printDeliveries(cli: Cli, { db }: Context, deliveries: readonly Delivery[]): void {
  const documents = deliveries.map((delivery) => ({
    id: idText(delivery.id),
    request_id: delivery.requestId,
    event_type: delivery.eventType,
    url: delivery.url,
    status: delivery.status,
    request_time: delivery.requestTime,
    millis: delivery.millis ?? undefined,
    answer: delivery.answer === null ? undefined : answerText(delivery.answer),
    response_excerpt: delivery.responseExcerpt ?? undefined,
    body: bodyJson(db, delivery),
  }));
  const rows = deliveries.map((delivery) => [
    delivery.id,
    timeText(delivery.requestTime),
    delivery.itemCount,
    delivery.status,
    delivery.millis,
    [delivery.answer && answerText(delivery.answer), delivery.responseExcerpt].filter(Boolean).join(' '),
  ]);
  cli.print({ deliveries: documents }, table(['id', 'sent', 'items', 'status', 'ms', 'answer'], rows));
}

/** The HTTP status of a delivery, or why there is none. */
const answerText = (answer: string): string => describe(messageFromJson(answer));
