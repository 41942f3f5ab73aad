import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { priceTiers } from '../domain/catalogue/places.ts';
import {
  addChannel,
  type Channel,
  type ChannelFields,
  changeChannel,
  listChannels,
  PERMISSIONS,
  type Permission,
  resetClientSecret,
} from '../domain/channels/channels.ts';
import { listStores, type Store } from '../domain/stores.ts';
import { listApps } from '../domain/webhooks/apps.ts';
import { Refusal } from '../lib/errors.ts';
import { type Id, idText, optionalIdText } from '../lib/ids.ts';
import { channelLogCommands } from './channel-log.ts';
import { findChannel } from './find-channel.ts';
import { readFlag, readSettings, readText, type Shell, STORE_OPTION, storeOption, WrongUsage } from './shell.ts';
import { table, timeText } from './table.ts';

export function channelCommands(shell: Shell): void {
  const channel = shell.program.command('channel').description('partner channels and their secrets');
  const named = (name: string, description: string): Command =>
    channel.command(name).description(description).argument('<channel>', 'its id, key or client id');
  channel
    .command('list')
    .description('the channels of a store, or of all')
    .option(...STORE_OPTION)
    .action((options: { store?: string }) =>
      shell.withDatabase((ctx) => {
        const stores = options.store === undefined ? listStores(ctx.db) : [storeOption(ctx, options)];
        answerChannels(
          shell,
          ctx,
          stores.flatMap(({ id }) => listChannels(ctx.db, id)),
        );
      }),
    );
  channel
    .command('add')
    .description('add a channel and print its secret, once')
    .argument('<name>', 'what people call it')
    .argument('[setting...]', `KEY=VALUE: ${SETTING_NAMES}`)
    .option(...STORE_OPTION)
    .action((name: string, settings: string[], options: { store?: string }) =>
      shell.withDatabase(async (ctx) => {
        const store = storeOption(ctx, options);
        const fields = readChannel(ctx, store, settings);
        const made = await ctx.write((db) =>
          addChannel(db, { name: readText(name, 'NAME'), ...fields, storeId: store.id }, ctx.now()),
        );
        answerSecret(shell, made);
      }),
    );
  named('set', `change settings: ${SETTING_NAMES}; an empty value takes away price_tier, app or expire_time`)
    .argument('<setting...>', 'KEY=VALUE')
    .action((name: string, settings: string[]) =>
      shell.withDatabase((ctx) => {
        const found = findChannel(ctx, name);
        return change(shell, ctx, found, readChannel(ctx, { id: found.storeId }, settings));
      }),
    );
  named('reset-secret', 'give it a new secret and print it, once; the old one stops working').action((name: string) =>
    shell.withDatabase(async (ctx) => {
      const { id } = findChannel(ctx, name);
      answerSecret(shell, await ctx.write((db) => resetClientSecret(db, id)));
    }),
  );
  for (const [name, enabled, description] of [
    ['disable', false, 'switch it off: no tokens, and its tokens stop working'],
    ['enable', true, 'switch it on again'],
  ] as const)
    named(name, description).action((argument: string) =>
      shell.withDatabase((ctx) => change(shell, ctx, findChannel(ctx, argument), { enabled })),
    );
  channelLogCommands(shell, channel);
}

const SETTING_NAMES = 'name, permissions, price_tier, app, expire_time, enabled';

function readChannel(ctx: Context, store: Pick<Store, 'id'>, settings: readonly string[]): ChannelFields {
  const idOrNone = (list: readonly { id: Id; key: string }[], text: string, what: string): Id | null => {
    if (text === '') return null;
    const found = list.find(({ id, key }) => key === text || String(id) === text);
    if (!found) throw new Refusal('not_found', `the store has no ${what} ${text}`);
    return found.id;
  };
  return readSettings<ChannelFields>(settings, {
    name: (text) => ({ name: readText(text, 'name') }),
    permissions: (text) => ({ permissions: readPermissions(text) }),
    price_tier: (text) => ({ priceTierId: idOrNone(priceTiers(ctx.db, store.id), text, 'price tier') }),
    app: (text) => ({ appId: idOrNone(listApps(ctx.db, store.id), text, 'app') }),
    expire_time: (text) => ({ expireTime: readExpiry(text) }),
    enabled: (text, key) => ({ enabled: readFlag(text, key) }),
  });
}

function readPermissions(text: string): Permission[] {
  const names = text.split(',').filter(Boolean);
  const unknown = names.find((name) => !PERMISSIONS.some((permission) => permission === name));
  if (unknown) throw new WrongUsage(`permissions are ${PERMISSIONS.join(', ')}, separated by commas; not ${unknown}`);
  return PERMISSIONS.filter((permission) => names.includes(permission));
}

/** Unix milliseconds, or a date and time such as 2027-01-31T00:00:00+07:00. */
function readExpiry(text: string): number | null {
  if (text === '') return null;
  const time = /^\d{12,14}$/.test(text) ? Number(text) : DATE_AND_TIME.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isInteger(time))
    throw new WrongUsage(`expire_time must be unix milliseconds, or such as 2027-01-31T00:00:00+07:00; not ${text}`);
  return time;
}

// With its offset, since the machine's own time zone is nobody's.
const DATE_AND_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/;

async function change(shell: Shell, ctx: Context, { id }: Channel, fields: ChannelFields): Promise<void> {
  answerChannels(shell, ctx, [await ctx.write((db) => changeChannel(db, id, fields))]);
}

function answerSecret(shell: Shell, { channel, clientSecret }: { channel: Channel; clientSecret: string }): void {
  shell.answer({ id: idText(channel.id), client_id: channel.clientId, client_secret: clientSecret }, [
    `channel         ${channel.id}  ${channel.name}`,
    `client_id       ${channel.clientId}`,
    `client_secret   ${clientSecret}   (shown this once)`,
  ]);
}

function answerChannels(shell: Shell, ctx: Context, channels: readonly Channel[]): void {
  const tierKey = ({ storeId, priceTierId }: Channel) =>
    priceTiers(ctx.db, storeId).find(({ id }) => id === priceTierId)?.key;
  const documents = channels.map((channel) => ({
    id: idText(channel.id),
    store_id: idText(channel.storeId),
    key: channel.key,
    name: channel.name,
    client_id: channel.clientId,
    permissions: channel.permissions,
    price_tier: tierKey(channel),
    app_id: optionalIdText(channel.appId),
    enabled: channel.enabled,
    expire_time: channel.expireTime ?? undefined,
  }));
  const heads = ['id', 'store', 'key', 'name', 'client_id', 'permissions', 'price_tier', 'enabled', 'expires'];
  const rows = documents.map((channel) => [
    channel.id,
    channel.store_id,
    channel.key,
    channel.name,
    channel.client_id,
    channel.permissions.join(','),
    channel.price_tier ?? '',
    String(channel.enabled),
    timeText(channel.expire_time ?? null),
  ]);
  shell.answer({ channels: documents }, table(heads, rows));
}
