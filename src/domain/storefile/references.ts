import type { Database } from '../../db/database.ts';

/** A part of the document, which may be malformed anywhere: the shape's faults are told beside these. */
type Part = Readonly<Record<string, unknown>>;

const LISTS = ['price_tiers', 'warehouses', 'addresses', 'products', 'channels', 'apps'] as const;
type List = (typeof LISTS)[number];

/**
 * What a store file says wrongly about its own parts and about what is in the database, a line each with its place:
 * keys used twice, names that name nothing, a variant that belongs to another product.
 */
export function referenceFaults(db: Database, document: unknown, shippingTypes: readonly string[]): string[] {
  const stores = partsOf(document as Part, 'stores');
  return [
    ...repeated('stores', stores),
    ...stores.flatMap((store, i) =>
      [...keyFaults(store), ...productFaults(db, store, shippingTypes), ...partnerFaults(db, store, shippingTypes)].map(
        (line) => `stores[${i}].${line}`,
      ),
    ),
  ];
}

function keyFaults(store: Part): string[] {
  const defaults = partsOf(store, 'price_tiers').filter((tier) => tier.default === true);
  return [
    ...LISTS.flatMap((list) => repeated(list, partsOf(store, list))),
    ...(defaults.length > 1 ? ['price_tiers has more than one default'] : []),
  ];
}

function productFaults(db: Database, store: Part, shippingTypes: readonly string[]): string[] {
  const tiers = keysOf(db, store, 'price_tiers');
  const warehouses = keysOf(db, store, 'warehouses');
  const owners = variantOwners(db, store);
  return partsOf(store, 'products').flatMap((product, i) => [
    ...partsOf(product, 'shipping_rates').flatMap((rate, j) =>
      unknown(`products[${i}].shipping_rates[${j}].shipping_type`, rate.shipping_type, shippingTypes, 'courier'),
    ),
    ...partsOf(product, 'variants').flatMap((variant, j) => {
      const place = `products[${i}].variants[${j}]`;
      const { [String(variant.key)]: owner } = owners;
      if (typeof variant.key === 'string') owners[variant.key] = { product: product.key, place };
      return [
        ...(owner ? ownerFault(`${place}.key`, variant.key, product.key, owner) : []),
        ...keysIn(variant.prices).flatMap((key) => unknown(`${place}.prices`, key, tiers, 'price tier')),
        ...keysIn(variant.stock).flatMap((key) => unknown(`${place}.stock`, key, warehouses, 'warehouse')),
      ];
    }),
  ]);
}

/** Where a variant's key has been seen: in the database, or at a place of this file. */
interface Owner {
  product: unknown;
  place?: string;
}

function ownerFault(place: string, key: unknown, product: unknown, owner: Owner): string[] {
  if (owner.place) return [`${place} ${key} is used twice`];
  return owner.product === product ? [] : [`${place} ${key} is a variant of product ${owner.product}`];
}

function partnerFaults(db: Database, store: Part, shippingTypes: readonly string[]): string[] {
  const tiers = keysOf(db, store, 'price_tiers');
  const apps = keysOf(db, store, 'apps');
  return [
    ...partsOf(store, 'couriers').flatMap((courier, i) =>
      unknown(`couriers[${i}].shipping_type`, courier.shipping_type, shippingTypes, 'courier'),
    ),
    ...partsOf(store, 'channels').flatMap((channel, i) => [
      ...unknown(`channels[${i}].price_tier`, channel.price_tier, tiers, 'price tier'),
      ...unknown(`channels[${i}].app`, channel.app, apps, 'app'),
    ]),
  ];
}

const unknown = (place: string, name: unknown, known: readonly string[], kind: string): string[] =>
  typeof name !== 'string' || known.includes(name) ? [] : [`${place} names no ${kind}: ${name}`];

function repeated(place: string, parts: readonly Part[]): string[] {
  const keys = parts.map(({ key }) => key);
  return keys.flatMap((key, i) =>
    typeof key === 'string' && keys.indexOf(key) < i ? [`${place}[${i}].key ${key} is used twice`] : [],
  );
}

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null;

/** A list's elements; what is no object stands as an empty one, so that places stay true. */
function partsOf(whole: Part, name: string): readonly Part[] {
  const list = isPart(whole) ? whole[name] : undefined;
  return Array.isArray(list) ? list.map((part) => (isPart(part) ? part : {})) : [];
}

const keysIn = (value: unknown): string[] => (isPart(value) ? Object.keys(value) : []);

/** The keys of this kind that the store has after the load. */
const keysOf = (db: Database, store: Part, list: List): string[] => [
  ...partsOf(store, list).flatMap(({ key }) => (typeof key === 'string' ? [key] : [])),
  ...db
    .all<{ key: string }>(
      `SELECT t.key FROM ${list} t JOIN stores s ON s.id = t.store_id WHERE s.key = ? AND t.key IS NOT NULL`,
      String(store.key),
    )
    .map(({ key }) => key),
];

/** The product that each known variant of the store belongs to, by key. */
const variantOwners = (db: Database, store: Part): Record<string, Owner> =>
  Object.fromEntries(
    db
      .all<{ variant: string; product: string }>(
        `SELECT v.key AS variant, p.key AS product FROM variants v JOIN products p ON p.id = v.product_id
         JOIN stores s ON s.id = v.store_id WHERE s.key = ?`,
        String(store.key),
      )
      .map(({ variant, product }) => [variant, { product }]),
  );
