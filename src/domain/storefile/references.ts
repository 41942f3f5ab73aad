import type { Database } from '../../db/database.ts';
import type { StoreEntry, StoreFile } from './shape.ts';

type Kind = 'price_tiers' | 'warehouses' | 'addresses' | 'products' | 'variants' | 'channels' | 'apps';

const KINDS: Exclude<Kind, 'variants'>[] = ['price_tiers', 'warehouses', 'addresses', 'products', 'channels', 'apps'];

/** What a file's well-formed parts say wrongly about one another and about what is in the database: a line each. */
export function referenceFaults(db: Database, file: StoreFile, shippingTypes: readonly string[]): string[] {
  return [
    ...repeated('stores', file.stores),
    ...file.stores.flatMap((store, i) => storeFaults(db, store, shippingTypes).map((line) => `stores[${i}].${line}`)),
  ];
}

function storeFaults(db: Database, store: StoreEntry, shippingTypes: readonly string[]): string[] {
  const inDatabase = (kind: Kind) => keysInDatabase(db, store.key, kind);
  const keysOf = (kind: 'price_tiers' | 'warehouses' | 'apps') =>
    new Set([...inDatabase(kind), ...store[kind].map(({ key }) => key)]);
  const tiers = keysOf('price_tiers');
  const warehouses = keysOf('warehouses');
  const apps = keysOf('apps');
  const faults = KINDS.flatMap((kind) => repeated(kind, store[kind]));
  const missing = (place: string, key: string | undefined, keys: Set<string>, kind: string) => {
    if (key !== undefined && !keys.has(key)) faults.push(`${place} names no ${kind}: ${key}`);
  };

  const defaults = store.price_tiers.filter((tier) => tier.default);
  if (defaults.length > 1) faults.push('price_tiers has more than one default');
  const owners = variantOwners(db, store.key);
  store.products.forEach((product, i) => {
    product.variants.forEach((variant, j) => {
      const place = `products[${i}].variants[${j}]`;
      const owner = owners.get(variant.key);
      if (owner !== undefined && owner !== product.key)
        faults.push(`${place}.key ${variant.key} is a variant of product ${owner}`);
      owners.set(variant.key, product.key);
      for (const key of Object.keys(variant.prices ?? {})) missing(`${place}.prices`, key, tiers, 'price tier');
      for (const key of Object.keys(variant.stock ?? {})) missing(`${place}.stock`, key, warehouses, 'warehouse');
    });
    faults.push(...repeated(`products[${i}].variants`, product.variants));
    product.shipping_rates?.forEach((rate, j) => {
      missing(
        `products[${i}].shipping_rates[${j}].shipping_type`,
        rate.shipping_type,
        new Set(shippingTypes),
        'courier',
      );
    });
  });
  store.couriers.forEach((courier, i) => {
    missing(`couriers[${i}].shipping_type`, courier.shipping_type, new Set(shippingTypes), 'courier');
  });
  store.channels.forEach((channel, i) => {
    missing(`channels[${i}].price_tier`, channel.price_tier, tiers, 'price tier');
    missing(`channels[${i}].app`, channel.app, apps, 'app');
  });
  return faults;
}

function repeated(place: string, list: readonly { key: string }[]): string[] {
  const seen = new Set<string>();
  return list.flatMap(({ key }, i) => {
    if (seen.has(key)) return [`${place}[${i}].key ${key} is used twice`];
    seen.add(key);
    return [];
  });
}

const keysInDatabase = (db: Database, storeKey: string, kind: Kind): string[] =>
  db
    .all<{ key: string }>(
      `SELECT DISTINCT t.key FROM ${kind} t JOIN stores s ON s.id = t.store_id WHERE s.key = ? AND t.key IS NOT NULL`,
      storeKey,
    )
    .map(({ key }) => key);

/** The product that each known variant of the store belongs to, by key. */
const variantOwners = (db: Database, storeKey: string): Map<string, string> =>
  new Map(
    db
      .all<{ variant: string; product: string }>(
        `SELECT v.key AS variant, p.key AS product FROM variants v JOIN products p ON p.id = v.product_id
         JOIN stores s ON s.id = v.store_id WHERE s.key = ?`,
        storeKey,
      )
      .map(({ variant, product }) => [variant, product]),
  );
