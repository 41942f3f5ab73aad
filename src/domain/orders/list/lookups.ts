import type { Reader } from '../../../db/reader.ts';
import { query, type Value } from '../../../db/statement.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Range } from './filters.ts';
import type { Found, ScanResult } from './scan.ts';
import { foldedNames } from './search-words.ts';

const MAX_MATCHES = 1_000; // ids that are all looked up
const MAX_SCANNED = 2_000; // newest orders that are searched if more ids match
const MIN_TRACKING_LENGTH = 4; // characters; shorter texts match too many tracking numbers

/** Orders whose number is the text, or whose external id or tracking number starts with it. */
export function ordersByIdentifier(db: Reader, storeId: Id, text: string, range: Range): ScanResult {
  const values = { ...bounds(text), storeId, limit: MAX_MATCHES + 1 };
  const ids = [BY_EXTERNAL_ID, BY_TRACKING_NUMBER].map((named) => db.all(named, values));
  if (ids.some(({ length }) => length > MAX_MATCHES)) return identifiedInNewest(db, storeId, text, range);
  const byNumber = db.all(BY_NUMBER, values);
  const orderIds = [...byNumber, ...ids.flat()].map(({ id }) => id);
  return { found: db.all(OWN, { ids: JSON.stringify(orderIds), storeId }) };
}

/** As `ordersByIdentifier`, among the given orders. */
export const ordersWithIdentifier = (db: Reader, text: string, orders: readonly Found[]): Found[] =>
  db.all(BY_IDENTIFIER, { ...bounds(text), ids: JSON.stringify(orders.map(({ id }) => id)) });

function identifiedInNewest(db: Reader, storeId: Id, text: string, range: Range): ScanResult {
  const newest = db.all(NEWEST, { ...range, storeId, limit: MAX_SCANNED + 1 });
  const stoppedAt = newest[MAX_SCANNED]?.number;
  return { found: ordersWithIdentifier(db, text, newest.slice(0, MAX_SCANNED)), stoppedAt };
}

/** The order number in `#12` or `12`. */
export function numberIn(text: string): number | undefined {
  const number = /^#?(\d{1,15})$/.exec(text)?.[1];
  return number === undefined ? undefined : Number(number);
}

function bounds(text: string): Record<string, Value> {
  const upper = text.length < MIN_TRACKING_LENGTH ? null : text.toUpperCase();
  return {
    number: numberIn(text) ?? null,
    text,
    end: `${text}\u{10ffff}`,
    upper,
    upperEnd: upper === null ? null : `${upper}\u{10ffff}`,
  };
}

const BY_NUMBER = query<{ id: Id }>(
  { reads: ['orders'] },
  'SELECT id FROM orders WHERE store_id = @storeId AND order_number = @number',
);
const BY_EXTERNAL_ID = query<{ id: Id }>(
  { reads: ['channels', 'orders'] },
  `SELECT o.id FROM channels c JOIN orders o ON o.channel_id = c.id
  WHERE c.store_id = @storeId AND o.external_order_id >= @text AND o.external_order_id < @end LIMIT @limit`,
);
const BY_TRACKING_NUMBER = query<{ id: Id }>(
  { reads: ['shipments'] },
  `SELECT order_id AS id FROM shipments
  WHERE tracking_number >= @upper AND tracking_number < @upperEnd LIMIT @limit`,
);

const SELECT = 'SELECT o.id, o.order_number AS number';
const OWN = query<Found>(
  { reads: ['orders'] },
  `${SELECT} FROM json_each(@ids) c CROSS JOIN orders o ON o.id = c.value WHERE o.store_id = @storeId`,
);
const NEWEST = query<Found>(
  { reads: ['orders'] },
  `${SELECT} FROM orders o WHERE o.store_id = @storeId AND o.order_number > @above
  AND o.order_number < @below ORDER BY o.order_number DESC LIMIT @limit`,
);
const BY_IDENTIFIER = query<Found>(
  { reads: ['orders', 'shipments'] },
  `${SELECT} FROM json_each(@ids) c CROSS JOIN orders o ON o.id = c.value
  WHERE o.order_number = @number OR (o.external_order_id >= @text AND o.external_order_id < @end)
    OR EXISTS (SELECT 1 FROM shipments s
      WHERE s.order_id = o.id AND +s.tracking_number >= @upper AND +s.tracking_number < @upperEnd)`,
);

const MAX_SKUS = 20;
const TRIGRAM = 3; // characters: the index of variants consists of trigrams
const HIGHEST_CHARACTER = '\u{10ffff}';

const SKUS_CONTAINING = query<{ sku: string }>(
  { reads: ['variant_words', 'variants'] },
  `SELECT DISTINCT v.sku
  FROM (SELECT rowid FROM variant_words WHERE sku MATCH ? LIMIT 1000) w CROSS JOIN variants v ON v.id = w.rowid
  WHERE v.store_id = ? AND v.delete_time IS NULL LIMIT ?`,
);

const SKUS_STARTING_WITH = query<{ sku: string }>(
  { reads: ['variants'] },
  `SELECT DISTINCT sku FROM variants
  WHERE store_id = ? AND sku >= ? AND sku < ? AND delete_time IS NULL LIMIT ?`,
);

/** The text, which may be an old SKU, and the store's SKUs that contain it or, if it is short, start with it. */
export function matchingSkus(db: Reader, storeId: Id, text: string): string[] {
  const containing =
    [...text].length < TRIGRAM
      ? []
      : db.all(SKUS_CONTAINING, `"${text.replaceAll('"', '""')}"`, storeId, MAX_SKUS).map(({ sku }) => sku);
  const startingWith = containing.length < MAX_SKUS ? skusStartingWith(db, storeId, text) : [];
  return [...new Set([text, ...containing, ...startingWith])].slice(0, MAX_SKUS + 1);
}

const skusStartingWith = (db: Reader, storeId: Id, text: string): string[] =>
  caseVariants(text).flatMap((start) =>
    db.all(SKUS_STARTING_WITH, storeId, start, start + HIGHEST_CHARACTER, MAX_SKUS).map(({ sku }) => sku),
  );

const caseVariants = (text: string): string[] => {
  const [first = '', ...rest] = text;
  const capitalized = first.toUpperCase() + rest.join('').toLowerCase();
  return [...new Set([text, text.toUpperCase(), text.toLowerCase(), capitalized])];
};

const SAMPLE = 500;

const newestNames = query<{ name: string }>(
  { reads: ['addresses'] },
  `SELECT name FROM addresses ORDER BY version DESC LIMIT ${SAMPLE}`,
);

/** A sample of names for `personQuery`, which shows common parts of names. */
export const sampleNames = (db: Reader): string => foldedNames(db.all(newestNames).map(({ name }) => name));
