/**
 * Customers and the tags of orders. A job derives customers from orders and their history, so that creating an order
 * costs nothing: docs/decisions.md#customers.
 */
export const customers = `
-- A customer of a store: a telephone of its orders. Merged ones show their orders on one page.
CREATE TABLE customers (
  id INTEGER PRIMARY KEY AUTOINCREMENT, -- rows are deleted, and their ids must not be used again
  store_id INTEGER NOT NULL REFERENCES stores,
  telephone TEXT NOT NULL, -- normalized digits
  merged_into INTEGER REFERENCES customers, -- null: has a page of its own
  price_tier_id INTEGER REFERENCES price_tiers ON DELETE SET NULL, -- of orders that the store enters; null: the default
  -- Of this customer and those merged into it; 0 while merged.
  orders INTEGER NOT NULL DEFAULT 0, spending INTEGER NOT NULL DEFAULT 0, last_order INTEGER NOT NULL DEFAULT 0,
  UNIQUE (store_id, telephone)
) STRICT;
-- Query: one page of the customer list by last order.
CREATE INDEX customers_by_last_order ON customers (store_id, last_order) WHERE merged_into IS NULL;
-- Query: one page of the customer list by spending.
CREATE INDEX customers_by_spending ON customers (store_id, spending) WHERE merged_into IS NULL;
-- Query: the customers that are merged into a customer.
CREATE INDEX customers_merged ON customers (merged_into) WHERE merged_into IS NOT NULL;
-- Query: the customers of a deleted price tier.
CREATE INDEX customers_by_price_tier ON customers (price_tier_id) WHERE price_tier_id IS NOT NULL;

-- Whose order it is, and what it adds to the customer's figures.
CREATE TABLE customer_orders (
  order_id INTEGER PRIMARY KEY REFERENCES orders,
  customer_id INTEGER NOT NULL REFERENCES customers,
  is_counted INTEGER NOT NULL CHECK (is_counted IN (0, 1)), -- 0: a deleted order
  spent INTEGER NOT NULL
) STRICT;
-- Query: the orders of a customer, newest first. Each entry ends with the rowid, which is order_id.
CREATE INDEX customer_orders_of_customer ON customer_orders (customer_id);

-- One row: orders up to this id, and changes up to this entry of the history, are in the figures of customers.
CREATE TABLE customers_derived (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  order_id INTEGER NOT NULL,
  history_id INTEGER NOT NULL
) STRICT;
INSERT INTO customers_derived VALUES (1, 0, 0);

-- What the store writes about a customer.
CREATE TABLE customer_notes (
  id INTEGER PRIMARY KEY AUTOINCREMENT, -- rows are deleted, and their ids must not be used again
  customer_id INTEGER NOT NULL REFERENCES customers,
  text TEXT NOT NULL,
  user_id INTEGER,
  create_time INTEGER NOT NULL
) STRICT;
-- Query: the notes of a customer.
CREATE INDEX customer_notes_of_customer ON customer_notes (customer_id);

-- Tags of customers, as the store spells them.
CREATE TABLE customer_tags (
  customer_id INTEGER NOT NULL REFERENCES customers,
  store_id INTEGER NOT NULL,
  tag TEXT NOT NULL,
  folded_tag TEXT NOT NULL, -- composed and lower-cased: tags of a store differ in more than case
  PRIMARY KEY (customer_id, tag)
) STRICT, WITHOUT ROWID;
-- Queries: the customers with a tag; the tags of a store.
CREATE INDEX customer_tags_by_tag ON customer_tags (store_id, tag, customer_id);
-- Query: how the store spells a tag.
CREATE INDEX customer_tags_by_folded_tag ON customer_tags (store_id, folded_tag);

-- Tags of orders, as the store spells them.
CREATE TABLE order_tags (
  order_id INTEGER NOT NULL REFERENCES orders,
  store_id INTEGER NOT NULL,
  tag TEXT NOT NULL,
  folded_tag TEXT NOT NULL, -- composed and lower-cased: tags of a store differ in more than case
  PRIMARY KEY (order_id, tag)
) STRICT, WITHOUT ROWID;
-- Queries: one page of the orders with a tag, newest first; the tags of a store.
CREATE INDEX order_tags_by_tag ON order_tags (store_id, tag, order_id);
-- Query: how the store spells a tag.
CREATE INDEX order_tags_by_folded_tag ON order_tags (store_id, folded_tag);
`;
