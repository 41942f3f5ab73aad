import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { below, message } from '../../../lib/messages/message.ts';
import type { PathPart } from '../../../lib/messages/path.ts';
import { hasStoredPicture } from '../../pictures/stored-pictures.ts';
import { listStores } from '../../stores.ts';
import { barcodeHolder } from './barcode-problems.ts';
import { catalogueProblems } from './catalogue-problems.ts';
import { type Entry, entriesOf, unknownName } from './document.ts';
import { type FutureCatalogue, futureCatalogue } from './future-catalogue.ts';

const LISTS = ['price_tiers', 'warehouses', 'addresses', 'products', 'channels', 'apps'] as const;

/**
 * Problems of references within the store file and to the database: repeated and unknown keys, variants of other
 * products, bundles of bundles.
 *
 * @param isPartial see `futureCatalogue`
 */
export function referenceProblems(
  db: Reader,
  document: unknown,
  shippingTypes: readonly string[],
  isPartial = false,
): Message[] {
  const stores = entriesOf(document, 'stores');
  const catalogues = stores.map((store) => futureCatalogue(db, String(store.key), store, isPartial));
  const findCatalogue = catalogueFinder(db, catalogues);
  return [
    ...repeatedKeys(['stores'], stores),
    ...stores.flatMap((store, i) =>
      [
        ...keyProblems(store),
        ...catalogueProblems({
          store,
          catalogue: catalogues[i] as FutureCatalogue,
          findCatalogue,
          tiers: keysOf(db, store, 'price_tiers'),
          warehouses: keysOf(db, store, 'warehouses'),
          shippingTypes,
          hasPicture: (name) => hasStoredPicture(db, name),
          barcodeHolder: isPartial ? undefined : barcodeHolder(db, String(store.key)),
        }),
        ...partnerProblems(db, store, shippingTypes),
      ].map((problem) => below(['stores', i], problem)),
    ),
  ];
}

/** Finds a store's catalogue by key, in the file or the database; each is read once. */
function catalogueFinder(
  db: Reader,
  outlooks: readonly FutureCatalogue[],
): (key: string) => FutureCatalogue | undefined {
  const stores = new Set(listStores(db).map(({ key }) => key));
  const found = new Map(outlooks.map((outlook) => [outlook.store, outlook]));
  return (key) => {
    if (!found.has(key) && stores.has(key)) found.set(key, futureCatalogue(db, key, undefined));
    return found.get(key);
  };
}

function keyProblems(store: Entry): Message[] {
  const defaults = entriesOf(store, 'price_tiers').filter((tier) => tier.default === true);
  return [
    ...LISTS.flatMap((list) => repeatedKeys([list], entriesOf(store, list))),
    ...(defaults.length > 1 ? [message('several_default_tiers', { path: 'price_tiers' })] : []),
  ];
}

function partnerProblems(db: Reader, store: Entry, shippingTypes: readonly string[]): Message[] {
  const tiers = keysOf(db, store, 'price_tiers');
  const apps = keysOf(db, store, 'apps');
  return [
    ...entriesOf(store, 'couriers').flatMap((courier, i) =>
      unknownName(['couriers', i, 'shipping_type'], courier.shipping_type, shippingTypes, 'no_such_courier'),
    ),
    ...entriesOf(store, 'channels').flatMap((channel, i) => [
      ...unknownName(['channels', i, 'price_tier'], channel.price_tier, tiers, 'no_such_price_tier'),
      ...unknownName(['channels', i, 'app'], channel.app, apps, 'no_such_app'),
    ]),
  ];
}

function repeatedKeys(path: readonly PathPart[], entries: readonly Entry[]): Message[] {
  const seen = new Set<string>();
  return entries.flatMap(({ key }, i) =>
    typeof key === 'string' && seen.size === seen.add(key).size
      ? [message('key_repeated', { path: [...path, i, 'key'], name: key })]
      : [],
  );
}

/** The store's keys after the load. */
const keysOf = (db: Reader, store: Entry, list: 'price_tiers' | 'warehouses' | 'apps'): string[] => [
  ...entriesOf(store, list).flatMap(({ key }) => (typeof key === 'string' ? [key] : [])),
  ...db
    .all(
      query<{ key: string }>(
        { reads: [list, 'stores'] },
        `SELECT t.key FROM ${list} t JOIN stores s ON s.id = t.store_id WHERE s.key = ?`,
      ),
      String(store.key),
    )
    .map(({ key }) => key),
];
