/** Stores, catalogue, stock with its ledger, partners, orders and the webhook outbox. Money is 1/10,000 baht. */
export const foundation = `
CREATE TABLE stores (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  sell_below_zero INTEGER NOT NULL DEFAULT 0 CHECK (sell_below_zero IN (0, 1)),
  order_quota INTEGER NOT NULL DEFAULT 0 CHECK (order_quota >= 0),
  cod_counts_as_ready INTEGER NOT NULL DEFAULT 0 CHECK (cod_counts_as_ready IN (0, 1)),
  suspended INTEGER NOT NULL DEFAULT 0 CHECK (suspended IN (0, 1)),
  create_time INTEGER NOT NULL
) STRICT;

CREATE TABLE store_counters (
  store_id INTEGER PRIMARY KEY REFERENCES stores,
  last_order_number INTEGER NOT NULL DEFAULT 0,
  quota_month TEXT NOT NULL DEFAULT '',
  quota_used INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE owners (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  password_hash TEXT NOT NULL,
  must_change_password INTEGER NOT NULL CHECK (must_change_password IN (0, 1)),
  create_time INTEGER NOT NULL
) STRICT;

CREATE TABLE price_tiers (
  id INTEGER PRIMARY KEY,
  store_id INTEGER NOT NULL REFERENCES stores,
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  is_default INTEGER NOT NULL CHECK (is_default IN (0, 1)),
  UNIQUE (store_id, key)
) STRICT;
CREATE UNIQUE INDEX price_tiers_default ON price_tiers (store_id) WHERE is_default = 1;

CREATE TABLE warehouses (
  id INTEGER PRIMARY KEY,
  store_id INTEGER NOT NULL REFERENCES stores,
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  UNIQUE (store_id, key)
) STRICT;

-- What each courier is reached with; a number pool counts by its range, any other adapter once a shipping type.
CREATE TABLE couriers (
  id INTEGER PRIMARY KEY,
  store_id INTEGER NOT NULL REFERENCES stores,
  shipping_type TEXT NOT NULL,
  pool TEXT NOT NULL,
  settings TEXT NOT NULL CHECK (json_valid(settings)),
  UNIQUE (store_id, shipping_type, pool)
) STRICT;

-- A version never changes, so an order keeps the address of its moment. An address's id is the number of its first
-- version, and only later versions write it down.
CREATE TABLE addresses (
  version INTEGER PRIMARY KEY,
  id INTEGER REFERENCES addresses,
  store_id INTEGER NOT NULL REFERENCES stores,
  key TEXT, -- of the store's own addresses only
  is_primary INTEGER NOT NULL CHECK (is_primary IN (0, 1)),
  create_time INTEGER NOT NULL,
  name TEXT NOT NULL,
  telephone TEXT, address1 TEXT, address2 TEXT, address3 TEXT,
  sub_district TEXT, district TEXT, province TEXT, postal_code INTEGER,
  email TEXT, note TEXT,
  legal_entity_id TEXT, legal_entity_type INTEGER, branch_type TEXT, branch_number TEXT
) STRICT;
CREATE INDEX addresses_own ON addresses (store_id, key, version) WHERE key IS NOT NULL;
CREATE INDEX addresses_changed ON addresses (id, version) WHERE id IS NOT NULL;

CREATE TABLE products (
  id INTEGER PRIMARY KEY,
  store_id INTEGER NOT NULL REFERENCES stores,
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  folded_name TEXT NOT NULL, -- composed and lower-cased, for search and order
  description TEXT NOT NULL,
  shipping_rates TEXT NOT NULL CHECK (json_valid(shipping_rates)),
  min INTEGER, max INTEGER,
  create_time INTEGER NOT NULL,
  update_time INTEGER NOT NULL,
  delete_time INTEGER,
  UNIQUE (store_id, key)
) STRICT;
CREATE INDEX products_by_update ON products (store_id, update_time, id) WHERE delete_time IS NULL;
CREATE INDEX products_by_create ON products (store_id, create_time, id) WHERE delete_time IS NULL;
CREATE INDEX products_by_name ON products (store_id, folded_name, id) WHERE delete_time IS NULL;
CREATE INDEX products_by_id ON products (store_id, id) WHERE delete_time IS NULL;

CREATE VIRTUAL TABLE product_names USING fts5 (
  folded_name, content = 'products', content_rowid = 'id', tokenize = 'trigram case_sensitive 1'
);
CREATE TRIGGER product_names_added AFTER INSERT ON products BEGIN
  INSERT INTO product_names (rowid, folded_name) VALUES (new.id, new.folded_name);
END;
CREATE TRIGGER product_names_changed AFTER UPDATE OF folded_name ON products BEGIN
  INSERT INTO product_names (product_names, rowid, folded_name) VALUES ('delete', old.id, old.folded_name);
  INSERT INTO product_names (rowid, folded_name) VALUES (new.id, new.folded_name);
END;

CREATE TABLE product_images (
  product_id INTEGER NOT NULL REFERENCES products,
  position INTEGER NOT NULL,
  url TEXT NOT NULL,
  thumbnail_url TEXT NOT NULL,
  tiny_url TEXT NOT NULL,
  PRIMARY KEY (product_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE variants (
  id INTEGER PRIMARY KEY,
  store_id INTEGER NOT NULL REFERENCES stores,
  product_id INTEGER NOT NULL REFERENCES products,
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  sku TEXT,
  image_url TEXT,
  cost INTEGER,
  weight REAL,
  create_time INTEGER NOT NULL,
  update_time INTEGER NOT NULL,
  delete_time INTEGER,
  UNIQUE (store_id, key)
) STRICT;
CREATE INDEX variants_of_product ON variants (product_id, id);
CREATE INDEX variants_by_sku ON variants (store_id, sku) WHERE sku IS NOT NULL AND delete_time IS NULL;

CREATE TABLE prices (
  id INTEGER PRIMARY KEY AUTOINCREMENT, -- rows go, and their ids are not to come again
  variant_id INTEGER NOT NULL REFERENCES variants,
  price_tier_id INTEGER NOT NULL REFERENCES price_tiers,
  price INTEGER NOT NULL CHECK (price >= 0),
  UNIQUE (variant_id, price_tier_id)
) STRICT;

CREATE TABLE stock (
  variant_id INTEGER NOT NULL REFERENCES variants,
  warehouse_id INTEGER NOT NULL REFERENCES warehouses,
  on_hand INTEGER NOT NULL DEFAULT 0,
  reserved INTEGER NOT NULL DEFAULT 0,
  update_time INTEGER NOT NULL DEFAULT 0, -- of the newest ledger row
  PRIMARY KEY (variant_id, warehouse_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE stock_ledger (
  variant_id INTEGER NOT NULL,
  warehouse_id INTEGER NOT NULL,
  time INTEGER NOT NULL, -- strictly increasing per variant and warehouse
  on_hand_before INTEGER NOT NULL, on_hand_after INTEGER NOT NULL,
  reserved_before INTEGER NOT NULL, reserved_after INTEGER NOT NULL,
  reason TEXT NOT NULL,
  order_id INTEGER,
  user_id INTEGER,
  PRIMARY KEY (variant_id, warehouse_id, time),
  FOREIGN KEY (variant_id, warehouse_id) REFERENCES stock,
  CHECK (order_id IS NULL OR user_id IS NULL)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER stock_ledger_kept BEFORE UPDATE ON stock_ledger BEGIN SELECT raise(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER stock_ledger_whole BEFORE DELETE ON stock_ledger BEGIN SELECT raise(ABORT, 'the ledger is append-only'); END;

CREATE TABLE apps (
  id INTEGER PRIMARY KEY,
  store_id INTEGER NOT NULL REFERENCES stores,
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  url TEXT NOT NULL,
  stock_available_updated INTEGER NOT NULL CHECK (stock_available_updated IN (0, 1)),
  webhook_secret TEXT NOT NULL, -- readable, since it signs
  create_time INTEGER NOT NULL,
  UNIQUE (store_id, key)
) STRICT;

CREATE TABLE channels (
  id INTEGER PRIMARY KEY,
  store_id INTEGER NOT NULL REFERENCES stores,
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  client_id TEXT NOT NULL UNIQUE,
  secret_hash BLOB NOT NULL,
  orders_create INTEGER NOT NULL CHECK (orders_create IN (0, 1)),
  orders_read INTEGER NOT NULL CHECK (orders_read IN (0, 1)),
  addresses_read INTEGER NOT NULL CHECK (addresses_read IN (0, 1)),
  price_tier_id INTEGER REFERENCES price_tiers,
  app_id INTEGER REFERENCES apps,
  enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
  expire_time INTEGER,
  create_time INTEGER NOT NULL,
  UNIQUE (store_id, key)
) STRICT;

CREATE TABLE tokens (
  hash BLOB PRIMARY KEY,
  channel_id INTEGER NOT NULL REFERENCES channels,
  expire_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX tokens_by_expiry ON tokens (expire_time);

-- A subject is "client ID" or "address NETWORK".
CREATE TABLE auth_failures (
  subject TEXT NOT NULL,
  time INTEGER NOT NULL
) STRICT;
CREATE INDEX auth_failures_by_subject ON auth_failures (subject, time);
CREATE TABLE auth_blocks (
  subject TEXT PRIMARY KEY,
  until_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE orders (
  id INTEGER PRIMARY KEY,
  store_id INTEGER NOT NULL REFERENCES stores,
  order_number INTEGER NOT NULL,
  channel_id INTEGER REFERENCES channels, -- none: keyed in by the store
  external_order_id TEXT,
  request_hash BLOB, -- of the body that made it, to notice a replay with another
  differing_replay_time INTEGER,
  status TEXT NOT NULL CHECK (status IN ('open', 'completed', 'canceled', 'expired')),
  cod_status TEXT CHECK (cod_status IN ('pending', 'collected', 'remitted', 'failed')),
  shipping_type TEXT NOT NULL,
  sales_channel TEXT,
  recipient_address INTEGER NOT NULL REFERENCES addresses,
  sender_name TEXT NOT NULL,
  sender_address INTEGER REFERENCES addresses,
  subtotal INTEGER NOT NULL, discount INTEGER NOT NULL, shipping_fee INTEGER NOT NULL, other_fee INTEGER NOT NULL,
  is_cod INTEGER NOT NULL CHECK (is_cod IN (0, 1)),
  cod_fee INTEGER, cod_amount INTEGER,
  total INTEGER NOT NULL CHECK (total >= 0),
  ship_before_pay INTEGER NOT NULL CHECK (ship_before_pay IN (0, 1)),
  auto_request_xshipping INTEGER NOT NULL CHECK (auto_request_xshipping IN (0, 1)),
  shipping_label_note TEXT,
  private_note TEXT,
  order_time INTEGER NOT NULL,
  expiration_time INTEGER,
  ship_deadline_time INTEGER,
  create_time INTEGER NOT NULL,
  update_time INTEGER NOT NULL,
  paid_time INTEGER,
  cancel_time INTEGER,
  UNIQUE (store_id, order_number),
  CHECK (is_cod = (cod_fee IS NOT NULL) AND is_cod = (cod_amount IS NOT NULL) AND is_cod = (cod_status IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX orders_by_external_id ON orders (channel_id, external_order_id) WHERE external_order_id IS NOT NULL;
CREATE INDEX orders_to_expire ON orders (expiration_time)
  WHERE status = 'open' AND paid_time IS NULL AND expiration_time IS NOT NULL;

CREATE TABLE order_lines (
  id INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL REFERENCES orders,
  product_id INTEGER NOT NULL,
  variant_id INTEGER NOT NULL REFERENCES variants,
  name TEXT NOT NULL,
  variant_name TEXT NOT NULL,
  sku TEXT,
  qty INTEGER NOT NULL CHECK (qty > 0),
  price INTEGER NOT NULL,
  amount INTEGER NOT NULL
) STRICT;
CREATE INDEX order_lines_of_order ON order_lines (order_id, id);

CREATE TABLE reservations (
  line_id INTEGER NOT NULL REFERENCES order_lines,
  warehouse_id INTEGER NOT NULL,
  variant_id INTEGER NOT NULL,
  qty INTEGER NOT NULL CHECK (qty > 0),
  PRIMARY KEY (line_id, warehouse_id),
  FOREIGN KEY (variant_id, warehouse_id) REFERENCES stock
) STRICT, WITHOUT ROWID;

CREATE TABLE payments (
  id INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL REFERENCES orders,
  method TEXT NOT NULL CHECK (method IN ('transfer', 'promptpay', 'cash', 'card', 'other')),
  amount INTEGER NOT NULL CHECK (amount > 0),
  status TEXT NOT NULL CHECK (status IN ('notified', 'confirmed', 'rejected', 'refunded')),
  create_time INTEGER NOT NULL
) STRICT;
CREATE INDEX payments_of_order ON payments (order_id, id);

-- Changes that wait for their delivery; claiming them moves them into its body.
CREATE TABLE webhook_outbox (
  id INTEGER PRIMARY KEY,
  app_id INTEGER NOT NULL REFERENCES apps,
  item TEXT NOT NULL,
  create_time INTEGER NOT NULL
) STRICT;
CREATE INDEX webhook_outbox_by_app ON webhook_outbox (app_id, id);

CREATE TABLE webhook_deliveries (
  id INTEGER PRIMARY KEY,
  app_id INTEGER NOT NULL REFERENCES apps,
  request_id TEXT NOT NULL UNIQUE,
  event_type TEXT NOT NULL,
  url TEXT NOT NULL,
  body TEXT NOT NULL, -- exactly the bytes that were signed
  item_count INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('sending', 'acknowledged', 'failed', 'unknown')),
  request_time INTEGER NOT NULL,
  millis INTEGER,
  answer TEXT -- HTTP status, or why there is none
) STRICT;
CREATE INDEX webhook_deliveries_of_app ON webhook_deliveries (app_id, id);
CREATE INDEX webhook_deliveries_sending ON webhook_deliveries (id) WHERE status = 'sending';
`;
