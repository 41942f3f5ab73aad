import type { Reader } from '../../../db/reader.ts';
import { query, type Value } from '../../../db/statement.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Range } from './query.ts';
import type { Found, ScanResult } from './scan.ts';
import { foldedNames } from './search-words.ts';

const FEW = 1_000; // matching ids that are all looked up
const LOOKED_THROUGH = 2_000; // newest orders that are searched if more ids match
const LEAST_OF_A_NUMBER = 4; // fewer characters begin too many tracking numbers

/** Orders whose number is the text, or whose external id or tracking number starts with it. */
export function namedExactly(db: Reader, storeId: Id, text: string, range: Range): ScanResult {
  const values = { ...bounds(text), storeId, most: FEW + 1 };
  const ids = [BY_EXTERNAL_ID, BY_TRACKING_NUMBER].map((named) => db.all(named, values));
  if (ids.some(({ length }) => length > FEW)) return namedOfNewest(db, storeId, text, range);
  const byNumber = db.all(BY_NUMBER, values);
  const all = [...byNumber, ...ids.flat()].map(({ id }) => id);
  return { found: db.all(OWN, { ids: JSON.stringify(all), storeId }) };
}

/** Those of these orders. */
export const bearersOf = (db: Reader, text: string, orders: readonly Found[]): Found[] =>
  db.all(BEARERS, { ...bounds(text), ids: JSON.stringify(orders.map(({ id }) => id)) });

function namedOfNewest(db: Reader, storeId: Id, text: string, range: Range): ScanResult {
  const newest = db.all(NEWEST, { ...range, storeId, most: LOOKED_THROUGH + 1 });
  const stoppedAt = newest[LOOKED_THROUGH]?.number;
  return { found: bearersOf(db, text, newest.slice(0, LOOKED_THROUGH)), stoppedAt };
}

/** The order number in `#12` or `12`. */
export function numberIn(text: string): number | undefined {
  const number = /^#?(\d{1,15})$/.exec(text)?.[1];
  return number === undefined ? undefined : Number(number);
}

function bounds(text: string): Record<string, Value> {
  const upper = text.length < LEAST_OF_A_NUMBER ? null : text.toUpperCase();
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
  WHERE c.store_id = @storeId AND o.external_order_id >= @text AND o.external_order_id < @end LIMIT @most`,
);
const BY_TRACKING_NUMBER = query<{ id: Id }>(
  { reads: ['shipments'] },
  `SELECT order_id AS id FROM shipments
  WHERE tracking_number >= @upper AND tracking_number < @upperEnd LIMIT @most`,
);

const NAME = 'SELECT o.id, o.order_number AS number';
const OWN = query<Found>(
  { reads: ['orders'] },
  `${NAME} FROM json_each(@ids) c CROSS JOIN orders o ON o.id = c.value WHERE o.store_id = @storeId`,
);
const NEWEST = query<Found>(
  { reads: ['orders'] },
  `${NAME} FROM orders o WHERE o.store_id = @storeId AND o.order_number > @above
  AND o.order_number < @below ORDER BY o.order_number DESC LIMIT @most`,
);
const BEARERS = query<Found>(
  { reads: ['orders', 'shipments'] },
  `${NAME} FROM json_each(@ids) c CROSS JOIN orders o ON o.id = c.value
  WHERE o.order_number = @number OR (o.external_order_id >= @text AND o.external_order_id < @end)
    OR EXISTS (SELECT 1 FROM shipments s
      WHERE s.order_id = o.id AND +s.tracking_number >= @upper AND +s.tracking_number < @upperEnd)`,
);

const MOST = 20; // more than these are not meant
const TRIGRAM = 3; // characters, what the index of variants is made of
const LAST = '\u{10ffff}';

const HAVING = query<{ sku: string }>(
  { reads: ['variant_words', 'variants'] },
  `SELECT DISTINCT v.sku
  FROM (SELECT rowid FROM variant_words WHERE sku MATCH ? LIMIT 1000) w CROSS JOIN variants v ON v.id = w.rowid
  WHERE v.store_id = ? AND v.delete_time IS NULL LIMIT ?`,
);

const BEGINNING = query<{ sku: string }>(
  { reads: ['variants'] },
  `SELECT DISTINCT sku FROM variants
  WHERE store_id = ? AND sku >= ? AND sku < ? AND delete_time IS NULL LIMIT ?`,
);

/** The text, which may be an old SKU, and the store's SKUs that contain it or, if it is short, start with it. */
export function skusLike(db: Reader, storeId: Id, text: string): string[] {
  const having =
    [...text].length < TRIGRAM
      ? []
      : db.all(HAVING, `"${text.replaceAll('"', '""')}"`, storeId, MOST).map(({ sku }) => sku);
  const beginning = having.length < MOST ? skusBeginning(db, storeId, text) : [];
  return [...new Set([text, ...having, ...beginning])].slice(0, MOST + 1);
}

const skusBeginning = (db: Reader, storeId: Id, text: string): string[] =>
  spellings(text).flatMap((start) => db.all(BEGINNING, storeId, start, start + LAST, MOST).map(({ sku }) => sku));

const spellings = (text: string): string[] => {
  const [first = '', ...rest] = text;
  const capital = first.toUpperCase() + rest.join('').toLowerCase();
  return [...new Set([text, text.toUpperCase(), text.toLowerCase(), capital])];
};

const SAMPLE = 500;

const newestNames = query<{ name: string }>(
  { reads: ['addresses'] },
  `SELECT name FROM addresses ORDER BY version DESC LIMIT ${SAMPLE}`,
);

/** A sample of names for `askForPerson`, which shows common parts of names. */
export const someNames = (db: Reader): string => foldedNames(db.all(newestNames).map(({ name }) => name));
