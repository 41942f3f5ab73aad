import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import type { Id } from '../../../lib/ids.ts';
import { ordersByText } from '../list/search.ts';
import { type CodParcel, codParcelById, codParcelsWithNumber } from './cod-parcels.ts';

const MAX_ORDERS = 200; // the newest that match

interface TextSearch {
  /** Whether to search names and telephones. */
  inPersons: boolean;
}

/**
 * The collecting parcels with this tracking number; without one, those of the orders with this number, external id, start
 * of a tracking number, recipient or telephone. Newest first.
 */
export function findCodParcels(db: Reader, storeId: Id, text: string, { inPersons }: TextSearch): CodParcel[] {
  const numbered = codParcelsWithNumber(db, storeId, text);
  if (numbered.length > 0) return numbered;
  const orders = ordersByText(db, storeId, text, { inPersons, limit: MAX_ORDERS });
  const ids = db.all(OF_ORDERS, JSON.stringify(orders.map(({ id }) => id)));
  return ids.map(({ id }) => codParcelById(db, id));
}

const OF_ORDERS = query<{ id: Id }>(
  { reads: ['shipments'] },
  `SELECT s.id FROM json_each(?) c CROSS JOIN shipments s ON s.order_id = c.value
   WHERE s.cod_settled IS NOT NULL ORDER BY s.id DESC`,
);

const LATE_AFTER = 7 * 86_400_000;

/** A COD parcel is late if it was delivered, or else handed over, before this time and is not paid out. */
export const lateSince = (now: number): number => now - LATE_AFTER;

/** Whether COD that the courier collects is not paid out a week after the delivery or, without one, the handover. */
export const isLate = ({ codStatus, deliverTime, shipTime }: CodParcel, now: number): boolean =>
  (codStatus === 'pending' || codStatus === 'collected') && (deliverTime ?? shipTime ?? now) < lateSince(now);
