import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import { AppError } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { message } from '../../../lib/messages/message.ts';
import { telephoneKey } from '../../../lib/telephone.ts';
import { storeById } from '../../stores.ts';
import { openBooking } from '../bookings/booking.ts';
import { isWithCourier } from '../bookings/booking-states.ts';
import { stagesOf } from '../list/tabs.ts';
import { existingOrder } from '../order.ts';
import { requireReady, restObstacle, unbookedQty } from './book.ts';
import type { NumberRow } from './number-file.ts';
import { shipmentsWithNumber } from './shipment.ts';
import { MIN_REUSE_AGE, typedNumber } from './typed-number.ts';

/** An order that a row may mean. */
export interface NamedOrder {
  id: Id;
  number: number;
  recipientName: string;
}

export interface NumberMatch {
  row: number;
  trackingNumber: string;
  order: NamedOrder;
}

export interface NumberProblem extends NumberRow {
  /** `impossible`: see `reason`. `repeated`: an earlier row is about the same order or number. */
  kind: 'no_number' | 'unknown' | 'ambiguous' | 'repeated' | 'taken' | 'impossible';
  orders: readonly NamedOrder[];
  reason?: Message | undefined;
}

/** Each row is in one of the lists. */
export interface NumberMatches {
  matched: NumberMatch[];
  problems: NumberProblem[];
  /** Rows whose number their order has already. */
  applied: NumberMatch[];
}

/** Finds the order of each row: by its reference, else by telephone and postal code among those that wait for a parcel. */
export function matchNumbers(db: Reader, storeId: Id, rows: readonly NumberRow[], now: number): NumberMatches {
  const waiting = ordersByRecipient(db, storeId);
  const seen = new Set<string>();
  const result: NumberMatches = { matched: [], problems: [], applied: [] };
  for (const row of rows) {
    const found = matchRow(db, row, { storeId, waiting, seen, now });
    if ('kind' in found) result.problems.push(found);
    else result[found.isApplied ? 'applied' : 'matched'].push(found);
  }
  return result;
}

interface RowContext {
  storeId: Id;
  waiting: ReadonlyMap<string, readonly NamedOrder[]>;
  /** Numbers and orders of earlier rows. */
  seen: Set<string>;
  now: number;
}

function matchRow(db: Reader, row: NumberRow, context: RowContext) {
  const { storeId, seen, now } = context;
  const problem = (kind: NumberProblem['kind'], orders: readonly NamedOrder[] = [], reason?: Message) =>
    ({ ...row, kind, orders, reason }) as const;
  const { trackingNumber, reference } = row;
  if (trackingNumber === '') return problem('no_number');
  const named = reference === '' ? [] : ordersByReference(db, storeId, reference);
  const owner = ownerOf(db, storeId, trackingNumber, now);
  if (owner) {
    const isOther = named.length > 0 && !named.some(({ id }) => id === owner.id);
    return isOther ? problem('taken', [owner]) : { row: row.row, trackingNumber, order: owner, isApplied: true };
  }
  const candidates = named.length > 0 ? named : ordersOfRecipient(row, context);
  const possible = candidates.length > 1 ? candidates.filter(({ id }) => !parcelObstacle(db, id)) : candidates;
  const [order] = possible;
  if (!order || possible.length > 1) return problem(candidates.length === 0 ? 'unknown' : 'ambiguous', candidates);
  const obstacle = parcelObstacle(db, order.id) ?? numberProblem(db, order.id, trackingNumber, now);
  if (obstacle) return problem('impossible', [order], obstacle);
  const keys = [trackingNumber.toUpperCase(), `order ${order.id}`];
  if (keys.some((key) => seen.has(key))) return problem('repeated', [order]);
  for (const key of keys) seen.add(key);
  return { row: row.row, trackingNumber, order, isApplied: false };
}

const NAMED = 'o.id, o.order_number AS number, a.name AS recipientName';
const AND_ADDRESS = 'JOIN addresses a ON a.version = o.recipient_address';

