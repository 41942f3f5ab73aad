import type { Context } from '../../../context.ts';
import type { Courier } from '../couriers.ts';
import type { CourierAdapter } from './adapter.ts';
import { type CourierConnection, courierConnection } from './connection.ts';
import { flashCourier } from './flash.ts';
import { httpCourier } from './http.ts';
import { shippopCourier } from './shippop.ts';
import { simulatedCourier } from './simulated.ts';
import { thailandPost } from './thailand-post.ts';

const THAILAND_POST = 'https://trackapi.thailandpost.co.th';

export type FindAdapter = (courier: Courier) => Partial<CourierAdapter>;

/** Creates adapters and caches each until its settings change. */
export function adapters({ now, config }: Pick<Context, 'now' | 'config'>): FindAdapter {
  const connection = courierConnection(config.couriers.allow_networks);
  const cache = new Map<Courier['id'], { settings: string; adapter: Partial<CourierAdapter> }>();
  return (courier) => {
    const settings = JSON.stringify(courier.settings);
    const cached = cache.get(courier.id);
    if (cached?.settings === settings) return cached.adapter;
    const adapter = adapterOf(courier, { connection, now });
    cache.set(courier.id, { settings, adapter });
    return adapter;
  };
}

interface Surroundings {
  connection: CourierConnection;
  now: () => number;
}

/** Number pools give out numbers locally; Thailand Post tracks their parcels. */
function adapterOf({ settings }: Courier, { connection, now }: Surroundings): Partial<CourierAdapter> {
  switch (settings.adapter) {
    case 'http':
      return httpCourier({ connection, url: settings.url, secret: settings.secret, now });
    case 'flash':
      return flashCourier({ connection, url: settings.url, merchantId: settings.merchant_id, secret: settings.secret });
    case 'shippop':
      return shippopCourier({
        connection,
        url: settings.url,
        email: settings.email,
        apiKey: settings.secret,
        courierCode: settings.courier_code,
        parcelSize: settings.parcel_size,
        now,
      });
    case 'number_pool':
      return settings.token === undefined
        ? {}
        : thailandPost({
            connection,
            url: settings.url ?? THAILAND_POST,
            token: settings.token,
            callBackSecret: settings.secret,
          });
    case 'simulated':
      return simulatedCourier({ now });
    case 'manual':
      return {};
  }
}
