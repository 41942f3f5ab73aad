/**
 * Stock of what is ordered again and again lies together, apart from all that hardly moves: what a group of orders takes
 * is then on few pages, and not each on one of its own among those of thousands of variants. Which rows do is up to who
 * writes stock; they are found by variant and warehouse wherever they lie.
 *
 * The stock and the variant that rows of orders and of the ledger name are not declared as references any more: SQLite
 * looked each one up for every order, and read as many pages for it. `raan check` asks whether they are there.
 */
export const fastMovingStock = `
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, 'variant_id INTEGER NOT NULL REFERENCES variants', 'variant_id INTEGER NOT NULL')
  WHERE type = 'table' AND name = 'order_lines';
UPDATE sqlite_schema SET sql = replace(sql, '
  FOREIGN KEY (variant_id, warehouse_id) REFERENCES stock,', '')
  WHERE type = 'table' AND name = 'stock_ledger';
UPDATE sqlite_schema SET sql = replace(sql, ',
  FOREIGN KEY (variant_id, warehouse_id) REFERENCES stock', '')
  WHERE type = 'table' AND name = 'reservations';
PRAGMA writable_schema = RESET;

DROP VIEW current_stock;
ALTER TABLE stock RENAME TO old_stock;
CREATE TABLE stock (
  variant_id INTEGER NOT NULL REFERENCES variants,
  warehouse_id INTEGER NOT NULL REFERENCES warehouses,
  on_hand INTEGER NOT NULL DEFAULT 0,
  reserved INTEGER NOT NULL DEFAULT 0,
  update_time INTEGER NOT NULL DEFAULT 0,
  newest_entry INTEGER, -- of the ledger; none: nothing has moved yet
  is_fast_moving INTEGER NOT NULL DEFAULT 0 CHECK (is_fast_moving = 0 OR is_fast_moving = 1),
  PRIMARY KEY (is_fast_moving, variant_id, warehouse_id),
  UNIQUE (variant_id, warehouse_id)
) STRICT, WITHOUT ROWID;
INSERT INTO stock (variant_id, warehouse_id, on_hand, reserved, update_time, newest_entry)
  SELECT variant_id, warehouse_id, on_hand, reserved, update_time, newest_entry FROM old_stock
  ORDER BY variant_id, warehouse_id;
DROP TABLE old_stock;
CREATE VIEW current_stock AS
  SELECT s.variant_id, s.warehouse_id, coalesce((
      SELECT c.counted FROM stock_documents d JOIN count_lines c ON c.document_id = d.id
      WHERE d.applying = 1 AND d.warehouse_id = s.warehouse_id AND c.variant_id = s.variant_id AND c.applied = 0
    ), s.on_hand) AS on_hand, s.reserved
  FROM stock s;
`;
