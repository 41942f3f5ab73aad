/**
 * What the store's figures are read from. Sums of sales a day are filled some time after the orders have come, so that
 * creating one pays nothing for them, and from then on kept right by triggers: whoever writes orders cannot forget them.
 * A day is a Bangkok calendar day by its number since 1970; an order counts on the day on which it came in while it is
 * neither canceled nor expired.
 */
export const figures = `
CREATE TABLE sales_by_day (
  store_id INTEGER NOT NULL REFERENCES stores,
  day INTEGER NOT NULL,
  orders INTEGER NOT NULL,
  amount INTEGER NOT NULL, -- the orders' totals
  PRIMARY KEY (store_id, day)
) STRICT, WITHOUT ROWID;
CREATE TABLE variant_sales_by_day (
  store_id INTEGER NOT NULL REFERENCES stores,
  day INTEGER NOT NULL,
  variant_id INTEGER NOT NULL REFERENCES variants,
  pieces INTEGER NOT NULL,
  amount INTEGER NOT NULL, -- the lines' amounts
  PRIMARY KEY (store_id, day, variant_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE sales_summed (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  order_id INTEGER NOT NULL -- orders up to this one are in the sums
) STRICT;
INSERT INTO sales_summed SELECT 1, coalesce(max(id), 0) FROM orders;
INSERT INTO sales_by_day
  SELECT store_id, (create_time + 25200000) / 86400000 AS day, count(*), sum(total)
  FROM orders WHERE status IN ('open', 'completed') GROUP BY store_id, day;
INSERT INTO variant_sales_by_day
  SELECT o.store_id, (o.create_time + 25200000) / 86400000 AS day, l.variant_id, sum(l.qty), sum(l.amount)
  FROM orders o CROSS JOIN order_lines l ON l.order_id = o.id
  WHERE o.status IN ('open', 'completed') AND l.delete_time IS NULL GROUP BY o.store_id, day, l.variant_id;

CREATE TRIGGER sales_of_edited_order AFTER UPDATE OF total ON orders
  WHEN new.total <> old.total AND new.id <= (SELECT order_id FROM sales_summed) AND old.status IN ('open', 'completed')
BEGIN
  UPDATE sales_by_day SET amount = amount + new.total - old.total
    WHERE store_id = new.store_id AND day = (new.create_time + 25200000) / 86400000;
END;
CREATE TRIGGER sales_of_ended_order AFTER UPDATE OF status ON orders
  WHEN old.status IN ('open', 'completed') AND new.status NOT IN ('open', 'completed')
    AND new.id <= (SELECT order_id FROM sales_summed)
BEGIN
  UPDATE sales_by_day SET orders = orders - 1, amount = amount - old.total
    WHERE store_id = new.store_id AND day = (new.create_time + 25200000) / 86400000;
  UPDATE variant_sales_by_day AS sales SET pieces = sales.pieces - sold.pieces, amount = sales.amount - sold.amount
    FROM (SELECT variant_id, sum(qty) AS pieces, sum(amount) AS amount
      FROM order_lines WHERE order_id = new.id AND delete_time IS NULL GROUP BY variant_id) sold
    WHERE store_id = new.store_id AND day = (new.create_time + 25200000) / 86400000
      AND sales.variant_id = sold.variant_id;
END;
CREATE TRIGGER sales_of_added_line AFTER INSERT ON order_lines
  WHEN new.order_id <= (SELECT order_id FROM sales_summed)
BEGIN
  INSERT INTO variant_sales_by_day
    SELECT store_id, (create_time + 25200000) / 86400000, new.variant_id, new.qty, new.amount
    FROM orders WHERE id = new.order_id AND status IN ('open', 'completed')
    ON CONFLICT DO UPDATE SET pieces = pieces + excluded.pieces, amount = amount + excluded.amount;
END;
CREATE TRIGGER sales_of_edited_line AFTER UPDATE OF qty, amount, delete_time ON order_lines
  WHEN new.order_id <= (SELECT order_id FROM sales_summed)
BEGIN
  UPDATE variant_sales_by_day AS sales SET
    pieces = pieces + iif(new.delete_time IS NULL, new.qty, 0) - iif(old.delete_time IS NULL, old.qty, 0),
    amount = amount + iif(new.delete_time IS NULL, new.amount, 0) - iif(old.delete_time IS NULL, old.amount, 0)
  FROM orders o WHERE o.id = new.order_id AND o.status IN ('open', 'completed')
    AND sales.store_id = o.store_id AND sales.day = (o.create_time + 25200000) / 86400000
    AND sales.variant_id = new.variant_id;
END;

-- Parcels whose money is still to come or to be paid out.
ALTER TABLE shipments ADD COLUMN paid_out INTEGER NOT NULL DEFAULT 0 CHECK (paid_out IN (0, 1)); -- it has a remittance line
UPDATE shipments SET paid_out = 1 WHERE id IN (SELECT shipment_id FROM remittance_lines);
CREATE TRIGGER shipments_paid_out AFTER INSERT ON remittance_lines BEGIN
  UPDATE shipments SET paid_out = 1 WHERE id = new.shipment_id;
END;
CREATE INDEX shipments_collecting ON shipments (order_id, status, cod_amount, paid_out)
  WHERE cod_amount IS NOT NULL AND paid_out = 0 AND status NOT IN ('returned', 'canceled');

CREATE INDEX webhook_deliveries_by_status ON webhook_deliveries (app_id, status, request_time);
`;
