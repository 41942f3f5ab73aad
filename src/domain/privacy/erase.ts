import type { Context } from '../../context.ts';
import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { eraseAddress, isStoreAddress } from '../addresses.ts';
import { audit } from '../audit/audit-log.ts';
import { eraseBookingReasons } from '../orders/bookings/booking.ts';
import { eraseCancellationReasons } from '../orders/bookings/cancellation.ts';
import { eraseBuyerLink } from '../orders/buyer-links.ts';
import { putPriceTierOfCustomer, updateCustomersOf } from '../orders/customers/customer-rows.ts';
import { eraseCustomerTags, eraseNotes, notesToErase, noteTimes } from '../orders/customers/notes-and-tags.ts';
import { eraseHistory } from '../orders/history.ts';
import { mergeAllSegments, reindexOrder } from '../orders/list/index-rows.ts';
import { eraseOrderNotes, markOrderChanged } from '../orders/order-rows.ts';
import { eraseOrderTags } from '../orders/order-tags.ts';
import { erasePaymentTexts } from '../orders/payments/payment-rows.ts';
import { eraseVerifications } from '../orders/payments/verification/verifications.ts';
import { eraseTrackingUrls } from '../orders/shipments/shipment-rows.ts';
import { eraseTracking } from '../orders/tracking.ts';
import { eraseReturnNotes } from '../stock/stock-documents.ts';
import { appendErased, type ErasedRow, readErased } from './erased-list.ts';
import { type Person, type PersonRows, rowsOfPerson } from './person.ts';

// Erasure removes the personal data of a customer. Amounts, receipts, tracking numbers and stock stay for accounting.

const ORDERS_PER_STEP = 20;

/**
 * Erases a customer of the store. The list of erased ids is written first, so that the next start completes an erasure
 * that a crash interrupted.
 *
 * @throws AppError invalid_request if the customer has open orders
 */
export async function erasePerson(ctx: Context, storeId: Id, person: Person): Promise<PersonRows> {
  const rows = await rowsOfPerson(ctx.db, storeId, person);
  const open = ctx.db.all(openOrders, JSON.stringify(rows.orders));
  if (open.length > 0)
    throw invalidRequest('customer_has_open_orders', { orders: open.map(({ number }) => `#${number}`) });
  addToErasedList(ctx, rows);
  const [subjectId] = rows.orders;
  await ctx.write((tx) => {
    audit(tx, 'customer_erased', { storeId, subjectId, detail: { orders: rows.orders.length } });
    eraseCustomers(tx, rows.customers);
  });
  await eraseInSteps(ctx, rows);
  await purgeIndex(ctx);
  return rows;
}

const openOrders = query<{ number: number }>(
  { reads: ['orders'] },
  `SELECT order_number AS number FROM json_each(?) wanted CROSS JOIN orders o ON o.id = wanted.value
   WHERE o.status = 'open' ORDER BY o.id`,
);

/** Erases these orders and addresses and adds them to the list of erased ids. */
export async function eraseRows(ctx: Context, rows: PersonRows): Promise<void> {
  addToErasedList(ctx, rows);
  await eraseInSteps(ctx, rows);
  await purgeIndex(ctx);
}

const addToErasedList = ({ config, db }: Context, rows: PersonRows): void =>
  appendErased(config.database, {
    orders: db.all(createTimesOfOrders, JSON.stringify(rows.orders)),
    addresses: db.all(createTimesOfAddresses, JSON.stringify(rows.addresses)),
    notes: noteTimes(db, rows.notes),
    ofCustomers: rows.customers.length > 0,
  });

const createTimesOfOrders = query<ErasedRow>(
  { reads: ['orders'] },
  'SELECT o.id, o.create_time AS createTime FROM json_each(?) wanted CROSS JOIN orders o ON o.id = wanted.value',
);

const createTimesOfAddresses = query<ErasedRow>(
  { reads: ['addresses'] },
  `SELECT a.version AS id, a.create_time AS createTime
   FROM json_each(?) wanted CROSS JOIN addresses a ON a.version = wanted.value`,
);

function eraseCustomers(tx: WriteTx, customers: readonly Id[]): void {
  for (const id of customers) {
    eraseCustomerTags(tx, id);
    putPriceTierOfCustomer(tx, id, null);
  }
}

/**
 * Erases the texts of orders first, then each address in one transaction with the search words of its orders. After a
 * crash, the addresses that are left show that the erasure is incomplete.
 */
