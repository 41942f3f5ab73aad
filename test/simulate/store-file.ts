import { scryptSync } from 'node:crypto';
import { PERMISSIONS } from '../../src/domain/channels/channels.ts';

export const COURIER_SECRET = 'c'.repeat(43);

export const PASSWORD = 'a password of the owner';

const salt = Buffer.alloc(16);
const key = scryptSync(PASSWORD, salt, 32, { N: 2, r: 8, p: 1 }); // the same cost as in `boot`

export const OWNER = {
  ...({ name: 'owner', role: 'owner', storeId: null, mustChangePassword: false } as const),
  passwordHash: `scrypt$2$8$1$${salt.toString('base64url')}$${key.toString('base64url')}`,
};

const variant = (key: string, price: string, more: object) => ({
  key,
  name: key,
  sku: key.toUpperCase(),
  prices: { retail: price },
  ...more,
});

/** Units of each variant in each warehouse at the start. */
export const OPENING = 400;

const stocked = (key: string, price: string) => variant(key, price, { stock: { bkk: OPENING, cnx: OPENING } });

/** Parts of the bundles. */
export const BUNDLES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  set: { beans: 1, cup: 2 },
  pair: { cup: 2 },
};

export const STOCKED = ['latte', 'iced', 'beans', 'kilo', 'cup', 'drip'] as const;
export const SOLD = [...STOCKED, ...Object.keys(BUNDLES)];

const bundle = (key: string, price: string) =>
  variant(key, price, { bundle: Object.entries(BUNDLES[key] ?? {}).map(([part, qty]) => ({ variant: part, qty })) });

const APPS = ['http://bot.example/hook', 'http://erp.example/hook'] as const;

/** The store of the simulation, as in a store file. */
export const storeFile = () => ({
  stores: [
    {
      key: 'cafe',
      name: 'Cafe',
      settings: { cod_counts_as_ready: true },
      price_tiers: [{ key: 'retail', name: 'Retail', default: true }],
      warehouses: [
        { key: 'bkk', name: 'Bangkok' },
        { key: 'cnx', name: 'Chiang Mai' },
      ],
      products: [
        { key: 'drinks', name: 'Drinks', variants: [stocked('latte', '65'), stocked('iced', '70')] },
        { key: 'coffee', name: 'Coffee', variants: [stocked('beans', '220'), stocked('kilo', '790')] },
        { key: 'things', name: 'Things', variants: [stocked('cup', '120'), stocked('drip', '15.5')] },
        { key: 'sets', name: 'Sets', variants: [bundle('set', '420'), bundle('pair', '230')] },
      ],
      couriers: [{ shipping_type: 'flash', adapter: 'http', url: 'http://courier.example/', secret: COURIER_SECRET }],
      apps: APPS.map((url, i) => ({ key: `app${i}`, name: url, url, events: { order_updated: true } })),
      channels: [{ key: 'page', name: 'Sale page', app: 'app0', permissions: PERMISSIONS }],
    },
  ],
});
