import { warehouseOf } from './order-rows.ts';

/** SQL that writes the reservations, stock movements, ledger and history of the orders in table `lives`. */
export const movesOf = (): string => `${RESERVATIONS}${MOVES}${LEDGER}${HISTORY}`;

const RESERVATIONS = `
  INSERT INTO reservations (line_id, variant_id, warehouse_id, qty)
    SELECT l.id, l.variant_id, ${warehouseOf('i')}, l.qty
    FROM lives CROSS JOIN first CROSS JOIN order_lines l ON l.order_id = i WHERE stage IN ('unpaid', 'to_pack');`;

/** The movements of each line when it is ordered, and when it is shipped or canceled. The second line is 1 ms later. */
const MOVES = `
  CREATE TEMP TABLE moves AS
    SELECT l.variant_id, ${warehouseOf('i')} AS warehouse_id, time + l.id % 2 AS time, i, 0 AS moved, l.qty AS reserved_change, 'order_reserved' AS reason
    FROM lives CROSS JOIN first CROSS JOIN order_lines l ON l.order_id = i
    UNION ALL
    SELECT l.variant_id, ${warehouseOf('i')}, coalesce(ship_time, end_time) + l.id % 2, i, iif(ship_time, -l.qty, 0), -l.qty,
      CASE stage WHEN 'canceled' THEN 'order_canceled' WHEN 'expired' THEN 'order_canceled_by_system' ELSE 'shipped' END
    FROM lives CROSS JOIN first CROSS JOIN order_lines l ON l.order_id = i WHERE coalesce(ship_time, end_time);
  INSERT OR IGNORE INTO stock (variant_id, warehouse_id) SELECT DISTINCT variant_id, warehouse_id FROM moves;`;

const LEDGER = `
  INSERT INTO stock_ledger (id, previous, variant_id, warehouse_id, time, on_hand_before, on_hand_after, reserved_before,
      reserved_after, reason, order_id)
    SELECT id, coalesce(lag(id) OVER place, newest_entry), variant_id, warehouse_id, time, on_hand - moved, on_hand,
      reserved - reserved_change, reserved, reason, i
    FROM (
      SELECT m.*, s.newest_entry, (SELECT max(id) FROM stock_ledger) + row_number() OVER (ORDER BY m.time) AS id,
        s.on_hand + sum(moved) OVER place AS on_hand, s.reserved + sum(reserved_change) OVER place AS reserved
      FROM moves m JOIN stock s USING (variant_id, warehouse_id)
      WINDOW place AS (PARTITION BY m.variant_id, m.warehouse_id ORDER BY m.time ROWS UNBOUNDED PRECEDING))
    WINDOW place AS (PARTITION BY variant_id, warehouse_id ORDER BY id)
    ORDER BY id;
  UPDATE stock SET newest_entry = newest
    FROM (SELECT variant_id AS variant, warehouse_id AS place, max(id) AS newest FROM stock_ledger GROUP BY variant_id, warehouse_id)
    WHERE variant = stock.variant_id AND place = stock.warehouse_id;
  UPDATE stock SET on_hand = stock.on_hand + moved, reserved = stock.reserved + reserved_change, update_time = max(update_time, newest)
    FROM (SELECT variant_id AS variant, warehouse_id AS place, sum(moved) AS moved, sum(reserved_change) AS reserved_change, max(time) AS newest
      FROM moves GROUP BY variant_id, warehouse_id)
    WHERE variant = stock.variant_id AND place = stock.warehouse_id;
  DROP TABLE moves;`;

const detail = (...pairs: string[]): string => `json_object(${pairs.join(', ')})`;
const SHIPMENT = `'shipment_id', i || ''`;
const FINAL_STATUS = `iif(i % 50 = 7, 'returned', 'delivered')`;

/** The actor of an expired order is raan itself, that of the other events an account. */
const HISTORY = `
  INSERT INTO order_history (order_id, time, actor, actor_id, event, detail)
    SELECT i, at, iif(event = 'expired', 'system', 'user'), iif(event = 'expired', NULL, 1), event, detail FROM (
      SELECT i, paid_time AS at, 1 AS step, 'payment_confirmed' AS event,
        ${detail(`'payment_id', i || ''`, `'method', 'transfer'`, `'amount', '100'`)} AS detail FROM lives WHERE paid_time
      UNION ALL SELECT i, ship_time, 2, 'shipment_booked',
        ${detail(SHIPMENT, `'shipping_type', 'ems'`, `'tracking_number', printf('EX%09dTH', i)`)} FROM lives WHERE ship_time
      UNION ALL SELECT i, ship_time, 3, 'shipment_picked_up', ${detail(SHIPMENT)} FROM lives WHERE ship_time
      UNION ALL SELECT i, end_time, 4, 'shipment_moved', ${detail(SHIPMENT, `'from', 'picked_up'`, `'to', ${FINAL_STATUS}`)}
        FROM lives WHERE stage = 'completed'
      UNION ALL SELECT i, end_time, 5, stage, iif(stage = 'canceled', ${detail(`'by', 'store'`)}, '{}') FROM lives WHERE end_time)
    ORDER BY at, i, step;`;
