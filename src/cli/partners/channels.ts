import type { Context } from '../../context.ts';
import { priceTiers } from '../../domain/catalogue/price-tiers.ts';
import {
  addChannel,
  type Channel,
  type ChannelFields,
  changeChannel,
  listChannels,
  PERMISSIONS,
  type Permission,
  revokeChannelTokens,
} from '../../domain/channels/channels.ts';
import { clientSecretUse, endOldClientSecret, resetClientSecret } from '../../domain/channels/client-secrets.ts';
import type { Store } from '../../domain/stores.ts';
import { listApps } from '../../domain/webhooks/apps.ts';
import { notFound } from '../../lib/errors.ts';
import { type Id, idText, optionalIdText } from '../../lib/ids.ts';
import { parseBoolean, parseSettings, parseText, WrongUsage } from '../arguments.ts';
import type { Cli, CliCommand } from '../cli.ts';
import { findChannel, selectedStore, selectedStores } from '../lookup.ts';
import { KEEP_OLD_FOR, oldSecretLines, parseKeepOldFor, secretUseView } from '../secret-use.ts';
import { table, timeText } from '../table.ts';
import { channelActivityCommands } from './channel-activity.ts';

export function channelCommands(cli: Cli): void {
  const channel = cli.program.command('channel').description('Manage partner channels and their credentials');
  const channelCommand = (name: string, description: string): CliCommand =>
    channel.command(name).description(description).argument('<channel>', 'Channel id, key or client id');
  channel
    .command('list')
    .description('List channels')
    .storeOption()
    .databaseAction((ctx, options: { store?: string }) => {
      const found = selectedStores(ctx, options).flatMap(({ id }) => listChannels(ctx.db, id));
      printChannels(cli, ctx, found);
    });
  channel
    .command('add')
    .description('Add a channel and print its secret')
    .argument('<name>', 'Name')
    .argument('[setting...]', `Setting as KEY=VALUE: ${SETTING_NAMES}`)
    .storeOption()
    .databaseAction(async (ctx, name: string, settings: string[], options: { store?: string }) => {
      const store = selectedStore(ctx, options);
      const fields = parseChannelSettings(ctx, store, settings);
      const made = await ctx.write((tx) =>
        addChannel(tx, { name: parseText(name, 'NAME'), ...fields, storeId: store.id }, ctx.now()),
      );
      printSecret(cli, made);
    });
  channelCommand('set', 'Change settings of a channel')
    .argument(
      '<setting...>',
      `Setting as KEY=VALUE: ${SETTING_NAMES}. An empty value clears price_tier, app or expire_time`,
    )
    .databaseAction((ctx, name: string, settings: string[]) => {
      const found = findChannel(ctx, name);
      return change(cli, ctx, found, parseChannelSettings(ctx, { id: found.storeId }, settings));
    });
  channelCommand('reset-secret', 'Generate a new secret and print it; the old one and its tokens stop working')
    .option(...KEEP_OLD_FOR)
    .databaseAction(async (ctx, name: string, { keepOldFor }: { keepOldFor?: string }) => {
      const channel = findChannel(ctx, name);
      const reset = { now: ctx.steadyNow(), keepOldFor: parseKeepOldFor(keepOldFor) };
      const clientSecret = await ctx.write((tx) => resetClientSecret(tx, channel.id, reset));
      printSecret(cli, { channel, clientSecret });
    });
  channelCommand('end-old-secret', 'Revoke the old secret and its tokens now').databaseAction(
    async (ctx, name: string) => {
      const found = findChannel(ctx, name);
      await ctx.write((tx) => endOldClientSecret(tx, found.id));
      printChannels(cli, ctx, [found]);
    },
  );
  channelCommand('revoke-tokens', 'Revoke the tokens of a channel; its secret still gets new ones').databaseAction(
    async (ctx, name: string) => {
      const { id } = findChannel(ctx, name);
      await ctx.write((tx) => revokeChannelTokens(tx, id));
      cli.print({ id: idText(id), tokens: 'revoked' }, `The tokens of channel ${id} are revoked.`);
    },
  );
  for (const [name, enabled, description] of [
    ['disable', false, 'Disable a channel and revoke its tokens'],
    ['enable', true, 'Enable a channel'],
  ] as const)
    channelCommand(name, description).databaseAction((ctx, argument: string) =>
      change(cli, ctx, findChannel(ctx, argument), { enabled }),
    );
  channelActivityCommands(cli, channel);
}

