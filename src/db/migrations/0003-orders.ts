/** Payments with slips and refunds, COD, couriers with their numbers and bookings, tracking, the history of orders. */
export const orders = `
ALTER TABLE stores ADD COLUMN promptpay_id TEXT;
ALTER TABLE stores ADD COLUMN vat_percent INTEGER NOT NULL DEFAULT 0 CHECK (vat_percent BETWEEN 0 AND 100);

-- Every change of an order after its creation. An actor_id is of an account or a channel, as the actor says.
CREATE TABLE order_history (
  id INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL REFERENCES orders,
  time INTEGER NOT NULL,
  actor TEXT NOT NULL CHECK (actor IN ('user', 'channel', 'courier', 'command', 'system')),
  actor_id INTEGER,
  event TEXT NOT NULL,
  detail TEXT NOT NULL CHECK (json_valid(detail))
) STRICT;
CREATE INDEX order_history_of_order ON order_history (order_id, id);

ALTER TABLE payments ADD COLUMN user_id INTEGER; -- who confirmed or rejected it
ALTER TABLE payments ADD COLUMN judge_time INTEGER; -- when it was confirmed or rejected
ALTER TABLE payments ADD COLUMN note TEXT;
ALTER TABLE payments ADD COLUMN reason TEXT; -- why it was rejected
ALTER TABLE payments ADD COLUMN refunded INTEGER NOT NULL DEFAULT 0 CHECK (refunded BETWEEN 0 AND amount); -- the sum of its refunds
UPDATE payments SET judge_time = create_time WHERE status <> 'notified';
UPDATE payments SET refunded = amount WHERE status = 'refunded';

CREATE TABLE payment_slips (
  payment_id INTEGER PRIMARY KEY REFERENCES payments,
  media_type TEXT NOT NULL CHECK (media_type IN ('image/jpeg', 'image/png', 'image/webp')),
  hash BLOB NOT NULL, -- SHA-256 of the picture: the same one may have been sent before
  picture BLOB NOT NULL
) STRICT;
CREATE INDEX payment_slips_by_hash ON payment_slips (hash);

CREATE TABLE refunds (
  id INTEGER PRIMARY KEY,
  payment_id INTEGER NOT NULL REFERENCES payments,
  amount INTEGER NOT NULL CHECK (amount > 0),
  method TEXT NOT NULL CHECK (method IN ('transfer', 'promptpay', 'cash', 'card', 'other')),
  note TEXT,
  user_id INTEGER,
  create_time INTEGER NOT NULL
) STRICT;
CREATE INDEX refunds_of_payment ON refunds (payment_id, id);

-- The lines that money was paid back for; where several payments gave it together, with the first of their refunds.
CREATE TABLE refund_lines (
  refund_id INTEGER NOT NULL REFERENCES refunds,
  line_id INTEGER NOT NULL REFERENCES order_lines,
  qty INTEGER NOT NULL CHECK (qty > 0),
  PRIMARY KEY (refund_id, line_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX refund_lines_of_line ON refund_lines (line_id);

ALTER TABLE shipments ADD COLUMN cod_amount INTEGER CHECK (cod_amount > 0); -- what this parcel collects
ALTER TABLE shipments ADD COLUMN tracking_url TEXT;
ALTER TABLE shipments ADD COLUMN status_time INTEGER; -- by the courier's clock, of the newest that it said
ALTER TABLE shipments ADD COLUMN track_time INTEGER; -- when the courier is to be asked next
CREATE INDEX shipments_by_number ON shipments (tracking_number) WHERE tracking_number IS NOT NULL;
CREATE INDEX shipments_to_track ON shipments (track_time) WHERE track_time IS NOT NULL;
UPDATE shipments SET cod_amount = (SELECT nullif(cod_amount, 0) FROM orders WHERE id = order_id)
  WHERE id IN (SELECT min(id) FROM shipments WHERE status <> 'canceled' GROUP BY order_id);

-- What couriers say of a parcel, as they say it.
CREATE TABLE tracking_events (
  shipment_id INTEGER NOT NULL REFERENCES shipments,
  time INTEGER NOT NULL,
  code TEXT NOT NULL,
  status TEXT, -- what it means for the shipment, if anything
  description TEXT NOT NULL,
  location TEXT,
  receive_time INTEGER NOT NULL,
  PRIMARY KEY (shipment_id, time, code)
) STRICT, WITHOUT ROWID;

-- What a courier has paid out of what it collected.
CREATE TABLE remittances (
  id INTEGER PRIMARY KEY,
  store_id INTEGER NOT NULL REFERENCES stores,
  note TEXT,
  user_id INTEGER,
  create_time INTEGER NOT NULL
) STRICT;
CREATE INDEX remittances_of_store ON remittances (store_id, id);
CREATE TABLE remittance_lines (
  shipment_id INTEGER PRIMARY KEY REFERENCES shipments, -- paid out once
  remittance_id INTEGER NOT NULL REFERENCES remittances,
  amount INTEGER NOT NULL CHECK (amount > 0)
) STRICT;
CREATE INDEX remittance_lines_of_remittance ON remittance_lines (remittance_id);

-- One courier a shipping type. Its settings are JSON: the adapter and what that needs.
CREATE TABLE couriers_by_type (
  id INTEGER PRIMARY KEY,
  store_id INTEGER NOT NULL REFERENCES stores,
  shipping_type TEXT NOT NULL,
  settings TEXT NOT NULL CHECK (json_valid(settings)),
  UNIQUE (store_id, shipping_type)
) STRICT;
INSERT INTO couriers_by_type (store_id, shipping_type, settings)
  SELECT store_id, shipping_type, json_remove(settings, '$.shipping_type', '$.prefix', '$.first', '$.count', '$.cod')
  FROM couriers WHERE id IN (SELECT max(id) FROM couriers GROUP BY store_id, shipping_type) ORDER BY id;

-- Numbers bought from the post. They are given in their order, and next_serial never goes back.
CREATE TABLE number_ranges (
  id INTEGER PRIMARY KEY,
  courier_id INTEGER NOT NULL REFERENCES couriers_by_type,
  prefix TEXT NOT NULL,
  first_serial INTEGER NOT NULL CHECK (first_serial >= 0),
  count INTEGER NOT NULL CHECK (count > 0 AND first_serial + count <= 100000000),
  next_serial INTEGER NOT NULL CHECK (next_serial BETWEEN first_serial AND first_serial + count),
  cod INTEGER NOT NULL CHECK (cod IN (0, 1)),
  UNIQUE (courier_id, prefix, first_serial)
) STRICT;
INSERT INTO number_ranges (courier_id, prefix, first_serial, count, next_serial, cod)
  SELECT t.id, c.settings ->> 'prefix', c.settings ->> 'first', min(c.settings ->> 'count', 100000000 - (c.settings ->> 'first')),
    c.settings ->> 'first', c.settings ->> 'cod'
  FROM couriers c JOIN couriers_by_type t ON t.store_id = c.store_id AND t.shipping_type = c.shipping_type
  WHERE c.settings ->> 'adapter' = 'number_pool' ORDER BY c.id;
DROP TABLE couriers;
ALTER TABLE couriers_by_type RENAME TO couriers;

-- The queue of what couriers are asked to carry: one open booking an order at most.
CREATE TABLE bookings (
  id INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL REFERENCES orders,
  store_id INTEGER NOT NULL REFERENCES stores,
  shipping_type TEXT NOT NULL,
  key TEXT NOT NULL UNIQUE, -- the idempotency key
  sent_to TEXT, -- where it was sent
  status TEXT NOT NULL CHECK (status IN ('waiting', 'requested', 'booked', 'failed')),
  pending INTEGER NOT NULL DEFAULT 0 CHECK (pending IN (0, 1)), -- requested, and the courier sends the number later
  tries INTEGER NOT NULL DEFAULT 0,
  next_time INTEGER, -- when the clock goes on with it
  reason TEXT, -- why it is not booked yet
  tracking_number TEXT,
  shipment_id INTEGER REFERENCES shipments,
  create_time INTEGER NOT NULL,
  drop_time INTEGER, -- it is not wanted any more
  dropped_by_store INTEGER NOT NULL DEFAULT 0 CHECK (dropped_by_store IN (0, 1)), -- and it is not asked for anew by itself
  CHECK (status <> 'booked' OR tracking_number IS NOT NULL)
) STRICT;
CREATE INDEX bookings_of_order ON bookings (order_id, id);
CREATE UNIQUE INDEX bookings_open ON bookings (order_id) WHERE status <> 'booked' AND drop_time IS NULL;
CREATE INDEX bookings_due ON bookings (next_time, store_id, shipping_type) WHERE next_time IS NOT NULL;
CREATE INDEX bookings_of_courier ON bookings (store_id, shipping_type, next_time) WHERE next_time IS NOT NULL;
CREATE INDEX bookings_requested ON bookings (id) WHERE status = 'requested';
CREATE INDEX bookings_of_store ON bookings (store_id, id) WHERE status <> 'booked' AND drop_time IS NULL;
CREATE INDEX bookings_of_shipment ON bookings (shipment_id) WHERE shipment_id IS NOT NULL;

-- Bookings that a courier is to be told to forget.
CREATE TABLE booking_cancellations (
  booking_id INTEGER PRIMARY KEY REFERENCES bookings,
  status TEXT NOT NULL CHECK (status IN ('waiting', 'canceled', 'refused', 'closed')),
  tries INTEGER NOT NULL DEFAULT 0,
  next_time INTEGER, -- when the clock tells it
  reason TEXT,
  create_time INTEGER NOT NULL
) STRICT;
CREATE INDEX booking_cancellations_waiting ON booking_cancellations (booking_id) WHERE status = 'waiting';
CREATE INDEX booking_cancellations_due ON booking_cancellations (next_time) WHERE next_time IS NOT NULL;

-- Receipts and tax invoices are numbered without gaps. What they say is written once, with the number.
CREATE TABLE receipts (
  id INTEGER PRIMARY KEY,
  store_id INTEGER NOT NULL REFERENCES stores,
  number INTEGER NOT NULL,
  order_id INTEGER NOT NULL UNIQUE REFERENCES orders,
  create_time INTEGER NOT NULL,
  document TEXT NOT NULL CHECK (json_valid(document)),
  UNIQUE (store_id, number)
) STRICT;
`;
