import { FAMILIES, GIVEN, HOMES } from './people.ts';

/** The number of newest orders that are still open. */
const openOf = (count: number): number => Math.min(2_000, Math.floor(count / 6));
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SECOND = 1_000;

/**
 * Temporary tables. `first` has the first ids and counts of the catalogue. `lives` has the stage and the times of each
 * order `i`: the newest are open, some of the others canceled. No two orders change in the same millisecond.
 */
export const orderTables = (count: number, now: number): string => `
  CREATE TEMP TABLE first AS SELECT (SELECT id FROM stores) AS store, coalesce((SELECT max(version) FROM addresses), 0) AS address,
    (SELECT min(id) FROM variants) AS variant, (SELECT count(*) FROM variants) AS variants,
    (SELECT min(id) FROM warehouses) AS warehouse, (SELECT count(*) FROM warehouses) AS warehouses,
    (SELECT min(id) FROM channels) AS channel, (SELECT count(*) FROM channels) AS channels;
  CREATE TEMP TABLE lives (i INTEGER PRIMARY KEY, time INTEGER, stage TEXT, paid_time INTEGER, ship_time INTEGER, end_time INTEGER);
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
    INSERT INTO lives (i, time, stage) SELECT i, ${now} - (${count} - i) * ${MINUTE}, CASE
      WHEN i > ${count - openOf(count)} THEN CASE i % 3 WHEN 0 THEN 'unpaid' WHEN 1 THEN 'to_pack' ELSE 'shipped' END
      WHEN i % 40 = 0 THEN 'canceled' WHEN i % 41 = 0 THEN 'expired' ELSE 'completed' END FROM n;
  UPDATE lives SET paid_time = time + ${10 * SECOND} WHERE stage IN ('to_pack', 'shipped', 'completed');
  UPDATE lives SET ship_time = time + iif(stage = 'shipped', ${30 * SECOND}, ${6 * HOUR + 7 * SECOND})
    WHERE stage IN ('shipped', 'completed');
  UPDATE lives SET end_time = time + CASE stage WHEN 'canceled' THEN ${HOUR + 3 * SECOND} WHEN 'expired' THEN ${2 * HOUR + 5 * SECOND}
    ELSE ${30 * HOUR} END WHERE stage IN ('canceled', 'expired', 'completed');`;

const TELEPHONE = `printf('0%d%08d', 8 + i % 2, i * 2654435761 % 100000000)`;

/** Half of the orders contain the best sellers; the two lines of an order differ. */
const VARIANT = `variant + (i * 2654435761 + t * (wanted / 2)) % wanted`;

/** The orders as created, with their payments and parcels. */
export const rowsOf = (count: number): string => `
  INSERT INTO addresses (version, store_id, is_primary, create_time, name, telephone, address1,
      sub_district, district, province, postal_code)
    SELECT first.address + i, first.store, 0, time, given.name || ' ' || family.name, ${TELEPHONE},
      printf('%d/%d หมู่ %d %s', i % 997, i % 89, i % 13, street), sub_district, district, province, postal_code
    FROM lives CROSS JOIN first JOIN given ON given.k = i * 7919 % ${GIVEN.length}
    JOIN family ON family.k = i * 104729 % ${FAMILIES.length} JOIN home ON home.k = i * 31 % ${HOMES.length};
  INSERT INTO orders (id, store_id, order_number, channel_id, external_order_id, request_hash, status, stage, shipping_type,
      sales_channel, recipient_address, sender_name, subtotal, discount, shipping_fee, other_fee, is_cod, total,
      ship_before_pay, auto_request_xshipping, order_time, create_time, update_time, change, ship_deadline_time)
    SELECT i, store, i, channel + i * 7 % channels, iif(i % 4, 'SHOP-' || i, NULL), iif(i % 4, randomblob(16), NULL), 'open',
      'unpaid', iif(i % 2, 'ems', 'flash'), CASE i % 4 WHEN 0 THEN 'facebook' WHEN 1 THEN 'line' WHEN 2 THEN 'shopee' ELSE 'website' END,
      address + i, 'ร้าน', 1000000, 0, 0, 0, 0, 1000000, 0, 1, time, time, time, i, time + 86400000
    FROM lives CROSS JOIN first;
  WITH two(t) AS (VALUES (0), (1))
    INSERT INTO order_lines (id, order_id, product_id, variant_id, name, variant_name, sku, qty, price, amount)
    SELECT i * 2 + t, i, v.product_id, v.id, p.name, v.name, v.sku, 1, 500000, 500000
    FROM (SELECT i, iif(i % 2, variants, min(variants, 4000)) AS wanted FROM lives CROSS JOIN first)
      CROSS JOIN two CROSS JOIN first CROSS JOIN variants v ON v.id = ${VARIANT}
      CROSS JOIN products p ON p.id = v.product_id;
  INSERT INTO payments (id, order_id, method, amount, status, user_id, create_time, review_time)
    SELECT i, i, 'transfer', 1000000, iif(paid_time, 'confirmed', 'notified'), iif(paid_time, 1, NULL),
      coalesce(paid_time, time), paid_time FROM lives
    WHERE paid_time OR stage = 'unpaid' AND i % 9 = 0;
  INSERT INTO shipments (id, order_id, shipping_type, tracking_number, status, create_time)
    SELECT i, i, 'ems', printf('EX%09dTH', i), 'booked', ship_time FROM lives WHERE ship_time;
  INSERT INTO shipment_items SELECT i, l.id, l.variant_id, ${warehouseOf('i')}, 1, NULL
    FROM lives CROSS JOIN first CROSS JOIN order_lines l ON l.order_id = i WHERE ship_time;
  INSERT INTO bookings (order_id, store_id, shipping_type, key, state, reason, create_time)
    SELECT i, store, 'ems', 'key' || i, 'failed', 'no such postal code', paid_time FROM lives CROSS JOIN first
    WHERE stage = 'to_pack' AND i % 15 = 1;
  UPDATE store_counters SET last_order_number = ${count};`;

/** The final states of the orders. */
export const finalStates = (): string => `
  UPDATE shipments SET status = iif(stage = 'shipped', 'in_transit', iif(i % 50 = 7, 'returned', 'delivered')),
      ship_time = lives.ship_time, deliver_time = iif(i % 50 = 7, NULL, end_time)
    FROM lives WHERE i = shipments.id;
  UPDATE orders SET stage = lives.stage, status = iif(end_time, lives.stage, 'open'), paid_time = lives.paid_time,
      live_shipments = ship_time IS NOT NULL, update_time = coalesce(end_time, ship_time, lives.paid_time, time),
      cancel_time = iif(lives.stage = 'canceled', end_time, NULL),
      awaits_restock = lives.stage = 'completed' AND i % 50 = 7
    FROM lives WHERE i = orders.id AND lives.stage <> 'unpaid';`;

/** The second warehouse supplies every fifth order. */
export function warehouseOf(order: string): string {
  return `warehouse + (${order} % 5 = 4) * (warehouses > 1)`;
}
