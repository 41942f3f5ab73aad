/**
 * Sales per day, for the figures of the office. A job adds new orders some time after they arrive, so that creating an
 * order costs nothing; triggers then apply every later change. A day is a calendar day in Bangkok, counted from
 * 1970-01-01. An order counts on the day it was created unless it is canceled or expired.
 *
 * The triggers' UPDATEs do not rename their table: older SQLites reject an alias there, and Litestream brings one.
 */
export const sales = `
-- Orders, their totals and refunds per day, channel and sales channel.
CREATE TABLE sales_by_day (
  store_id INTEGER NOT NULL REFERENCES stores,
  day INTEGER NOT NULL,
  channel_id INTEGER NOT NULL, -- 0: orders that the store has created
  sales_channel TEXT NOT NULL, -- '': none
  orders INTEGER NOT NULL,
  amount INTEGER NOT NULL, -- sum of the orders' totals
  refunded INTEGER NOT NULL, -- what refunds took from the totals: sum of the orders' waived
  PRIMARY KEY (store_id, day, channel_id, sales_channel)
) STRICT, WITHOUT ROWID;

-- Pieces and amounts per variant and day.
CREATE TABLE variant_sales_by_day (
  store_id INTEGER NOT NULL REFERENCES stores,
  day INTEGER NOT NULL,
  variant_id INTEGER NOT NULL REFERENCES variants,
  pieces INTEGER NOT NULL,
  amount INTEGER NOT NULL, -- sum of the lines' amounts
  PRIMARY KEY (store_id, day, variant_id)
) STRICT, WITHOUT ROWID;

-- One row: orders up to this id are in the sums.
CREATE TABLE sales_summed (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  order_id INTEGER NOT NULL
) STRICT;
INSERT INTO sales_summed VALUES (1, 0);

-- Keeps sales_by_day equal to the orders when one is edited or refunded.
CREATE TRIGGER sales_of_edited_order AFTER UPDATE OF total, waived, sales_channel ON orders
  WHEN (new.total <> old.total OR new.waived <> old.waived OR new.sales_channel IS NOT old.sales_channel)
    AND old.status IN ('open', 'completed') AND new.id <= (SELECT order_id FROM sales_summed)
BEGIN
  UPDATE sales_by_day SET orders = orders - 1, amount = amount - old.total, refunded = refunded - old.waived
    WHERE store_id = new.store_id AND day = (new.create_time + 25200000) / 86400000
      AND channel_id = coalesce(new.channel_id, 0) AND sales_channel = coalesce(old.sales_channel, '');
  INSERT INTO sales_by_day VALUES (new.store_id, (new.create_time + 25200000) / 86400000, coalesce(new.channel_id, 0),
      coalesce(new.sales_channel, ''), 1, new.total, new.waived)
    ON CONFLICT DO UPDATE SET orders = orders + 1, amount = amount + excluded.amount,
      refunded = refunded + excluded.refunded;
END;
-- Takes an order out of both sums when it is canceled or expires.
CREATE TRIGGER sales_of_ended_order AFTER UPDATE OF status ON orders
  WHEN old.status IN ('open', 'completed') AND new.status NOT IN ('open', 'completed')
    AND new.id <= (SELECT order_id FROM sales_summed)
BEGIN
  UPDATE sales_by_day SET orders = orders - 1, amount = amount - old.total, refunded = refunded - old.waived
    WHERE store_id = new.store_id AND day = (new.create_time + 25200000) / 86400000
      AND channel_id = coalesce(new.channel_id, 0) AND sales_channel = coalesce(old.sales_channel, '');
  UPDATE variant_sales_by_day SET pieces = variant_sales_by_day.pieces - sold.pieces,
      amount = variant_sales_by_day.amount - sold.amount
    FROM (SELECT variant_id, sum(qty) AS pieces, sum(amount) AS amount
      FROM order_lines WHERE order_id = new.id AND delete_time IS NULL GROUP BY variant_id) sold
    WHERE store_id = new.store_id AND day = (new.create_time + 25200000) / 86400000
      AND variant_sales_by_day.variant_id = sold.variant_id;
END;
-- Keeps variant_sales_by_day equal to the lines when a line is edited, removed or restored.
-- Lines arrive with new orders by the thousand, which no sum contains yet, so there is no trigger on INSERT: a line that
-- is added later is inserted as deleted and then restored.
CREATE TRIGGER sales_of_edited_line AFTER UPDATE OF qty, amount, delete_time ON order_lines
  WHEN new.order_id <= (SELECT order_id FROM sales_summed)
BEGIN
  INSERT INTO variant_sales_by_day
    SELECT store_id, (create_time + 25200000) / 86400000, new.variant_id,
      iif(new.delete_time IS NULL, new.qty, 0) - iif(old.delete_time IS NULL, old.qty, 0),
      iif(new.delete_time IS NULL, new.amount, 0) - iif(old.delete_time IS NULL, old.amount, 0)
    FROM orders WHERE id = new.order_id AND status IN ('open', 'completed')
    ON CONFLICT DO UPDATE SET pieces = pieces + excluded.pieces, amount = amount + excluded.amount;
END;
`;
