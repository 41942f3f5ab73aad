/** What the store's list of orders is looked up by. */
export const orderSearch = `
-- What becomes of the order next, kept with the rows it follows from: domain/orders/stage.ts says what each means.
ALTER TABLE orders ADD COLUMN stage TEXT NOT NULL DEFAULT 'unpaid' CHECK (stage IN ('unpaid', 'cod', 'to_pack',
  'shipped', 'delivered', 'completed', 'canceled', 'expired'));
WITH
  left_lines AS (
    SELECT i.line_id, sum(i.qty) / coalesce((SELECT sum(qty) FROM order_line_parts WHERE line_id = i.line_id), 1) AS qty
    FROM shipment_items i JOIN shipments s ON s.id = i.shipment_id WHERE s.status NOT IN ('booked', 'canceled')
    GROUP BY i.line_id
  ),
  to_ship AS (
    SELECT DISTINCT l.order_id FROM order_lines l LEFT JOIN left_lines s ON s.line_id = l.id
    WHERE l.delete_time IS NULL AND coalesce(s.qty, 0) + l.short_qty < l.qty
  ),
  money AS (
    SELECT order_id, sum(iif(status = 'confirmed', amount - refunded, 0)) AS paid, sum(refunded) AS refunded
    FROM payments GROUP BY order_id
  ),
  parcels AS (
    SELECT order_id, min(status IN ('delivered', 'returned')) AS ended, max(status = 'delivered') AS delivered
    FROM shipments WHERE status NOT IN ('booked', 'canceled') GROUP BY order_id
  )
UPDATE orders SET stage = CASE
    WHEN orders.status <> 'open' THEN orders.status
    WHEN orders.id IN (SELECT order_id FROM to_ship) THEN CASE
      WHEN orders.ship_before_pay = 1 OR coalesce(found.paid, 0) >= orders.total
        OR (coalesce(orders.cod_status, '') = 'remitted' AND coalesce(found.refunded, 0) = 0) THEN 'to_pack'
      WHEN orders.is_cod = 1 THEN 'cod'
      ELSE 'unpaid' END
    WHEN found.ended = 1 AND found.delivered = 1 THEN 'delivered'
    ELSE 'shipped' END
  FROM (
    SELECT o.id, m.paid, m.refunded, p.ended, p.delivered
    FROM orders o LEFT JOIN money m ON m.order_id = o.id LEFT JOIN parcels p ON p.order_id = o.id
  ) AS found
  WHERE found.id = orders.id;
CREATE INDEX orders_by_stage ON orders (store_id, stage, order_number);

CREATE INDEX payments_notified ON payments (order_id) WHERE status = 'notified';
CREATE INDEX bookings_failed ON bookings (order_id) WHERE status = 'failed' AND drop_time IS NULL;
CREATE INDEX shipments_on_the_way ON shipments (order_id)
  WHERE status IN ('picked_up', 'in_transit', 'out_for_delivery', 'delivery_failed');
CREATE INDEX shipments_coming_back ON shipments (order_id) WHERE status IN ('returning', 'returned');

-- Who an order goes to and what is in it, as words of domain/orders/list/words.ts. The clock adds new orders soon
-- after they came, in the order of their ids.
CREATE VIRTUAL TABLE order_search USING fts5 (
  words, tokenize = 'ascii', detail = none, content = '', contentless_delete = 1
);
`;
