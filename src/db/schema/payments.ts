/** Bank accounts, payments with slips and refunds, and the COD money that couriers pay out. */
export const payments = `
-- The accounts to which customers transfer money.
CREATE TABLE bank_accounts (
  id INTEGER PRIMARY KEY,
  store_id INTEGER NOT NULL REFERENCES stores,
  bank TEXT NOT NULL, -- code of the Bank of Thailand
  number TEXT NOT NULL, -- digits only
  name TEXT NOT NULL, -- of its holder
  remove_time INTEGER, -- hidden since; payments still name it
  UNIQUE (store_id, bank, number)
) STRICT;

-- Bank transfers that pay several orders, as the store decided.
CREATE TABLE shared_transfers (
  id INTEGER PRIMARY KEY,
  total INTEGER CHECK (total > 0) -- amount of the whole transfer, if the store entered it
) STRICT;

-- Money that a customer paid, or reported to have paid.
CREATE TABLE payments (
  id INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL REFERENCES orders,
  method TEXT NOT NULL CHECK (method IN ('transfer', 'promptpay', 'cash', 'card', 'other')),
  amount INTEGER NOT NULL CHECK (amount > 0),
  status TEXT NOT NULL CHECK (status IN ('notified', 'confirmed', 'rejected', 'refunded')),
  create_time INTEGER NOT NULL,
  user_id INTEGER, -- account that confirmed or rejected it
  review_time INTEGER, -- when it was confirmed or rejected; of COD when the courier's payout arrived
  note TEXT,
  reason TEXT, -- why it was rejected
  refunded INTEGER NOT NULL DEFAULT 0 CHECK (refunded BETWEEN 0 AND amount), -- sum of its refunds
  pay_time INTEGER, -- when the customer paid
  external_id TEXT, -- of the partner that reported it
  request_hash BLOB, -- of the partner's report, to detect another one with the same external_id
  bank_account_id INTEGER REFERENCES bank_accounts, -- that received the transfer
  sending_bank TEXT, -- code of the Bank of Thailand
  reference TEXT, -- transfer reference of the sending bank
  shipment_id INTEGER REFERENCES shipments, -- the parcel whose COD the courier paid out
  shared_transfer_id INTEGER REFERENCES shared_transfers -- the transfer of which it is a part; null if it is the whole
) STRICT;
-- Queries: what a store received in a time span, and whether that is much.
CREATE INDEX payments_received ON payments (review_time) WHERE status IN ('confirmed', 'refunded');
-- Query: other payments with the same transfer.
CREATE INDEX payments_by_reference ON payments (reference) WHERE reference IS NOT NULL;
-- Query: the parts of a transfer.
CREATE INDEX payments_of_shared_transfer ON payments (shared_transfer_id) WHERE shared_transfer_id IS NOT NULL;
-- Query: the orders that have a payment to review.
CREATE INDEX payments_notified ON payments (order_id) WHERE status = 'notified';
-- Query: whether a partner has reported a payment before. Constraint: once.
CREATE UNIQUE INDEX payments_by_external_id ON payments (order_id, external_id) WHERE external_id IS NOT NULL;
-- Query: the payments of an order.
CREATE INDEX payments_of_order ON payments (order_id);

-- The picture of a bank slip.
CREATE TABLE payment_slips (
  payment_id INTEGER PRIMARY KEY REFERENCES payments,
  media_type TEXT NOT NULL CHECK (media_type IN ('image/jpeg', 'image/png', 'image/webp')),
  hash BLOB NOT NULL, -- SHA-256 of the picture before its orientation was corrected
  picture BLOB NOT NULL,
  is_read INTEGER NOT NULL DEFAULT 0 CHECK (is_read IN (0, 1)) -- its QR code was looked for
) STRICT;
-- Query: slips whose QR code was not looked for yet.
CREATE INDEX payment_slips_unread ON payment_slips (payment_id) WHERE is_read = 0;
-- Query: earlier payments with the same slip.
CREATE INDEX payment_slips_by_hash ON payment_slips (hash);

-- The service of a store that confirms transfers.
CREATE TABLE slip_verifiers (
  id INTEGER PRIMARY KEY,
  store_id INTEGER NOT NULL UNIQUE REFERENCES stores,
  url TEXT NOT NULL,
  secret TEXT NOT NULL, -- sealed
  sends_picture INTEGER NOT NULL CHECK (sends_picture IN (0, 1))
) STRICT;

-- What that service says about a payment: see domain/orders/payments/verification/verifications.ts.
CREATE TABLE slip_verifications (
  payment_id INTEGER PRIMARY KEY REFERENCES payments,
  key TEXT NOT NULL, -- idempotency key
  state TEXT NOT NULL CHECK (state IN ('queued', 'requesting', 'uncertain', 'confirmed', 'refused', 'unknown')),
  tries INTEGER NOT NULL DEFAULT 0,
  next_time INTEGER, -- of the next request
  reason TEXT, -- a message, as JSON
  amount INTEGER,
  receiver_account TEXT, -- perhaps masked
  receiver_bank TEXT,
  transfer_time INTEGER,
  CHECK ((state IN ('queued', 'uncertain')) = (next_time IS NOT NULL)),
  CHECK ((state = 'confirmed') = (amount IS NOT NULL))
) STRICT;
-- Query: requests that are due.
CREATE INDEX slip_verifications_due ON slip_verifications (next_time) WHERE next_time IS NOT NULL;
-- Query: requests in flight.
CREATE INDEX slip_verifications_in_flight ON slip_verifications (payment_id) WHERE state = 'requesting';

-- Money paid back, by the payment it came from.
CREATE TABLE refunds (
  id INTEGER PRIMARY KEY,
  payment_id INTEGER NOT NULL REFERENCES payments,
  part_of INTEGER REFERENCES refunds, -- the first of the refunds that were recorded together; null for the first
  amount INTEGER NOT NULL CHECK (amount > 0),
  method TEXT NOT NULL CHECK (method IN ('transfer', 'promptpay', 'cash', 'card', 'other')),
  note TEXT,
  user_id INTEGER,
  create_time INTEGER NOT NULL,
  send_time INTEGER NOT NULL, -- when the money was sent
  bank_account_id INTEGER REFERENCES bank_accounts, -- that sent the transfer
  reference TEXT -- transfer reference, from the QR code of the slip
) STRICT;
-- Query: the refunds of a payment.
CREATE INDEX refunds_of_payment ON refunds (payment_id);
-- Query: what a store refunded in a time span.
CREATE INDEX refunds_by_time ON refunds (send_time);
-- Query: the refunds of the VAT report.
CREATE INDEX refunds_recorded ON refunds (create_time);
-- Query: other refunds with the same transfer.
CREATE INDEX refunds_by_reference ON refunds (reference) WHERE reference IS NOT NULL;

-- The picture of a refund's bank slip. If several payments share a refund, it belongs to the first of its rows.
CREATE TABLE refund_slips (
  refund_id INTEGER PRIMARY KEY REFERENCES refunds,
  media_type TEXT NOT NULL CHECK (media_type IN ('image/jpeg', 'image/png', 'image/webp')),
  picture BLOB NOT NULL
) STRICT;

-- The customer's account to which a refund was sent. If several payments share a refund, it belongs to the first of its rows.
CREATE TABLE refund_accounts (
  refund_id INTEGER PRIMARY KEY REFERENCES refunds,
  promptpay_id TEXT, -- digits only
  bank TEXT, -- code of the Bank of Thailand
  number TEXT, -- digits only
  name TEXT, -- of its holder
  CHECK ((promptpay_id IS NULL) = (bank IS NOT NULL)),
  CHECK ((bank IS NULL) = (number IS NULL))
) STRICT;

-- The lines that a refund is for. If several payments share a refund, the lines belong to the first of its rows.
CREATE TABLE refund_lines (
  refund_id INTEGER NOT NULL REFERENCES refunds,
  line_id INTEGER NOT NULL REFERENCES order_lines,
  qty INTEGER NOT NULL CHECK (qty > 0),
  PRIMARY KEY (refund_id, line_id)
) STRICT, WITHOUT ROWID;
-- Query: how much of an order line was refunded.
CREATE INDEX refund_lines_of_line ON refund_lines (line_id);

-- COD money that a courier paid out at once.
CREATE TABLE remittances (
  id INTEGER PRIMARY KEY,
  store_id INTEGER NOT NULL REFERENCES stores,
  note TEXT,
  user_id INTEGER,
  create_time INTEGER NOT NULL,
  receive_time INTEGER NOT NULL, -- when the money arrived
  fee INTEGER CHECK (fee >= 0), -- what the courier kept of the COD, if known
  unapplied TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(unapplied)) -- rows of its file that were not applied
) STRICT;
-- Query: one page of a store's remittances, newest first.
CREATE INDEX remittances_of_store ON remittances (store_id);

-- The parcels that a remittance pays for. An undone line stays; its payment is rejected and says who undid it.
CREATE TABLE remittance_lines (
  payment_id INTEGER PRIMARY KEY REFERENCES payments,
  shipment_id INTEGER NOT NULL REFERENCES shipments,
  remittance_id INTEGER NOT NULL REFERENCES remittances,
  amount INTEGER NOT NULL CHECK (amount > 0),
  undo_time INTEGER, -- the parcel is unpaid again since
  undo_reason TEXT CHECK (undo_reason IN ('mistake', 'wrong_parcel', 'wrong_amount', 'not_received')),
  undo_fee INTEGER, -- by how much an undo reduced the known fee; of several parcels that are undone together, one has it
  CHECK ((undo_time IS NULL) = (undo_reason IS NULL)),
  CHECK (undo_fee IS NULL OR undo_time IS NOT NULL)
) STRICT;
-- Query: the payout of a parcel. Constraint: a parcel is paid out once.
CREATE UNIQUE INDEX remittance_lines_of_parcel ON remittance_lines (shipment_id) WHERE undo_time IS NULL;
-- Query: the lines of a remittance.
CREATE INDEX remittance_lines_of_remittance ON remittance_lines (remittance_id);
-- Queries: what the VAT report and the money received take back.
CREATE INDEX remittance_lines_undone ON remittance_lines (undo_time) WHERE undo_time IS NOT NULL;
-- Sets shipments.paid_out with the remittance line.
CREATE TRIGGER shipments_paid_out AFTER INSERT ON remittance_lines BEGIN
  UPDATE shipments SET paid_out = 1 WHERE id = new.shipment_id;
END;
-- Clears shipments.paid_out when the remittance line is undone.
CREATE TRIGGER shipments_payout_undone AFTER UPDATE OF undo_time ON remittance_lines WHEN new.undo_time IS NOT NULL BEGIN
  UPDATE shipments SET paid_out = 0 WHERE id = new.shipment_id;
END;
`;
