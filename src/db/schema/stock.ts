/** Stock per variant and warehouse, its ledger, and the documents that move several variants. */
export const stock = `
-- Quantities per variant and warehouse. Rows that move often are marked and so lie together: a batch of orders then
-- writes few pages. Other rows lie elsewhere; both are found by variant and warehouse.
CREATE TABLE stock (
  variant_id INTEGER NOT NULL REFERENCES variants,
  warehouse_id INTEGER NOT NULL REFERENCES warehouses,
  on_hand INTEGER NOT NULL DEFAULT 0,
  reserved INTEGER NOT NULL DEFAULT 0,
  update_time INTEGER NOT NULL DEFAULT 0, -- time of the newest ledger entry
  newest_entry INTEGER, -- id of the newest ledger entry; null: nothing has moved yet
  is_fast_moving INTEGER NOT NULL DEFAULT 0 CHECK (is_fast_moving = 0 OR is_fast_moving = 1),
  PRIMARY KEY (is_fast_moving, variant_id, warehouse_id),
  UNIQUE (variant_id, warehouse_id)
) STRICT, WITHOUT ROWID;

-- What a deleted variant had available: its apps and channels know these quantities when it is restored.
CREATE TABLE deleted_quantities (
  variant_id INTEGER NOT NULL REFERENCES variants,
  warehouse_id INTEGER NOT NULL,
  available INTEGER NOT NULL,
  PRIMARY KEY (variant_id, warehouse_id)
) STRICT, WITHOUT ROWID;

-- Purchases, transfers, returns, counts and other changes of several variants at once.
CREATE TABLE stock_documents (
  id INTEGER PRIMARY KEY,
  store_id INTEGER NOT NULL REFERENCES stores,
  kind TEXT NOT NULL CHECK (kind IN ('purchase', 'deposit', 'return', 'damaged', 'lost', 'withdrawn', 'transfer',
    'assembly', 'disassembly', 'count', 'fulfilment')),
  status TEXT NOT NULL CHECK (status IN ('draft', 'committed', 'discarded')),
  warehouse_id INTEGER NOT NULL REFERENCES warehouses,
  to_warehouse_id INTEGER REFERENCES warehouses, -- of a transfer
  order_id INTEGER REFERENCES orders, -- of a return, and of what of it was written off
  user_id INTEGER,
  commit_user_id INTEGER, -- of a count, which another account may have started
  note TEXT,
  create_time INTEGER NOT NULL,
  commit_time INTEGER,
  applying INTEGER NOT NULL DEFAULT 0 CHECK (applying IN (0, 1)), -- committed, and some count_lines are not applied yet
  CHECK ((kind = 'transfer') = (to_warehouse_id IS NOT NULL)),
  CHECK (kind <> 'return' OR order_id IS NOT NULL),
  CHECK (kind IN ('return', 'damaged', 'lost') OR order_id IS NULL),
  CHECK ((status = 'committed') = (commit_time IS NOT NULL))
) STRICT;
-- Query: one page of a store's documents, newest first.
CREATE INDEX stock_documents_of_store ON stock_documents (store_id);
-- Query: the documents of returns of an order.
CREATE INDEX stock_documents_of_order ON stock_documents (order_id) WHERE order_id IS NOT NULL;
-- Queries: the document that is being applied; the view current_stock. Constraint: one at a time.
CREATE UNIQUE INDEX stock_documents_applying ON stock_documents (applying) WHERE applying = 1;

-- What a document moves, unless it is a count or the file of a fulfilment house.
CREATE TABLE document_lines (
  document_id INTEGER NOT NULL REFERENCES stock_documents,
  line INTEGER NOT NULL,
  variant_id INTEGER NOT NULL REFERENCES variants,
  qty INTEGER NOT NULL CHECK (qty > 0), -- of a document with an order: in units of its lines, which may be bundles
  cost INTEGER CHECK (cost >= 0), -- per piece, in a purchase
  order_line_id INTEGER REFERENCES order_lines, -- in a return
  PRIMARY KEY (document_id, line)
) STRICT, WITHOUT ROWID;
-- Query: how much of an order line came back.
CREATE INDEX document_lines_of_order_line ON document_lines (order_line_id) WHERE order_line_id IS NOT NULL;

-- The counted quantities of a count or of the file of a fulfilment house.
CREATE TABLE count_lines (
  document_id INTEGER NOT NULL REFERENCES stock_documents,
  variant_id INTEGER NOT NULL REFERENCES variants,
  counted INTEGER NOT NULL CHECK (counted >= 0),
  expected INTEGER NOT NULL, -- on hand when it was entered, plus undone
  -- Movements after the entry. A commit adds them to the counted quantity, or undoes them. It changes stock by
  -- counted - expected in either case.
  kept INTEGER NOT NULL DEFAULT 0,
  undone INTEGER NOT NULL DEFAULT 0,
  applied INTEGER NOT NULL DEFAULT 0 CHECK (applied IN (0, 1)), -- stock and ledger contain it
  -- The last scan of each page that added to it, newest last: a scan that is sent again counts once.
  scans TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(scans)),
  PRIMARY KEY (document_id, variant_id)
) STRICT, WITHOUT ROWID;

-- Stock as readers see it: a committed count holds at once, before its lines are applied to stock.
CREATE VIEW current_stock AS
  SELECT s.variant_id, s.warehouse_id, coalesce((
      SELECT c.counted + c.kept FROM stock_documents d JOIN count_lines c ON c.document_id = d.id
      WHERE d.applying = 1 AND d.warehouse_id = s.warehouse_id AND c.variant_id = s.variant_id AND c.applied = 0
    ), s.on_hand) AS on_hand, s.reserved
  FROM stock s;

-- Every movement of stock, append-only. Entries of one variant and warehouse form a chain, so that all entries are
-- written at the table's end. Stock has no foreign key, because SQLite would look it up for each entry; "raan check" does.
CREATE TABLE stock_ledger (
  id INTEGER PRIMARY KEY,
  previous INTEGER CHECK (previous < id), -- the entry before it in its chain; a foreign key would read that row
  variant_id INTEGER NOT NULL,
  warehouse_id INTEGER NOT NULL,
  time INTEGER NOT NULL, -- strictly increasing in a chain
  on_hand_before INTEGER NOT NULL, on_hand_after INTEGER NOT NULL,
  reserved_before INTEGER NOT NULL, reserved_after INTEGER NOT NULL,
  reason TEXT NOT NULL,
  order_id INTEGER,
  user_id INTEGER,
  document_id INTEGER REFERENCES stock_documents,
  CHECK (order_id IS NULL OR user_id IS NULL)
) STRICT;
-- Query: what a document moved.
CREATE INDEX stock_ledger_of_document ON stock_ledger (document_id, variant_id) WHERE document_id IS NOT NULL;
-- Query: reservations of a warehouse by time. Nearly all entries have this reason or the next one, and do not repeat it.
CREATE INDEX stock_ledger_reserved ON stock_ledger (warehouse_id, time, variant_id) WHERE reason = 'order_reserved';
-- Query: what left a warehouse, by time.
CREATE INDEX stock_ledger_shipped ON stock_ledger (warehouse_id, time, variant_id) WHERE reason = 'shipped';
-- Query: other movements of a warehouse by reason and time.
CREATE INDEX stock_ledger_by_reason ON stock_ledger (warehouse_id, reason, time, variant_id)
  WHERE reason <> 'order_reserved' AND reason <> 'shipped';
-- Query: the movements of an order.
CREATE INDEX stock_ledger_of_order ON stock_ledger (order_id) WHERE order_id IS NOT NULL;
-- Query: the movements by an account.
CREATE INDEX stock_ledger_of_user ON stock_ledger (user_id, time) WHERE user_id IS NOT NULL;
-- Keeps entries as they were written.
CREATE TRIGGER stock_ledger_no_update BEFORE UPDATE ON stock_ledger BEGIN
  SELECT raise(ABORT, 'the ledger is append-only');
END;
-- Keeps every entry.
CREATE TRIGGER stock_ledger_no_delete BEFORE DELETE ON stock_ledger BEGIN
  SELECT raise(ABORT, 'the ledger is append-only');
END;
`;
