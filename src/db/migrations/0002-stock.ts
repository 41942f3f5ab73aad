/** Bundles, pulled products, stock documents and count sheets; edited, shipped and returned orders. */
export const stock = `
ALTER TABLE products ADD COLUMN parent_id INTEGER REFERENCES products; -- of a pulled product: its source
CREATE INDEX products_pulled ON products (parent_id) WHERE parent_id IS NOT NULL;

ALTER TABLE variants ADD COLUMN pulled_from_variant_id INTEGER REFERENCES variants; -- whose stock it shows and sells
ALTER TABLE variants ADD COLUMN is_bundle INTEGER NOT NULL DEFAULT 0
  CHECK (is_bundle = 0 OR (is_bundle = 1 AND pulled_from_variant_id IS NULL));
ALTER TABLE variants ADD COLUMN low_stock_threshold INTEGER CHECK (low_stock_threshold >= 0);
CREATE UNIQUE INDEX variants_pulled ON variants (pulled_from_variant_id, product_id) WHERE pulled_from_variant_id IS NOT NULL;

-- A bundle is sold as its parts; any other variant with parts is assembled from them.
CREATE TABLE variant_parts (
  variant_id INTEGER NOT NULL REFERENCES variants,
  part_id INTEGER NOT NULL REFERENCES variants,
  qty INTEGER NOT NULL CHECK (qty > 0),
  PRIMARY KEY (variant_id, part_id),
  CHECK (variant_id <> part_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX variant_parts_by_part ON variant_parts (part_id);

-- What moves stock in several lines. A count and a fulfilment house's file have count_lines, the rest has document_lines.
CREATE TABLE stock_documents (
  id INTEGER PRIMARY KEY,
  store_id INTEGER NOT NULL REFERENCES stores,
  kind TEXT NOT NULL CHECK (kind IN ('purchase', 'deposit', 'return', 'damaged', 'lost', 'withdrawn', 'transfer',
    'assembly', 'disassembly', 'count', 'fulfilment')),
  status TEXT NOT NULL CHECK (status IN ('draft', 'committed', 'discarded')),
  warehouse_id INTEGER NOT NULL REFERENCES warehouses,
  to_warehouse_id INTEGER REFERENCES warehouses, -- of a transfer
  order_id INTEGER REFERENCES orders, -- of a return
  user_id INTEGER,
  note TEXT,
  create_time INTEGER NOT NULL,
  commit_time INTEGER,
  applying INTEGER NOT NULL DEFAULT 0 CHECK (applying IN (0, 1)), -- it is committed, and not all of its count_lines are applied
  CHECK ((kind = 'transfer') = (to_warehouse_id IS NOT NULL)),
  CHECK ((kind = 'return') = (order_id IS NOT NULL)),
  CHECK ((status = 'committed') = (commit_time IS NOT NULL))
) STRICT;
CREATE INDEX stock_documents_of_store ON stock_documents (store_id, id);
CREATE UNIQUE INDEX stock_documents_applying ON stock_documents (applying) WHERE applying = 1;

CREATE TABLE document_lines (
  document_id INTEGER NOT NULL REFERENCES stock_documents,
  line INTEGER NOT NULL,
  variant_id INTEGER NOT NULL REFERENCES variants,
  qty INTEGER NOT NULL CHECK (qty > 0),
  cost INTEGER CHECK (cost >= 0), -- of one piece, in a purchase
  order_line_id INTEGER REFERENCES order_lines, -- in a return; qty is then in the line's units
  PRIMARY KEY (document_id, line)
) STRICT, WITHOUT ROWID;
CREATE INDEX document_lines_of_order_line ON document_lines (order_line_id) WHERE order_line_id IS NOT NULL;

CREATE TABLE count_lines (
  document_id INTEGER NOT NULL REFERENCES stock_documents,
  variant_id INTEGER NOT NULL REFERENCES variants,
  counted INTEGER NOT NULL CHECK (counted >= 0),
  expected INTEGER NOT NULL, -- what was on hand when it was entered
  applied INTEGER NOT NULL DEFAULT 0 CHECK (applied IN (0, 1)), -- stock and ledger have it
  PRIMARY KEY (document_id, variant_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX count_lines_to_apply ON count_lines (document_id, variant_id) WHERE applied = 0;

-- Stock as it is to be read: what a committed count says holds before it is applied.
CREATE VIEW current_stock AS
  SELECT s.variant_id, s.warehouse_id, coalesce((
      SELECT c.counted FROM stock_documents d JOIN count_lines c ON c.document_id = d.id
      WHERE d.applying = 1 AND d.warehouse_id = s.warehouse_id AND c.variant_id = s.variant_id AND c.applied = 0
    ), s.on_hand) AS on_hand, s.reserved
  FROM stock s;

ALTER TABLE stock_ledger ADD COLUMN document_id INTEGER REFERENCES stock_documents;
CREATE INDEX stock_ledger_of_document ON stock_ledger (document_id, variant_id) WHERE document_id IS NOT NULL;

-- What one of an order line took from stock when it was ordered, where that was not just its own variant.
CREATE TABLE order_line_parts (
  line_id INTEGER NOT NULL REFERENCES order_lines,
  variant_id INTEGER NOT NULL REFERENCES variants,
  qty INTEGER NOT NULL CHECK (qty > 0),
  PRIMARY KEY (line_id, variant_id)
) STRICT, WITHOUT ROWID;

-- What was shipped short of the line, and is not coming.
ALTER TABLE order_lines ADD COLUMN short_qty INTEGER NOT NULL DEFAULT 0 CHECK (short_qty BETWEEN 0 AND qty);

ALTER TABLE order_lines ADD COLUMN delete_time INTEGER; -- taken out of the order again: its id must not come back

-- A line of several parts reserves each of them.
CREATE TABLE reservations_of_parts (
  line_id INTEGER NOT NULL REFERENCES order_lines,
  variant_id INTEGER NOT NULL,
  warehouse_id INTEGER NOT NULL,
  qty INTEGER NOT NULL CHECK (qty > 0),
  PRIMARY KEY (line_id, variant_id, warehouse_id),
  FOREIGN KEY (variant_id, warehouse_id) REFERENCES stock
) STRICT, WITHOUT ROWID;
INSERT INTO reservations_of_parts SELECT line_id, variant_id, warehouse_id, qty FROM reservations;
DROP TABLE reservations;
ALTER TABLE reservations_of_parts RENAME TO reservations;

-- Booked, on their way or delivered: while there are any the order does not expire.
ALTER TABLE orders ADD COLUMN live_shipments INTEGER NOT NULL DEFAULT 0 CHECK (live_shipments >= 0);
DROP INDEX orders_to_expire;
CREATE INDEX orders_to_expire ON orders (expiration_time)
  WHERE status = 'open' AND paid_time IS NULL AND live_shipments = 0 AND expiration_time IS NOT NULL;

CREATE TABLE shipments (
  id INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL REFERENCES orders,
  shipping_type TEXT NOT NULL,
  tracking_number TEXT,
  status TEXT NOT NULL CHECK (status IN ('booked', 'picked_up', 'in_transit', 'out_for_delivery', 'delivered',
    'delivery_failed', 'returning', 'returned', 'canceled')),
  create_time INTEGER NOT NULL,
  book_time INTEGER,
  ship_time INTEGER,
  deliver_time INTEGER,
  cancel_time INTEGER
) STRICT;
CREATE INDEX shipments_of_order ON shipments (order_id, id);

-- While it is booked: what it is to take of the order's reservations; from pick-up on: what it took; canceled: what it
-- was to take.
CREATE TABLE shipment_items (
  shipment_id INTEGER NOT NULL REFERENCES shipments,
  line_id INTEGER NOT NULL REFERENCES order_lines,
  variant_id INTEGER NOT NULL REFERENCES variants,
  warehouse_id INTEGER NOT NULL REFERENCES warehouses,
  qty INTEGER NOT NULL CHECK (qty > 0),
  PRIMARY KEY (shipment_id, line_id, variant_id, warehouse_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX shipment_items_of_line ON shipment_items (line_id);
`;
