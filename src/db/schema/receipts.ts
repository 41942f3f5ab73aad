/** Receipts, tax invoices, credit notes and refund vouchers. */
export const receipts = `
-- Receipts and tax invoices, numbered without gaps. The content is written once, with the number. A canceled one keeps
-- its number.
CREATE TABLE receipts (
  id INTEGER PRIMARY KEY,
  store_id INTEGER NOT NULL REFERENCES stores,
  number INTEGER NOT NULL,
  order_id INTEGER NOT NULL REFERENCES orders,
  create_time INTEGER NOT NULL, -- its date; a replacement has the date of the one that it replaces
  is_printed INTEGER NOT NULL DEFAULT 0 CHECK (is_printed IN (0, 1)), -- later prints are copies
  document TEXT NOT NULL CHECK (json_valid(document)),
  void_time INTEGER, -- canceled since; its replacement was issued at the same time
  void_reason TEXT CHECK (void_reason IN ('buyer_name', 'buyer_address', 'buyer_tax_id', 'seller')),
  void_user_id INTEGER, -- account that canceled it
  replaced_by INTEGER, -- number of its replacement
  UNIQUE (store_id, number),
  CHECK ((void_time IS NULL) = (void_reason IS NULL)),
  CHECK ((void_time IS NULL) = (replaced_by IS NULL))
) STRICT;
-- Query: the receipt of an order. Constraint: an order has one that is not canceled.
CREATE UNIQUE INDEX receipts_of_order ON receipts (order_id) WHERE void_time IS NULL;
-- Query: the canceled receipts of an order.
CREATE INDEX receipts_voided_of_order ON receipts (order_id) WHERE void_time IS NOT NULL;
-- Query: what a store canceled in a time span.
CREATE INDEX receipts_voided ON receipts (store_id, void_time) WHERE void_time IS NOT NULL;
-- Queries: the tax invoices of a store in a time span, and whether they are many.
CREATE INDEX receipts_by_time ON receipts (store_id, create_time);

-- Documents of refunds after a receipt: credit notes of tax invoices, otherwise refund vouchers. Each kind is numbered
-- without gaps. The content is written once, with the number.
CREATE TABLE refund_documents (
  id INTEGER PRIMARY KEY,
  store_id INTEGER NOT NULL REFERENCES stores,
  kind TEXT NOT NULL CHECK (kind IN ('credit_note', 'refund_voucher')),
  number INTEGER NOT NULL,
  refund_id INTEGER NOT NULL UNIQUE REFERENCES refunds, -- the first of the refunds that were recorded together
  create_time INTEGER NOT NULL,
  is_printed INTEGER NOT NULL DEFAULT 0 CHECK (is_printed IN (0, 1)), -- later prints are copies
  document TEXT NOT NULL CHECK (json_valid(document)),
  UNIQUE (store_id, kind, number)
) STRICT;
-- Query: the credit notes and refund vouchers of a store in a time span.
CREATE INDEX refund_documents_by_time ON refund_documents (store_id, create_time);
`;
