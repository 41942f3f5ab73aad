/**
 * The two triggers whose UPDATE gives its table another name, without it: older SQLites do not read that in a trigger,
 * and a program that brings one, as Litestream does, can follow no database of which it cannot read the schema.
 */
export const olderSqlite = `
DROP TRIGGER sales_of_ended_order;
CREATE TRIGGER sales_of_ended_order AFTER UPDATE OF status ON orders
  WHEN old.status IN ('open', 'completed') AND new.status NOT IN ('open', 'completed')
    AND new.id <= (SELECT order_id FROM sales_summed)
BEGIN
  UPDATE sales_by_day SET orders = orders - 1, amount = amount - old.total
    WHERE store_id = new.store_id AND day = (new.create_time + 25200000) / 86400000;
  UPDATE variant_sales_by_day SET pieces = variant_sales_by_day.pieces - sold.pieces,
      amount = variant_sales_by_day.amount - sold.amount
    FROM (SELECT variant_id, sum(qty) AS pieces, sum(amount) AS amount
      FROM order_lines WHERE order_id = new.id AND delete_time IS NULL GROUP BY variant_id) sold
    WHERE store_id = new.store_id AND day = (new.create_time + 25200000) / 86400000
      AND variant_sales_by_day.variant_id = sold.variant_id;
END;
DROP TRIGGER sales_of_edited_line;
CREATE TRIGGER sales_of_edited_line AFTER UPDATE OF qty, amount, delete_time ON order_lines
  WHEN new.order_id <= (SELECT order_id FROM sales_summed)
BEGIN
  UPDATE variant_sales_by_day SET
    pieces = pieces + iif(new.delete_time IS NULL, new.qty, 0) - iif(old.delete_time IS NULL, old.qty, 0),
    amount = amount + iif(new.delete_time IS NULL, new.amount, 0) - iif(old.delete_time IS NULL, old.amount, 0)
  FROM orders o WHERE o.id = new.order_id AND o.status IN ('open', 'completed')
    AND variant_sales_by_day.store_id = o.store_id
    AND variant_sales_by_day.day = (o.create_time + 25200000) / 86400000
    AND variant_sales_by_day.variant_id = new.variant_id;
END;
`;
