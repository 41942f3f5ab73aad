import { query } from '../../../db/statement.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import type { Id } from '../../../lib/ids.ts';
import { type AlertSubscriber, wants } from '../choices.ts';
import { addFact, addFactFor, factAbout } from '../facts.ts';
import { NO_STORE } from '../kinds.ts';
import { moveTo, positionOf } from '../positions.ts';

// Facts that raan logs row by row: reported payments, moves of parcels, sign-ins.

const ROWS_AT_ONCE = 500;

interface LoggedRow {
  id: number;
  /** Undefined of rows that are not an alert. */
  subject: number | null;
  storeId: Id;
}

const OF_REAL_STORE = 'store_id IN (SELECT id FROM stores WHERE sandbox_of IS NULL)';

const newPayments = query<LoggedRow>(
  { reads: ['orders', 'payments', 'stores'] },
  `SELECT p.id, iif(p.status = 'notified' AND o.${OF_REAL_STORE}, o.id, NULL) AS subject, o.store_id AS storeId
   FROM payments p CROSS JOIN orders o ON o.id = p.order_id WHERE p.id > +? ORDER BY p.id LIMIT ${ROWS_AT_ONCE}`,
);

/** Payments that wait for a review when they are read. */
export function readPayments(tx: WriteTx, subscribers: readonly AlertSubscriber[], now: number): void {
  const rows = tx.all(newPayments, positionOf(tx, 'payments'));
  for (const { subject, storeId } of rows)
    if (subject !== null) addFact(tx, subscribers, factAbout('slip_waiting', storeId, subject), now);
  const last = rows.at(-1);
  if (last) moveTo(tx, 'payments', last.id);
}

/** A parcel that comes back is reported when it turns around, or when it arrives if the courier reports only that. */
const newHistory = query<LoggedRow>(
  { reads: ['order_history', 'orders', 'stores'] },
  `SELECT h.id, iif(h.event = 'shipment_moved' AND h.detail ->> 'to' IN ('returning', 'returned')
       AND h.detail ->> 'from' <> 'returning' AND o.${OF_REAL_STORE}, o.id, NULL) AS subject, o.store_id AS storeId
   FROM order_history h CROSS JOIN orders o ON o.id = h.order_id WHERE h.id > +? ORDER BY h.id LIMIT ${ROWS_AT_ONCE}`,
);

export function readHistory(tx: WriteTx, subscribers: readonly AlertSubscriber[], now: number): void {
  const rows = tx.all(newHistory, positionOf(tx, 'order_history'));
  for (const { subject, storeId } of rows)
    if (subject !== null) addFact(tx, subscribers, factAbout('parcel_returned', storeId, subject), now);
  const last = rows.at(-1);
  if (last) moveTo(tx, 'order_history', last.id);
}

const newEntries = query<{ id: number; accountId: Id | null }>(
  { reads: ['audit_log'] },
  `SELECT id, iif(event = 'signed_in' AND detail ->> 'new_device', actor_id, NULL) AS accountId
   FROM audit_log WHERE id > +? ORDER BY id LIMIT ${ROWS_AT_ONCE}`,
);

/** An account gets alerts about its own sign-ins only. */
export function readSignIns(tx: WriteTx, subscribers: readonly AlertSubscriber[], now: number): void {
  const rows = tx.all(newEntries, positionOf(tx, 'audit_log'));
  for (const { id, accountId } of rows) {
    const subscriber = subscribers.find(({ account }) => account.id === accountId);
    if (subscriber && wants(subscriber, 'new_device', NO_STORE))
      addFactFor(tx, subscriber.account.id, factAbout('new_device', NO_STORE, id), now);
  }
  const last = rows.at(-1);
  if (last) moveTo(tx, 'audit_log', last.id);
}
