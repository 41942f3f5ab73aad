/** Recorded changes of stock, the feeds that read them, and their deliveries as webhooks. */
export const webhooks = `
-- Every change of available stock, once for all apps and channels, while any of the store follows them. It has no declared
-- references: it stays as it was sent.
CREATE TABLE available_changes (
  store_id INTEGER NOT NULL,
  id INTEGER NOT NULL, -- 1, 2, 3 … per store, in the order of commits
  variant_id INTEGER NOT NULL,
  sku TEXT NOT NULL, -- at that time
  warehouse_id INTEGER NOT NULL,
  old_qty INTEGER NOT NULL,
  new_qty INTEGER NOT NULL,
  update_time INTEGER NOT NULL,
  reason TEXT NOT NULL,
  order_id INTEGER,
  user_id INTEGER,
  create_time INTEGER NOT NULL,
  PRIMARY KEY (store_id, id)
) STRICT, WITHOUT ROWID;

-- Which cursors of a store's feeds are valid.
CREATE TABLE feeds (
  store_id INTEGER PRIMARY KEY REFERENCES stores,
  stock_epoch INTEGER NOT NULL, -- part of each cursor, random: those with another epoch have expired
  order_epoch INTEGER NOT NULL, -- the same for lists of orders
  deleted_to INTEGER NOT NULL DEFAULT 0 -- the low-water mark: available_changes up to this id are deleted
) STRICT;

-- How far the app of a channel has been sent changed orders.
CREATE TABLE order_positions (
  channel_id INTEGER PRIMARY KEY REFERENCES channels,
  change INTEGER NOT NULL -- the orders.change that the app has been sent, or need not be sent
) STRICT;

-- Requests to apps. The body of a stock event is made again from the changes that it contained, unless the app may not
-- know every order.
CREATE TABLE webhook_deliveries (
  id INTEGER PRIMARY KEY,
  app_id INTEGER NOT NULL REFERENCES apps,
  request_id TEXT NOT NULL,
  event_type TEXT NOT NULL,
  url TEXT NOT NULL,
  first_change INTEGER NOT NULL, -- id of the first change, in the app's store; 0: none
  item_count INTEGER NOT NULL, -- how many consecutive changes; 0: a test delivery
  items TEXT, -- JSON texts with commas between them; null: those of the changes
  status TEXT NOT NULL CHECK (status IN ('sending', 'acknowledged', 'failed', 'unknown')),
  request_time INTEGER NOT NULL,
  millis INTEGER,
  answer TEXT, -- HTTP status, or why there is none
  response_excerpt TEXT -- start of the response body
) STRICT;
-- Query: one page of an app's deliveries, newest first.
CREATE INDEX webhook_deliveries_of_app ON webhook_deliveries (app_id);
-- Query: deliveries that were being sent when the server stopped.
CREATE INDEX webhook_deliveries_sending ON webhook_deliveries (id) WHERE status = 'sending';
-- Query: the changes that an app may have missed.
CREATE INDEX webhook_deliveries_missed ON webhook_deliveries (app_id, id, request_time)
  WHERE status IN ('failed', 'unknown');
-- Query: when an app's deliveries failed. Acknowledged deliveries are not indexed by time: each delivery would write a
-- page per app.
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (app_id, request_time) WHERE status = 'failed';
`;
