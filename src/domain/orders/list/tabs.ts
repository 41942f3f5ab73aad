import type { Table } from '../../../db/tables.ts';
import type { Settings } from '../../stores.ts';
import type { Stage } from '../states.ts';

/**
 * The tabs of the store's list of orders. An order is in as many as are true of it: one that has left in part is
 * `to_pack` and `on_the_way`, one whose booking failed is `to_pack` too, and a notified payment puts any order into
 * `to_confirm`: there the next word is the store's, so such an order is not `unpaid`, where it is the customer's. Every order is in at least one besides `all`, unless its last parcels were delivered short of its money:
 * that is `delivered`, together with what is completed.
 *
 * - `to_confirm`: a payment is notified and waits for the store's word, whatever has become of the order
 * - `unpaid`: open, something is still to leave, it is not ready to ship, and no payment is notified
 * - `to_pack`: open, something is still to leave, and it is ready to ship; booked or not
 * - `booking_failed`: a courier has refused it, and nobody has asked it again yet
 * - `on_the_way`: a parcel of it has left and has neither arrived nor turned back
 * - `delivered`: everything has arrived (its money may be still to come), or it is completed
 * - `returning`: a parcel of it is turning back, or has come back
 * - `closed`: canceled or expired
 */
export const ORDER_TABS = [
  'all',
  'to_confirm',
  'unpaid',
  'to_pack',
  'booking_failed',
  'on_the_way',
  'delivered',
  'returning',
  'closed',
] as const;
export type OrderTab = (typeof ORDER_TABS)[number];

/** Rows that put their orders into a tab, as the partial index selects them. */
export interface Marks {
  table: 'payments' | 'bookings' | 'shipments';
  where: string;
}

const MARKS: Partial<Record<OrderTab, Marks>> = {
  to_confirm: { table: 'payments', where: `m.status = 'notified'` },
  booking_failed: { table: 'bookings', where: `m.state = 'failed'` },
  on_the_way: {
    table: 'shipments',
    where: `m.status IN ('picked_up', 'in_transit', 'out_for_delivery', 'delivery_failed')`,
  },
  returning: { table: 'shipments', where: `m.status IN ('returning', 'returned')` },
};

export const marksOf = (tab: OrderTab): Marks | undefined => MARKS[tab];

/** An additional condition on orders `o` in the tab's stages. */
export const conditionOf = (tab: OrderTab): string =>
  tab === 'unpaid' ? `NOT EXISTS (SELECT 1 FROM payments p WHERE p.order_id = o.id AND p.status = 'notified')` : 'true';

export const conditionReads = (tab: OrderTab): readonly Table[] => (tab === 'unpaid' ? ['payments'] : []);

/** Stages with something left to ship. */
export const WAITING: readonly Stage[] = ['to_pack', 'cod', 'unpaid'];

/** The stages of the tab; undefined if stages do not decide. */
export function stagesOf(
  tab: OrderTab,
  { codCountsAsReady }: Pick<Settings, 'codCountsAsReady'>,
): readonly Stage[] | undefined {
  if (tab === 'to_pack') return codCountsAsReady ? ['to_pack', 'cod'] : ['to_pack'];
  if (tab === 'unpaid') return codCountsAsReady ? ['unpaid'] : ['unpaid', 'cod'];
  if (tab === 'delivered') return ['delivered', 'completed'];
  if (tab === 'closed') return ['canceled', 'expired'];
  return undefined;
}
