/**
 * The ledger is written at its end alone. It lay by variant, warehouse and time, so that each row of it changed a page
 * of its own, which a store of many variants had to read first: half of all pages that orders wrote. Now each entry names
 * the one before it of the same stock, and stock names the newest.
 */
export const chainedLedger = `
ALTER TABLE stock ADD COLUMN newest_entry INTEGER; -- of the ledger; none: nothing has moved yet

ALTER TABLE stock_ledger RENAME TO old_ledger;
CREATE TABLE stock_ledger (
  id INTEGER PRIMARY KEY,
  previous INTEGER CHECK (previous < id), -- the entry before it of the same variant and warehouse; without a reference, which would read it
  variant_id INTEGER NOT NULL,
  warehouse_id INTEGER NOT NULL,
  time INTEGER NOT NULL, -- strictly increasing per variant and warehouse
  on_hand_before INTEGER NOT NULL, on_hand_after INTEGER NOT NULL,
  reserved_before INTEGER NOT NULL, reserved_after INTEGER NOT NULL,
  reason TEXT NOT NULL,
  order_id INTEGER,
  user_id INTEGER,
  document_id INTEGER REFERENCES stock_documents,
  FOREIGN KEY (variant_id, warehouse_id) REFERENCES stock,
  CHECK (order_id IS NULL OR user_id IS NULL)
) STRICT;
INSERT INTO stock_ledger
  SELECT row_number() OVER stocks,
    iif((lag(variant_id) OVER stocks, lag(warehouse_id) OVER stocks) = (variant_id, warehouse_id),
      row_number() OVER stocks - 1, NULL),
    variant_id, warehouse_id, time, on_hand_before, on_hand_after, reserved_before, reserved_after, reason, order_id,
    user_id, document_id
  FROM old_ledger WINDOW stocks AS (ORDER BY variant_id, warehouse_id, time);
UPDATE stock SET newest_entry = entry
  FROM (SELECT variant_id AS variant, warehouse_id AS place, sum(count(*)) OVER (ORDER BY variant_id, warehouse_id) AS entry
    FROM old_ledger GROUP BY variant_id, warehouse_id)
  WHERE variant = stock.variant_id AND place = stock.warehouse_id;
DROP TABLE old_ledger;

CREATE INDEX stock_ledger_of_document ON stock_ledger (document_id, variant_id) WHERE document_id IS NOT NULL;
CREATE INDEX stock_ledger_by_reason ON stock_ledger (warehouse_id, reason, time, variant_id);
CREATE INDEX stock_ledger_of_order ON stock_ledger (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX stock_ledger_of_user ON stock_ledger (user_id, time) WHERE user_id IS NOT NULL;
CREATE TRIGGER stock_ledger_kept BEFORE UPDATE ON stock_ledger BEGIN SELECT raise(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER stock_ledger_whole BEFORE DELETE ON stock_ledger BEGIN SELECT raise(ABORT, 'the ledger is append-only'); END;
`;
