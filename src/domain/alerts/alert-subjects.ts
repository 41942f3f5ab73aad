import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { Id } from '../../lib/ids.ts';
import type { Money } from '../../lib/money.ts';
import { stockOfVariants } from '../stock/stock-levels.ts';
import { variantById } from '../variants.ts';

// Current details of the orders, parcels, variants and so on that messages name.

export interface NamedOrder {
  id: Id;
  number: number;
  total: Money;
  /** Name of the recipient. */
  name: string;
}

const orderRows = query<NamedOrder>(
  { reads: ['addresses', 'orders'] },
  `SELECT o.id, o.order_number AS number, o.total, a.name
   FROM json_each(?) wanted CROSS JOIN orders o ON o.id = wanted.value
   CROSS JOIN addresses a ON a.version = o.recipient_address WHERE o.stage <> 'deleted' ORDER BY wanted.key`,
);

export const namedOrders = (db: Reader, ids: readonly number[]): NamedOrder[] => db.all(orderRows, JSON.stringify(ids));

const bookingOrders = query<{ id: Id }>(
  { reads: ['bookings'] },
  `SELECT b.order_id AS id FROM json_each(?) wanted CROSS JOIN bookings b ON b.id = wanted.value ORDER BY wanted.key`,
);

export const ordersOfBookings = (db: Reader, ids: readonly number[]): Id[] =>
  db.all(bookingOrders, JSON.stringify(ids)).map(({ id }) => id);

export function namedVariants(db: Reader, ids: readonly number[]): { name: string; available: number }[] {
  const variants = ids.flatMap((id) => variantById(db, id as Id) ?? []);
  const stock = stockOfVariants(db, variants);
  return variants.map(({ id, productName, name }) => {
    const { onHand, reserved } = stock.get(id)?.total ?? { onHand: 0, reserved: 0 };
    return { name: `${productName} ${name}`.trim(), available: onHand - reserved };
  });
}

const appRows = query<{ name: string }>(
  { reads: ['apps'] },
  'SELECT a.name FROM json_each(?) wanted CROSS JOIN apps a ON a.id = wanted.value ORDER BY wanted.key',
);

export const appNames = (db: Reader, ids: readonly number[]): string[] =>
  db.all(appRows, JSON.stringify(ids)).map(({ name }) => name);

interface SignIn {
  time: number;
  origin: string | null;
  /** Null if raan does not know it. */
  browser: string | null;
  system: string | null;
}

const signInRow = query<SignIn>(
  { reads: ['audit_log'] },
  `SELECT time, origin, detail ->> 'browser' AS browser, detail ->> 'system' AS system
   FROM audit_log WHERE id = ? AND event = 'signed_in'`,
);

/** By its entry in the audit log. */
export const signIn = (db: Reader, id: number) => db.get(signInRow, id);
