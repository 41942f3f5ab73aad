import type { Reader } from '../../../db/reader.ts';
import type { Id } from '../../../lib/ids.ts';
import { hasLeft, type ShipmentStatus } from '../order-states.ts';
import { type CustomerFigures, customerFigures } from './customer-figures.ts';
import { ordersWithTelephone } from './earlier-orders.ts';

/** What is known of a customer before a COD parcel is sent. */
export interface CodHistory extends CustomerFigures {
  /** Other orders. */
  orders: number;
  /** There are more orders than were looked at. */
  hasMore: boolean;
}

const MAX_ORDERS = 100; // newest first: a placeholder number may have very many

/** The other orders of the store's customer with this telephone. @param except the order that is about to be sent */
export function codHistory(db: Reader, storeId: Id, telephone: string, except?: Id): CodHistory {
  const found = ordersWithTelephone(db, storeId, telephone, MAX_ORDERS + 1).filter((id) => id !== except);
  const orders = found.slice(0, MAX_ORDERS);
  return { orders: orders.length, hasMore: found.length > MAX_ORDERS, ...customerFigures(db, orders) };
}

interface CodOrder {
  status: string;
  isCod: boolean;
  shipments: readonly { status: ShipmentStatus }[];
}

/** Whether the store can still decide not to send a COD parcel. */
export const isCodUnsent = ({ status, isCod, shipments }: CodOrder): boolean =>
  status === 'open' && isCod && !shipments.some(hasLeft);
