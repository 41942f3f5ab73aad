import type { Courier } from '../couriers.ts';
import type { CourierAdapter } from './adapter.ts';
import { flashCourier } from './flash.ts';
import { httpCourier } from './http.ts';
import { thailandPost } from './thailand-post.ts';

const THAILAND_POST = 'https://trackapi.thailandpost.co.th';

export type FindAdapter = (courier: Courier) => Partial<CourierAdapter>;

/** The couriers as they are reached over the network, made once for as long as their settings stay. */
export function adapters({ now }: { now: () => number }): FindAdapter {
  const known = new Map<Courier['id'], { settings: string; adapter: Partial<CourierAdapter> }>();
  return (courier) => {
    const settings = JSON.stringify(courier.settings);
    const made = known.get(courier.id);
    if (made?.settings === settings) return made.adapter;
    const adapter = adapterOf(courier, now);
    known.set(courier.id, { settings, adapter });
    return adapter;
  };
}

/** A pool's numbers are given here and not asked for; what becomes of its parcels the post knows. */
function adapterOf({ settings }: Courier, now: () => number): Partial<CourierAdapter> {
  switch (settings.adapter) {
    case 'http':
      return httpCourier({ url: settings.url, secret: settings.secret, now });
    case 'flash':
      return flashCourier({ url: settings.url, merchantId: settings.merchant_id, secret: settings.secret });
    case 'number_pool':
      return settings.token === undefined
        ? {}
        : thailandPost({ url: settings.url ?? THAILAND_POST, token: settings.token, callBackSecret: settings.secret });
    case 'manual':
      return {};
  }
}
