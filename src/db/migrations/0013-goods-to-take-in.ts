/** The orders whose goods a parcel has brought back, until they are taken in. */
export const goodsToTakeIn = `
-- Kept with the rows it follows from: domain/orders/goods-back.ts says which those are.
ALTER TABLE orders ADD COLUMN to_take_in INTEGER NOT NULL DEFAULT 0 CHECK (to_take_in IN (0, 1));
UPDATE orders SET to_take_in = 1 WHERE id IN (
  SELECT l.order_id FROM order_lines l
  WHERE l.order_id IN (SELECT order_id FROM shipments WHERE status = 'returned')
    AND (SELECT coalesce(sum(i.qty), 0) FROM shipment_items i JOIN shipments s ON s.id = i.shipment_id
         WHERE i.line_id = l.id AND s.status = 'returned')
      > (SELECT coalesce(sum(d.qty), 0) FROM document_lines d WHERE d.order_line_id = l.id)
        * coalesce((SELECT sum(qty) FROM order_line_parts WHERE line_id = l.id), 1));
CREATE INDEX orders_to_take_in ON orders (store_id, order_number) WHERE to_take_in = 1;
`;