const SETTING_NAMES = 'name, permissions, own_orders_only, price_tier, app, expire_time, enabled';

function parseChannelSettings(ctx: Context, store: Pick<Store, 'id'>, settings: readonly string[]): ChannelFields {
  const findOptionalId = (list: readonly { id: Id; key: string }[], text: string, what: string): Id | null => {
    if (text === '') return null;
    const found = list.find(({ id, key }) => key === text || String(id) === text);
    if (!found) throw notFound('named_item_not_found', { kind: what, name: text });
    return found.id;
  };
  return parseSettings<ChannelFields>(settings, {
    name: (text) => ({ name: parseText(text, 'name') }),
    permissions: (text) => ({ permissions: parsePermissions(text) }),
    own_orders_only: (text, key) => ({ ownOrdersOnly: parseBoolean(text, key) }),
    price_tier: (text) => ({ priceTierId: findOptionalId(priceTiers(ctx.db, store.id), text, 'price tier') }),
    app: (text) => ({ appId: findOptionalId(listApps(ctx.db, store.id), text, 'app') }),
    expire_time: (text) => ({ expireTime: parseExpiry(text) }),
    enabled: (text, key) => ({ enabled: parseBoolean(text, key) }),
  });
}

function parsePermissions(text: string): Permission[] {
  const names = text.split(',').filter(Boolean);
  const unknown = names.find((name) => !PERMISSIONS.some((permission) => permission === name));
  if (unknown) throw new WrongUsage('argument_not_a_permission', { text: unknown, known: PERMISSIONS });
  return PERMISSIONS.filter((permission) => names.includes(permission));
}

function parseExpiry(text: string): number | null {
  if (text === '') return null;
  const time = /^\d{12,14}$/.test(text) ? Number(text) : DATE_AND_TIME.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isInteger(time)) throw new WrongUsage('argument_not_a_time_with_offset', { name: 'expire_time', text });
  return time;
}

/** The offset is required: the time zone of the server may differ from that of the store. */
const DATE_AND_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/;

async function change(cli: Cli, ctx: Context, { id }: Channel, fields: ChannelFields): Promise<void> {
  printChannels(cli, ctx, [await ctx.write((tx) => changeChannel(tx, id, fields))]);
}

function printSecret(cli: Cli, { channel, clientSecret }: { channel: Channel; clientSecret: string }): void {
  cli.print({ id: idText(channel.id), client_id: channel.clientId, client_secret: clientSecret }, [
    `channel         ${channel.id}  ${channel.name}`,
    `client_id       ${channel.clientId}`,
    `client_secret   ${clientSecret}   (shown once)`,
  ]);
}

const channelView = ({ db, steadyNow }: Context, channel: Channel) => ({
  id: idText(channel.id),
  store_id: idText(channel.storeId),
  key: channel.key,
  name: channel.name,
  client_id: channel.clientId,
  permissions: channel.permissions,
  own_orders_only: channel.ownOrdersOnly,
  price_tier: priceTiers(db, channel.storeId).find(({ id }) => id === channel.priceTierId)?.key,
  app_id: optionalIdText(channel.appId),
  enabled: channel.enabled,
  expire_time: channel.expireTime ?? undefined,
  ...secretUseView(clientSecretUse(db, channel.id, steadyNow())),
});

function printChannels(cli: Cli, ctx: Context, channels: readonly Channel[]): void {
  const documents = channels.map((channel) => channelView(ctx, channel));
  const headings = [
    'id',
    'store',
    'key',
    'name',
    'client_id',
    'permissions',
    'own orders only',
    'price_tier',
    'enabled',
    'expires',
  ];
  const rows = documents.map((channel) => [
    channel.id,
    channel.store_id,
    channel.key,
    channel.name,
    channel.client_id,
    channel.permissions.join(','),
    String(channel.own_orders_only),
    channel.price_tier ?? '',
    String(channel.enabled),
    timeText(channel.expire_time ?? null),
  ]);
  cli.print({ channels: documents }, [...table(headings, rows), ...documents.flatMap(oldSecretLines)]);
}
