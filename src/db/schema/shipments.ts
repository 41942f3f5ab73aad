/** Parcels and what couriers report about them. */
export const shipments = `
-- One row per parcel.
CREATE TABLE shipments (
  id INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL REFERENCES orders,
  shipping_type TEXT NOT NULL,
  tracking_number TEXT,
  status TEXT NOT NULL CHECK (status IN ('booked', 'picked_up', 'in_transit', 'out_for_delivery', 'delivered',
    'delivery_failed', 'returning', 'returned', 'canceled')),
  create_time INTEGER NOT NULL,
  ship_time INTEGER,
  deliver_time INTEGER,
  cancel_time INTEGER,
  cod_amount INTEGER CHECK (cod_amount > 0), -- what the courier collects
  tracking_url TEXT, -- the courier's own page; otherwise the courier's pattern gives it
  status_time INTEGER, -- of the newest report, by the courier's clock
  track_time INTEGER, -- when to ask the courier next
  paid_out INTEGER NOT NULL DEFAULT 0 CHECK (paid_out IN (0, 1)), -- has a remittance line that is not undone
  cod_settled TEXT GENERATED ALWAYS AS (
    CASE WHEN cod_amount IS NULL OR status = 'canceled' THEN NULL WHEN paid_out THEN 'remitted'
      WHEN status = 'delivered' THEN 'collected' WHEN status = 'returned' THEN 'failed' ELSE 'open' END) -- open: the order's cod_status decides
) STRICT;
-- Query: the parcel that has a tracking number.
CREATE INDEX shipments_by_number ON shipments (tracking_number) WHERE tracking_number IS NOT NULL;
-- Query: parcels whose courier is to be asked.
CREATE INDEX shipments_to_track ON shipments (track_time) WHERE track_time IS NOT NULL;
-- Query: the parcels that wait for the courier, by their orders.
CREATE INDEX shipments_to_hand_over ON shipments (order_id, shipping_type) WHERE status = 'booked';
-- Query: the order list's tab of parcels on their way.
CREATE INDEX shipments_on_the_way ON shipments (order_id)
  WHERE status IN ('picked_up', 'in_transit', 'out_for_delivery', 'delivery_failed');
-- Query: the order list's tab of parcels coming back.
CREATE INDEX shipments_coming_back ON shipments (order_id) WHERE status IN ('returning', 'returned');
-- Query: the parcels that were handed over since a time.
CREATE INDEX shipments_by_ship_time ON shipments (ship_time, order_id, shipping_type) WHERE ship_time IS NOT NULL;
-- Query: COD money that is still to be collected or paid out.
CREATE INDEX shipments_collecting ON shipments (order_id, status, cod_amount, paid_out)
  WHERE cod_amount IS NOT NULL AND paid_out = 0 AND status NOT IN ('returned', 'canceled');
-- Query: one page of COD parcels by state.
CREATE INDEX shipments_with_cod ON shipments (cod_settled, id, order_id, cod_amount) WHERE cod_settled IS NOT NULL;
-- Query: one page of a courier's COD parcels by state.
CREATE INDEX shipments_with_cod_of_courier ON shipments (cod_settled, shipping_type, id, order_id, cod_amount)
  WHERE cod_settled IS NOT NULL;
-- Query: the parcels of an order.
CREATE INDEX shipments_of_order ON shipments (order_id);

-- The content of a parcel: while it is booked, what it will take of the order's reservations; from pick-up on, what it
-- took; if it is canceled, what it would have taken.
CREATE TABLE shipment_items (
  shipment_id INTEGER NOT NULL REFERENCES shipments,
  line_id INTEGER NOT NULL REFERENCES order_lines,
  variant_id INTEGER NOT NULL REFERENCES variants,
  warehouse_id INTEGER NOT NULL REFERENCES warehouses,
  qty INTEGER NOT NULL CHECK (qty > 0),
  cost INTEGER, -- per unit when it left; null: not left, or the variant had none
  PRIMARY KEY (shipment_id, line_id, variant_id, warehouse_id)
) STRICT, WITHOUT ROWID;

-- What is packed of orders that are being packed, and what cannot be packed.
CREATE TABLE packed_pieces (
  order_id INTEGER NOT NULL REFERENCES orders,
  variant_id INTEGER NOT NULL REFERENCES variants,
  qty INTEGER NOT NULL CHECK (qty >= 0),
  missing INTEGER NOT NULL DEFAULT 0 CHECK (missing >= 0), -- reported as not there
  damaged INTEGER NOT NULL DEFAULT 0 CHECK (damaged >= 0), -- reported as damaged, and written off
  PRIMARY KEY (order_id, variant_id)
) STRICT, WITHOUT ROWID;

-- Orders whose goods are packed and have not left.
CREATE TABLE packed_orders (
  order_id INTEGER PRIMARY KEY REFERENCES orders,
  time INTEGER NOT NULL, -- Unix milliseconds
  missing TEXT NOT NULL DEFAULT '[]' -- JSON: pieces that are not packed, but left for a later parcel: [{"line_id": "1", "qty": 2}]
) STRICT;

-- The last scan of each page on which an order is packed, so that a scan that is sent again counts once.
CREATE TABLE packing_scans (
  order_id INTEGER NOT NULL REFERENCES orders,
  sender TEXT NOT NULL, -- a page of a device
  number INTEGER NOT NULL, -- counted by the sender
  time INTEGER NOT NULL,
  PRIMARY KEY (order_id, sender)
) STRICT, WITHOUT ROWID;

-- What couriers report of a parcel, in their words.
CREATE TABLE tracking_events (
  shipment_id INTEGER NOT NULL REFERENCES shipments,
  time INTEGER NOT NULL,
  code TEXT NOT NULL,
  status TEXT, -- what it means for the parcel, if anything
  description TEXT NOT NULL,
  location TEXT,
  receive_time INTEGER NOT NULL,
  PRIMARY KEY (shipment_id, time, code)
) STRICT, WITHOUT ROWID;
`;
