/** Couriers, and the queue of bookings at couriers. */
export const bookings = `
-- The courier of a shipping type. Its settings are JSON: the adapter and what that adapter needs; secret and token are sealed (lib/sealed.ts).
CREATE TABLE couriers (
  id INTEGER PRIMARY KEY,
  store_id INTEGER NOT NULL REFERENCES stores,
  shipping_type TEXT NOT NULL,
  settings TEXT NOT NULL CHECK (json_valid(settings)),
  UNIQUE (store_id, shipping_type)
) STRICT;

-- The secret of a courier before its last reset, while callbacks with it are still accepted.
CREATE TABLE old_courier_secrets (
  courier_id INTEGER PRIMARY KEY REFERENCES couriers,
  secret TEXT NOT NULL, -- sealed
  end_time INTEGER NOT NULL,
  use_time INTEGER, -- last callback with it, to the minute
  current_use_time INTEGER -- last callback with the current secret, to the minute
) STRICT;

-- Tracking numbers bought from the post office. They are used in order, and next_serial never goes back.
CREATE TABLE number_ranges (
  id INTEGER PRIMARY KEY,
  courier_id INTEGER NOT NULL REFERENCES couriers,
  prefix TEXT NOT NULL,
  first_serial INTEGER NOT NULL CHECK (first_serial >= 0),
  count INTEGER NOT NULL CHECK (count > 0 AND first_serial + count <= 100000000),
  next_serial INTEGER NOT NULL CHECK (next_serial BETWEEN first_serial AND first_serial + count),
  cod INTEGER NOT NULL CHECK (cod IN (0, 1)),
  UNIQUE (courier_id, prefix, first_serial)
) STRICT;

-- Requests to couriers to carry an order: see domain/orders/bookings/booking-states.ts. An order has one open booking at most.
CREATE TABLE bookings (
  id INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL REFERENCES orders,
  store_id INTEGER NOT NULL REFERENCES stores,
  shipping_type TEXT NOT NULL,
  key TEXT NOT NULL UNIQUE, -- the idempotency key
  sent_to TEXT, -- address of the courier that was asked
  reference TEXT, -- of the reservation, if the courier books in two steps; see domain/couriers/adapters/adapter.ts
  state TEXT NOT NULL CHECK (state IN ('queued', 'requesting', 'uncertain', 'pending', 'booked', 'failed', 'dropped')),
  tries INTEGER NOT NULL DEFAULT 0,
  next_time INTEGER, -- time of the next automatic attempt; null if it waits for a manual action, or an attempt is under way
  reason TEXT, -- why it is not booked yet
  tracking_number TEXT,
  shipment_id INTEGER REFERENCES shipments,
  create_time INTEGER NOT NULL,
  drop_time INTEGER, -- not wanted since; a booking that the courier may have keeps its state until that is certain
  dropped_by_store INTEGER NOT NULL DEFAULT 0 CHECK (dropped_by_store IN (0, 1)), -- then raan does not ask again by itself
  CHECK (state <> 'booked' OR (tracking_number IS NOT NULL AND shipment_id IS NOT NULL)),
  CHECK (state NOT IN ('requesting', 'booked', 'dropped') OR next_time IS NULL),
  CHECK (drop_time IS NULL OR state IN ('requesting', 'uncertain', 'pending', 'dropped')),
  CHECK (state <> 'dropped' OR drop_time IS NOT NULL)
) STRICT;
-- Query: the bookings of an order.
CREATE INDEX bookings_of_order ON bookings (order_id);
-- Query: the open booking of an order. Constraint: one.
CREATE UNIQUE INDEX bookings_open ON bookings (order_id) WHERE state <> 'booked' AND drop_time IS NULL;
-- Queries: the couriers with bookings that are due; the bookings of a courier that are due; how long the queue is.
CREATE INDEX bookings_of_courier ON bookings (store_id, shipping_type, next_time) WHERE next_time IS NOT NULL;
-- Query: bookings that are being asked about, or were when the server was killed.
CREATE INDEX bookings_in_flight ON bookings (id)
  WHERE next_time IS NULL AND state IN ('requesting', 'uncertain', 'pending');
-- Query: the unfinished bookings of a store.
CREATE INDEX bookings_of_store ON bookings (store_id) WHERE state NOT IN ('booked', 'dropped');
-- Query: the booking that gave a parcel its number.
CREATE INDEX bookings_of_shipment ON bookings (shipment_id) WHERE shipment_id IS NOT NULL;
-- Query: the order list's tab of failed bookings.
CREATE INDEX bookings_failed ON bookings (order_id) WHERE state = 'failed';

-- Requests to couriers to cancel a booking.
CREATE TABLE booking_cancellations (
  booking_id INTEGER PRIMARY KEY REFERENCES bookings,
  status TEXT NOT NULL CHECK (status IN ('waiting', 'canceled', 'refused', 'closed')),
  tries INTEGER NOT NULL DEFAULT 0,
  next_time INTEGER, -- time of the next attempt
  reason TEXT,
  create_time INTEGER NOT NULL
) STRICT;
-- Query: cancellations that were being sent when the server stopped.
CREATE INDEX booking_cancellations_waiting ON booking_cancellations (booking_id) WHERE status = 'waiting';
-- Query: cancellations whose time has come.
CREATE INDEX booking_cancellations_due ON booking_cancellations (next_time) WHERE next_time IS NOT NULL;
`;
