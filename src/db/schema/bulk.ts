/** Bulk actions on orders. */
export const bulk = `
-- An action on many orders. After the user has confirmed its preview, a job applies it in small transactions, and continues
-- after a restart.
CREATE TABLE bulk_actions (
  id INTEGER PRIMARY KEY AUTOINCREMENT, -- rows are deleted, and addresses of pages name their ids
  store_id INTEGER NOT NULL REFERENCES stores,
  account_id INTEGER NOT NULL, -- who confirmed it; while it is a preview, who selected the orders
  action TEXT NOT NULL CHECK (action IN ('paid', 'confirm', 'cancel', 'book', 'deliver', 'tag')),
  value TEXT, -- the payment method, or the tag
  create_time INTEGER NOT NULL,
  start_time INTEGER, -- null: a preview
  end_time INTEGER,
  CHECK (end_time IS NULL OR start_time IS NOT NULL)
) STRICT;
-- Query: the actions that a job applies.
CREATE INDEX bulk_actions_running ON bulk_actions (id) WHERE start_time IS NOT NULL AND end_time IS NULL;

-- The orders of an action. order_id has no foreign key, because deleting an order would scan this table.
CREATE TABLE bulk_orders (
  bulk_id INTEGER NOT NULL REFERENCES bulk_actions,
  position INTEGER NOT NULL,
  order_id INTEGER NOT NULL,
  outcome TEXT, -- null: to do; 'done'; else the message why it was left out
  PRIMARY KEY (bulk_id, position)
) STRICT, WITHOUT ROWID;
-- Query: the next orders of an action.
CREATE INDEX bulk_orders_to_do ON bulk_orders (bulk_id, position) WHERE outcome IS NULL;
`;
