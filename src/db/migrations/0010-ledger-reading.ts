/** Ways into the ledger of a whole store: by reason and time, of an order, of a user. */
export const ledgerReading = `
CREATE INDEX stock_ledger_by_reason ON stock_ledger (warehouse_id, reason, time, variant_id);
CREATE INDEX stock_ledger_of_order ON stock_ledger (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX stock_ledger_of_user ON stock_ledger (user_id, time) WHERE user_id IS NOT NULL;
`;
