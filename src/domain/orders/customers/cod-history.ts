import type { Reader } from '../../../db/reader.ts';
import type { Id } from '../../../lib/ids.ts';
import { hasLeft, type ShipmentStatus } from '../order-states.ts';
import { type CustomerFigures, customerFigures } from './customer-figures.ts';
import { ordersWithTelephone } from './earlier-orders.ts';

/** Earlier orders of a customer, shown before a COD parcel is sent. */
export interface CodHistory extends CustomerFigures {
  /** Number of other orders. */
  orders: number;
  /** Whether older orders were left out. */
  hasMore: boolean;
}

const MAX_ORDERS = 100; // newest first; a placeholder number can have thousands

/** Orders with this telephone. @param excluded the order that is about to be sent */
export function codHistory(db: Reader, storeId: Id, telephone: string, excluded?: Id): CodHistory {
  const found = ordersWithTelephone(db, storeId, telephone, MAX_ORDERS + 1).filter((id) => id !== excluded);
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