const orderById = query<NamedOrder>(
  { reads: ['addresses', 'orders'] },
  `SELECT ${NAMED} FROM orders o ${AND_ADDRESS} WHERE o.id = ?`,
);

/** The order of the store's recent parcel with the number. Couriers reuse numbers after years. */
function ownerOf(db: Reader, storeId: Id, number: string, now: number): NamedOrder | undefined {
  const parcel = [...new Set([number, number.toUpperCase()])]
    .flatMap((text) => shipmentsWithNumber(db, storeId, text))
    .find(({ createTime }) => createTime > now - MIN_REUSE_AGE);
  return parcel && db.get(orderById, parcel.orderId);
}

const ordersOfNumber = query<NamedOrder>(
  { reads: ['addresses', 'orders'] },
  `SELECT ${NAMED} FROM orders o ${AND_ADDRESS} WHERE o.store_id = ? AND o.order_number = ? AND o.stage <> 'deleted'`,
);

const ordersOfExternalId = query<NamedOrder>(
  { reads: ['addresses', 'channels', 'orders'] },
  `SELECT ${NAMED} FROM channels c CROSS JOIN orders o ON o.channel_id = c.id AND o.external_order_id = @reference
   ${AND_ADDRESS} WHERE c.store_id = @storeId AND o.stage <> 'deleted'`,
);

function ordersByReference(db: Reader, storeId: Id, reference: string): NamedOrder[] {
  const number = /^#?(\d{1,15})$/.exec(reference)?.[1];
  const byNumber = number === undefined ? [] : db.all(ordersOfNumber, storeId, Number(number));
  const byExternalId = db.all(ordersOfExternalId, { storeId, reference });
  return [...new Map([...byNumber, ...byExternalId].map((order) => [order.id, order])).values()];
}

type WaitingOrder = NamedOrder & { telephone: string | null; postalCode: number | null };

const ordersInStage = query<WaitingOrder>(
  { reads: ['addresses', 'orders'] },
  `SELECT ${NAMED}, a.telephone, a.postal_code AS postalCode FROM orders o ${AND_ADDRESS}
   WHERE o.store_id = ? AND o.stage = ? AND o.live_shipments = 0 ORDER BY o.order_number`,
);

const recipientKey = (telephone: string | null, postalCode: string | number | null): string =>
  `${telephone} ${postalCode ?? ''}`;

/** The orders that are ready to ship and have no parcel, by telephone and postal code. */
function ordersByRecipient(db: Reader, storeId: Id): ReadonlyMap<string, readonly NamedOrder[]> {
  const stages = stagesOf('to_pack', storeById(db, storeId)) ?? [];
  return Map.groupBy(
    stages.flatMap((stage) => db.all(ordersInStage, storeId, stage)),
    ({ telephone, postalCode }) => recipientKey(telephoneKey(telephone ?? undefined), postalCode),
  );
}

const ordersOfRecipient = ({ telephone, postalCode }: NumberRow, { waiting }: RowContext): readonly NamedOrder[] =>
  telephone === null || postalCode === '' ? [] : (waiting.get(recipientKey(telephone, postalCode)) ?? []);

/** Why the order gets no parcel, if so. */
export function parcelObstacle(db: Reader, id: Id): Message | undefined {
  const order = existingOrder(db, id);
  const open = openBooking(db, id);
  if (open && isWithCourier(open)) return message('booking_in_progress', { order: id });
  const left = unbookedQty(db, order);
  return (
    thrownBy(() => requireReady(db, order)) ??
    (order.lines.some((line) => left(line) > 0)
      ? restObstacle(db, order)
      : message('nothing_left_to_ship', { order: id }))
  );
}

const numberProblem = (db: Reader, id: Id, number: string, now: number): Message | undefined =>
  thrownBy(() => typedNumber(db, existingOrder(db, id, 0), number, now));

function thrownBy(check: () => unknown): Message | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
