import type { Context } from '../context.ts';
import { type Channel, listChannels } from '../domain/channels/channels.ts';
import { listStores } from '../domain/stores.ts';
import { Refusal } from '../lib/errors.ts';

/** The channel of any store with this id, client id or key. */
export function findChannel(ctx: Context, name: string): Channel {
  const channels = listStores(ctx.db).flatMap(({ id }) => listChannels(ctx.db, id));
  const found =
    channels.find(({ id, clientId }) => String(id) === name || clientId === name) ??
    channels.find(({ key }) => key === name);
  if (!found) throw new Refusal('not_found', `there is no channel ${name}`);
  return found;
}
