import type { Table } from '../../../db/tables.ts';
import type { Settings } from '../../stores.ts';
import type { Stage } from '../order-states.ts';

/**
 * The tabs of the order list. An order is in every tab that applies: a partly shipped one is `to_pack` and
 * `on_the_way`, a failed booking is also `to_pack`. A reported payment moves an order from `unpaid` to `to_confirm`.
 * - `to_confirm`: a reported payment waits for review, whatever the state of the order
 * - `unpaid`: open, something left to ship, not ready to ship, not paid in full before, no reported payment
 * - `to_pack`: open, something left to ship, ready to ship, not packed; booked or not
 * - `packed`: the same, packed: it waits for the courier
 * - `booking_failed`: a courier refused it, and it was not requested again
 * - `on_the_way`: a parcel has left and has neither arrived nor turned back
 * - `delivered`: completed, or everything has arrived (money may be missing)
 * - `returning`: a parcel is turning back, or has come back
 * - `closed`: canceled or expired
 */
export const ORDER_TABS = [
  'all',
  'to_confirm',
  'unpaid',
  'to_pack',
  'packed',
  'booking_failed',
  'on_the_way',
  'delivered',
  'returning',
  'closed',
] as const;
export type OrderTab = (typeof ORDER_TABS)[number];

/** Rows whose orders are in a tab, if in its stages; each condition is that of a partial index, or of a small table. */
export interface TabRows {
  table: 'payments' | 'packed_orders' | 'bookings' | 'shipments' | 'orders_to_refund';
  where: string;
}

export const TAB_ROWS: Partial<Record<OrderTab, TabRows>> = {
  to_confirm: { table: 'payments', where: `m.status = 'notified'` },
  packed: { table: 'packed_orders', where: 'true' },
  booking_failed: { table: 'bookings', where: `m.state = 'failed'` },
  on_the_way: {
    table: 'shipments',
    where: `m.status IN ('picked_up', 'in_transit', 'out_for_delivery', 'delivery_failed')`,
  },
  returning: { table: 'shipments', where: `m.status IN ('returning', 'returned')` },
};

const CONDITIONS: Partial<Record<OrderTab, { reads: readonly Table[]; where: string }>> = {
  unpaid: {
    reads: ['payments'],
    where: `o.paid_time IS NULL AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.order_id = o.id AND p.status = 'notified')`,
  },
  to_pack: { reads: ['packed_orders'], where: 'NOT EXISTS (SELECT 1 FROM packed_orders p WHERE p.order_id = o.id)' },
};

/** An additional condition on orders `o` in the tab's stages. */
export const conditionOf = (tab: OrderTab): string => CONDITIONS[tab]?.where ?? 'true';

export const conditionReads = (tab: OrderTab): readonly Table[] => CONDITIONS[tab]?.reads ?? [];

/** Stages with something left to ship. */
export const WAITING: readonly Stage[] = ['to_pack', 'cod', 'unpaid'];

/** The stages of the tab; undefined if it has orders in any stage. */
export function stagesOf(
  tab: OrderTab,
  { codCountsAsReady }: Pick<Settings, 'codCountsAsReady'>,
): readonly Stage[] | undefined {
  if (tab === 'to_pack' || tab === 'packed') return codCountsAsReady ? ['to_pack', 'cod'] : ['to_pack'];
  if (tab === 'unpaid') return codCountsAsReady ? ['unpaid'] : ['unpaid', 'cod'];
  if (tab === 'delivered') return ['delivered', 'completed'];
  if (tab === 'closed') return ['canceled', 'expired'];
  return undefined;
}