async function eraseInSteps({ db, write, now }: Context, { orders, addresses, notes }: PersonRows): Promise<void> {
  await write((tx) => eraseNotes(tx, notes));
  for (const chunk of chunks(orders, ORDERS_PER_STEP))
    await write((tx) => {
      for (const id of chunk) eraseOrderTexts(tx, id);
    });
  const ordersOf = Map.groupBy(db.all(recipientsOf, JSON.stringify(orders)), ({ address }) => address);
  for (const address of addresses)
    await write((tx) => {
      tx.overwriteDeleted();
      eraseAddress(tx, address, now());
      for (const { id } of ordersOf.get(address) ?? []) {
        reindexOrder(tx, id);
        updateCustomersOf(tx, [id]);
        markOrderChanged(tx, id, now());
      }
    });
}

/** Removes the words of erased customers from the search index. Its segments keep deleted words until they are merged. */
export async function purgeIndex({ write }: Context): Promise<void> {
  for (let isFirst = true, isMore = true; isMore; isFirst = false)
    isMore = await write((tx) => {
      tx.overwriteDeleted();
      return mergeAllSegments(tx, isFirst);
    });
}

/** Erases an order and its recipient in one step. The words stay in older segments of the search index: see `purgeIndex`. */
export function eraseOrder(tx: WriteTx, id: Id, now: number): void {
  eraseOrderTexts(tx, id);
  const [recipient] = tx.all(recipientsOf, JSON.stringify([id]));
  if (recipient && !isStoreAddress(tx, recipient.address)) eraseAddress(tx, recipient.address, now);
  reindexOrder(tx, id);
  updateCustomersOf(tx, [id]);
}

/** Erases an address without orders. */
export function eraseAddressOnly(tx: WriteTx, version: Id, now: number): void {
  tx.overwriteDeleted();
  eraseAddress(tx, version, now);
}

const recipientsOf = query<{ id: Id; address: Id }>(
  { reads: ['orders'] },
  'SELECT o.id, o.recipient_address AS address FROM json_each(?) wanted CROSS JOIN orders o ON o.id = wanted.value',
);

const chunks = <T>(list: readonly T[], length: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / length) }, (_, i) => list.slice(i * length, (i + 1) * length));

function eraseOrderTexts(tx: WriteTx, id: Id): void {
  tx.overwriteDeleted();
  eraseOrderNotes(tx, id);
  eraseOrderTags(tx, id);
  eraseHistory(tx, id);
  eraseTracking(tx, id);
  erasePaymentTexts(tx, id);
  eraseVerifications(tx, id);
  eraseBookingReasons(tx, id);
  eraseCancellationReasons(tx, id);
  eraseTrackingUrls(tx, id);
  eraseReturnNotes(tx, id);
  eraseBuyerLink(tx, id);
}

const ordersToErase = query<{ id: Id }>(
  { reads: ['addresses', 'orders'] },
  `SELECT o.id FROM json_each(?) listed CROSS JOIN orders o ON o.id = listed.value ->> 'id'
   JOIN addresses a ON a.version = o.recipient_address
   WHERE o.create_time = listed.value ->> 'createTime' AND a.erase_time IS NULL`,
);

const addressesToErase = query<{ id: Id }>(
  { reads: ['addresses'] },
  `SELECT a.version AS id FROM json_each(?) listed CROSS JOIN addresses a ON a.version = listed.value ->> 'id'
   WHERE a.create_time = listed.value ->> 'createTime' AND a.erase_time IS NULL`,
);

const customersOfOrders = query<{ id: Id }>(
  { reads: ['customer_orders'] },
  `SELECT DISTINCT c.customer_id AS id FROM json_each(?) wanted
   CROSS JOIN customer_orders c ON c.order_id = wanted.value`,
);

/** Rows on the list of erased ids that are not erased: the erasure was interrupted, or an older copy was restored. */
const unerasedRows = (db: Reader, file: string): PersonRows[] =>
  readErased(file).map(({ ofCustomers = false, notes = [], ...listed }) => {
    const orders = db.all(ordersToErase, JSON.stringify(listed.orders)).map(({ id }) => id);
    return {
      orders,
      addresses: db.all(addressesToErase, JSON.stringify(listed.addresses)).map(({ id }) => id),
      notes: notesToErase(db, notes),
      customers: ofCustomers ? db.all(customersOfOrders, JSON.stringify(orders)).map(({ id }) => id) : [],
    };
  });

/** Applies the list of erased ids. @returns the number of orders and addresses that were not erased */
export async function repeatErasures(ctx: Context): Promise<number> {
  let found = 0;
  for (const rows of unerasedRows(ctx.db, ctx.config.database)) {
    const { length } = rows.orders;
    if (length + rows.addresses.length + rows.notes.length === 0) continue;
    await ctx.write((tx) => {
      audit(tx, 'customer_erased', { storeId: null, detail: { orders: length } });
      eraseCustomers(tx, rows.customers);
    });
    await eraseInSteps(ctx, rows);
    found += length + rows.addresses.length;
  }
  if (found > 0) await purgeIndex(ctx);
  return found;
}
