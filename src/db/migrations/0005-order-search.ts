/** What the store's list of orders is looked up by. */
export const orderSearch = `
-- What becomes of the order next, kept with the rows it follows from: domain/orders/stage.ts says what each means.
ALTER TABLE orders ADD COLUMN stage TEXT NOT NULL DEFAULT 'unpaid' CHECK (stage IN ('unpaid', 'cod', 'to_pack',
  'shipped', 'delivered', 'completed', 'canceled', 'expired'));
UPDATE orders SET stage = status WHERE status <> 'open';
UPDATE orders SET stage = CASE
    WHEN EXISTS (
      SELECT 1 FROM order_lines l WHERE l.order_id = orders.id AND l.delete_time IS NULL AND l.qty > l.short_qty + coalesce((
        SELECT sum(i.qty) / coalesce((SELECT sum(qty) FROM order_line_parts WHERE line_id = l.id), 1)
        FROM shipment_items i JOIN shipments s ON s.id = i.shipment_id
        WHERE i.line_id = l.id AND s.status NOT IN ('booked', 'canceled')), 0)
    ) THEN CASE
      WHEN ship_before_pay = 1 THEN 'to_pack'
      WHEN total <= coalesce((SELECT sum(amount - refunded) FROM payments p
        WHERE p.order_id = orders.id AND p.status = 'confirmed'), 0) THEN 'to_pack'
      WHEN cod_status = 'remitted' AND NOT EXISTS (SELECT 1 FROM payments p
        WHERE p.order_id = orders.id AND p.refunded > 0) THEN 'to_pack'
      WHEN is_cod = 1 THEN 'cod'
      ELSE 'unpaid' END
    WHEN (SELECT min(s.status IN ('delivered', 'returned')) = 1 AND max(s.status = 'delivered') = 1 FROM shipments s
      WHERE s.order_id = orders.id AND s.status NOT IN ('booked', 'canceled')) THEN 'delivered'
    ELSE 'shipped' END
  WHERE status = 'open';
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
