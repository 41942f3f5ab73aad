import type { Loaded } from '../../src/domain/storefile/load.ts';
import { type Folder, openFolder } from '../cli.ts';
import { openReceiver, type Receiver } from '../receiver.ts';
import { cafe } from '../support.ts';

export const ALL_CALLS = [
  'orders.create',
  'orders.read',
  'orders.list',
  'orders.cancel',
  'orders.pay',
  'addresses.read',
  'stock.read',
];

/** A channel that may make every call. */
export const PARTNER = { key: 'page', name: 'Sale page', permissions: ALL_CALLS };

export interface ServedStore {
  folder: Folder;
  baseUrl: string;
  ids: Loaded;
  receiver: Receiver;
}

/** A store that the executable serves, with a channel for every call and an app whose webhooks are received. */
export async function serveStore(): Promise<ServedStore> {
  const receiver = await openReceiver();
  const apps = [{ key: 'bot', name: 'Chat bot', url: receiver.url }];
  const folder = openFolder({ config: 'listen.port = 0\nwebhooks.allow_networks = ["127.0.0.0/8"]\n' });
  const { cafe: ids } = await folder.load({ stores: [cafe({ channels: [PARTNER], apps })] });
  const server = await folder.start('serve', '--json');
  return { folder, baseUrl: server.json.address, ids: ids as Loaded, receiver };
}

/** The client options of a channel. */
export function clientOptions(baseUrl: string, { channels }: Loaded, key = 'page') {
  const { client_id = '', client_secret = '' } = channels[key] ?? {};
  return { baseUrl, clientId: client_id, clientSecret: client_secret };
}
