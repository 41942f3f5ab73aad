/**
 * Orders, their lines, reservations and history.
 *
 * A CHECK on these tables compares values one by one: for IN with more than two values, SQLite builds a table for each
 * inserted row, which doubles the time of writing an order.
 */
export const orders = `
-- Orders of channels and of the office: recipient, totals, state.
CREATE TABLE orders (
  id INTEGER PRIMARY KEY,
  store_id INTEGER NOT NULL REFERENCES stores,
  order_number INTEGER NOT NULL,
  channel_id INTEGER REFERENCES channels, -- null: entered in the office
  external_order_id TEXT,
  request_hash BLOB, -- of the request body, to detect a replay with another body
  differing_replay_time INTEGER,
  status TEXT NOT NULL CHECK (status = 'open' OR status = 'completed' OR status = 'canceled' OR status = 'expired'),
  cod_status TEXT
    CHECK (cod_status = 'pending' OR cod_status = 'collected' OR cod_status = 'remitted' OR cod_status = 'failed'),
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
  change INTEGER NOT NULL DEFAULT 0, -- the highest of its channel when the order last changed; 0 without a channel
  paid_time INTEGER,
  waived INTEGER NOT NULL DEFAULT 0 CHECK (waived >= 0), -- refunded although it was due: see domain/orders/payments/balance.ts
  cancel_time INTEGER,
  live_shipments INTEGER NOT NULL DEFAULT 0 CHECK (live_shipments >= 0), -- not canceled; an order with any does not expire
  -- The next step, derived from the order's rows: see domain/orders/order-states.ts.
  stage TEXT NOT NULL CHECK (stage = 'unpaid' OR stage = 'cod' OR stage = 'to_pack' OR stage = 'shipped' OR
    stage = 'delivered' OR stage = 'completed' OR stage = 'canceled' OR stage = 'expired' OR stage = 'deleted'),
  awaits_restock INTEGER NOT NULL DEFAULT 0 CHECK (awaits_restock IN (0, 1)), -- has returned goods to restock: see domain/orders/list/verify-list.ts
  UNIQUE (store_id, order_number),
  CHECK (is_cod = (cod_fee IS NOT NULL) AND is_cod = (cod_amount IS NOT NULL) AND is_cod = (cod_status IS NOT NULL))
) STRICT;
-- Query: whether a channel's order was created before. Constraint: an external order id is unique in its channel.
CREATE UNIQUE INDEX orders_by_external_id ON orders (channel_id, external_order_id) WHERE external_order_id IS NOT NULL;
-- Queries: whether a channel has an order to an address; the orders of an address.
CREATE INDEX orders_by_recipient ON orders (recipient_address, channel_id);
-- Query: the orders of a channel that changed since a certain change.
CREATE INDEX orders_by_change ON orders (channel_id, change) WHERE channel_id IS NOT NULL;
-- Query: unpaid orders whose expiration time has passed.
CREATE INDEX orders_to_expire ON orders (expiration_time)
  WHERE status = 'open' AND paid_time IS NULL AND live_shipments = 0 AND expiration_time IS NOT NULL;
-- Queries: one page of the order list per tab, and how many orders a tab has.
CREATE INDEX orders_by_stage ON orders (store_id, stage, order_number);
-- Queries: the same for orders that await restock.
CREATE INDEX orders_awaiting_restock ON orders (store_id, order_number) WHERE awaits_restock = 1;

-- What an order sells. variant_id has no foreign key, because SQLite would look it up for each line; "raan check" does.
CREATE TABLE order_lines (
  id INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL REFERENCES orders,
  product_id INTEGER NOT NULL,
  variant_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  variant_name TEXT NOT NULL,
  sku TEXT,
  qty INTEGER NOT NULL CHECK (qty > 0),
  price INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  short_qty INTEGER NOT NULL DEFAULT 0 CHECK (short_qty BETWEEN 0 AND qty), -- was not shipped and will not be
  delete_time INTEGER -- removed from the order; the row stays, so that its id is not used again
) STRICT;
-- Query: the lines of an order.
CREATE INDEX order_lines_of_order ON order_lines (order_id);

-- What one unit of a line took from stock, if it was not the line's variant: the components of a bundle, or the variant
-- that a pulled variant sells.
CREATE TABLE order_line_parts (
  line_id INTEGER NOT NULL REFERENCES order_lines,
  variant_id INTEGER NOT NULL REFERENCES variants,
  qty INTEGER NOT NULL CHECK (qty > 0),
  PRIMARY KEY (line_id, variant_id)
) STRICT, WITHOUT ROWID;

-- Stock that is reserved for a line until its parcel is picked up.
CREATE TABLE reservations (
  line_id INTEGER NOT NULL REFERENCES order_lines,
  variant_id INTEGER NOT NULL,
  warehouse_id INTEGER NOT NULL,
  qty INTEGER NOT NULL CHECK (qty > 0),
  PRIMARY KEY (line_id, variant_id, warehouse_id)
) STRICT, WITHOUT ROWID;

-- Orders that may owe money to their customer: more is paid than the total, less was shipped than ordered, or the
-- customer returned goods. They are few, so that lists and counts need no index on orders.
CREATE TABLE orders_to_refund (
  reason TEXT NOT NULL CHECK (reason IN ('overpaid', 'short', 'returned')),
  order_id INTEGER NOT NULL REFERENCES orders,
  PRIMARY KEY (reason, order_id)
) STRICT, WITHOUT ROWID;

-- The missing (short_qty) and returned units of a line that the store has refunded or decided not to refund.
CREATE TABLE refund_settlements (
  line_id INTEGER NOT NULL REFERENCES order_lines,
  reason TEXT NOT NULL CHECK (reason IN ('short', 'returned')),
  qty INTEGER NOT NULL CHECK (qty >= 0),
  PRIMARY KEY (line_id, reason)
) STRICT, WITHOUT ROWID;

-- Every change of an order after its creation.
CREATE TABLE order_history (
  id INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL REFERENCES orders,
  time INTEGER NOT NULL,
  actor TEXT NOT NULL CHECK (actor IN ('user', 'channel', 'courier', 'buyer', 'command', 'system')),
  actor_id INTEGER, -- of an account or a channel, by actor
  event TEXT NOT NULL,
  detail TEXT NOT NULL CHECK (json_valid(detail))
) STRICT;
-- Query: the history of an order.
CREATE INDEX order_history_of_order ON order_history (order_id);

-- The customer payment link of an order.
CREATE TABLE buyer_links (
  order_id INTEGER PRIMARY KEY REFERENCES orders,
  token_hash BLOB NOT NULL UNIQUE,
  token TEXT NOT NULL, -- sealed, so that the office can show it again
  days INTEGER NOT NULL CHECK (days > 0), -- after the last change of an order that has ended
  create_time INTEGER NOT NULL
) STRICT;

-- Orders entered in the office. The form's key is unique, so a form that is sent twice creates one order.
CREATE TABLE manual_orders (
  order_id INTEGER PRIMARY KEY REFERENCES orders,
  store_id INTEGER NOT NULL REFERENCES stores,
  form_key TEXT NOT NULL,
  user_id INTEGER NOT NULL,
  price_tier_id INTEGER REFERENCES price_tiers ON DELETE SET NULL, -- null: the default tier
  UNIQUE (store_id, form_key)
) STRICT;
-- Query: the orders of a deleted price tier.
CREATE INDEX manual_orders_by_price_tier ON manual_orders (price_tier_id) WHERE price_tier_id IS NOT NULL;

-- Full-text search over recipients and goods; rowid is the order's id. A job adds new orders soon after they arrive, in
-- the order of their ids. FTS5's own merges would block all writers for hundreds of pages: the job merges a few instead.
CREATE VIRTUAL TABLE order_search USING fts5 (
  words, tokenize = 'ascii', detail = none, content = '', contentless_delete = 1
);
INSERT INTO order_search (order_search, rank) VALUES ('automerge', 0);
`;
