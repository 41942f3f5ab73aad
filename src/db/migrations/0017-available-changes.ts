/**
 * What apps are told has one row a change, whatever number of apps is told of it, and each app a mark up to where it has
 * been told. A delivery names the changes that were in it: its body is made from them again.
 */
export const availableChanges = `
CREATE TABLE available_changes ( -- without references: what apps were told stays as it was told
  store_id INTEGER NOT NULL,
  id INTEGER NOT NULL, -- in each store 1, 2, 3 and so on, as they were committed
  variant_id INTEGER NOT NULL,
  sku TEXT NOT NULL, -- as it was then
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

-- Up to which of its store's changes the app has been told, or need not be.
ALTER TABLE apps ADD COLUMN told INTEGER NOT NULL DEFAULT 0;

CREATE TABLE old_items AS
  SELECT a.store_id, d.id AS delivery_id, i.value AS item, d.request_time AS create_time,
    row_number() OVER (PARTITION BY a.store_id ORDER BY d.id, i.key) AS id
  FROM webhook_deliveries d JOIN apps a ON a.id = d.app_id JOIN json_each(d.body, '$.data.items') i;
CREATE INDEX old_items_of_store ON old_items (store_id, id);
INSERT INTO old_items
  SELECT store_id, NULL, item, create_time,
    coalesce((SELECT max(id) FROM old_items WHERE store_id = waiting.store_id), 0)
      + row_number() OVER (PARTITION BY store_id ORDER BY first)
  FROM (SELECT a.store_id, o.item, min(o.id) AS first, min(o.create_time) AS create_time
    FROM webhook_outbox o JOIN apps a ON a.id = o.app_id GROUP BY a.store_id, o.item) waiting;
CREATE INDEX old_items_waiting ON old_items (store_id, item) WHERE delivery_id IS NULL;
INSERT INTO available_changes
  SELECT store_id, id, CAST(item ->> 'id' AS INTEGER), item ->> 'sku', CAST(item ->> 'warehouse_id' AS INTEGER),
    item ->> 'old', item ->> 'new', item ->> 'update_time', item ->> 'reason',
    CAST(item ->> 'order_id' AS INTEGER), CAST(item ->> 'user_id' AS INTEGER), create_time
  FROM old_items;
UPDATE apps SET told = coalesce(
  (SELECT i.id - 1 FROM old_items i WHERE i.delivery_id IS NULL AND i.store_id = apps.store_id AND i.item =
    (SELECT o.item FROM webhook_outbox o WHERE o.app_id = apps.id ORDER BY o.id LIMIT 1)),
  (SELECT max(c.id) FROM available_changes c WHERE c.store_id = apps.store_id), 0);

ALTER TABLE webhook_deliveries RENAME TO old_deliveries;
CREATE TABLE webhook_deliveries (
  id INTEGER PRIMARY KEY,
  app_id INTEGER NOT NULL REFERENCES apps,
  request_id TEXT NOT NULL,
  event_type TEXT NOT NULL,
  url TEXT NOT NULL,
  first_change INTEGER NOT NULL, -- of the app's store
  item_count INTEGER NOT NULL, -- from that one on; none is a test
  status TEXT NOT NULL CHECK (status IN ('sending', 'acknowledged', 'failed', 'unknown')),
  request_time INTEGER NOT NULL,
  millis INTEGER,
  answer TEXT, -- HTTP status, or why there is none
  said TEXT -- the beginning of the answer's body; none: it had none
) STRICT;
INSERT INTO webhook_deliveries
  SELECT d.id, app_id, request_id, event_type, url, coalesce(first_change, 0), coalesce(items, 0), status,
    request_time, millis, answer, said
  FROM old_deliveries d
  LEFT JOIN (SELECT delivery_id, min(id) AS first_change, count(*) AS items FROM old_items GROUP BY delivery_id) i
    ON i.delivery_id = d.id;
DROP TABLE old_items;
DROP TABLE old_deliveries;
DROP TABLE webhook_outbox;

CREATE INDEX webhook_deliveries_of_app ON webhook_deliveries (app_id, id);
CREATE INDEX webhook_deliveries_sending ON webhook_deliveries (id) WHERE status = 'sending';
CREATE INDEX webhook_deliveries_missed ON webhook_deliveries (app_id, id, request_time)
  WHERE status IN ('failed', 'unknown');
CREATE INDEX webhook_deliveries_by_status ON webhook_deliveries (app_id, status, request_time)
  WHERE status <> 'sending';
`;
