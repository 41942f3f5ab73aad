import { idText } from '../../lib/ids.ts';
import { priceTiers } from '../catalogue/price-tiers.ts';
import { addChannel, changeChannel, listChannels } from '../channels/channels.ts';
import { addApp, changeApp, listApps } from '../webhooks/apps.ts';
import { given, type Loading } from './loading.ts';
import type { AppEntry, ChannelEntry } from './shape.ts';

export interface LoadedApp {
  id: string;
  webhook_secret?: string;
}

export function loadApp({ tx, storeId, now }: Loading, entry: AppEntry): LoadedApp {
  const known = listApps(tx, storeId).find(({ key }) => key === entry.key);
  const fields = {
    name: entry.name,
    ...given({ url: entry.url, stockAvailableUpdated: entry.events?.stock_available_updated }),
  };
  if (known) return { id: idText(changeApp(tx, known.id, fields).id) };
  const app = addApp(tx, { ...fields, storeId, key: entry.key }, now);
  return { id: idText(app.id), webhook_secret: app.webhookSecret };
}

export interface LoadedChannel {
  id: string;
  client_id: string;
  client_secret?: string;
}

export function loadChannel({ tx, storeId, now }: Loading, entry: ChannelEntry): LoadedChannel {
  const known = listChannels(tx, storeId).find(({ key }) => key === entry.key);
  const fields = {
    name: entry.name,
    ...given({
      permissions: entry.permissions,
      priceTierId: priceTiers(tx, storeId).find(({ key }) => key === entry.price_tier)?.id,
      appId: listApps(tx, storeId).find(({ key }) => key === entry.app)?.id,
      enabled: entry.enabled,
      expireTime: entry.expire_time,
    }),
  };
  if (known) {
    const { id, clientId } = changeChannel(tx, known.id, fields);
    return { id: idText(id), client_id: clientId };
  }
  const { channel, clientSecret } = addChannel(tx, { ...fields, storeId, key: entry.key }, now);
  return { id: idText(channel.id), client_id: channel.clientId, client_secret: clientSecret };
}
