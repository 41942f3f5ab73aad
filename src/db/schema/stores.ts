/** Stores and what belongs to a store as a whole. Money is in 1/10,000 baht; times are Unix milliseconds. */
export const stores = `
-- One row per store, with its settings.
CREATE TABLE stores (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  sell_below_zero INTEGER NOT NULL DEFAULT 0 CHECK (sell_below_zero IN (0, 1)),
  order_quota INTEGER NOT NULL DEFAULT 0 CHECK (order_quota >= 0), -- orders a month; 0: unlimited
  cod_counts_as_ready INTEGER NOT NULL DEFAULT 0 CHECK (cod_counts_as_ready IN (0, 1)),
  suspended INTEGER NOT NULL DEFAULT 0 CHECK (suspended IN (0, 1)),
  create_time INTEGER NOT NULL,
  promptpay_id TEXT,
  promptpay_name TEXT, -- the account holder, as banking apps show it
  vat_percent INTEGER NOT NULL DEFAULT 0 CHECK (vat_percent BETWEEN 0 AND 100),
  shipping_rates TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(shipping_rates)), -- for products without their own
  free_shipping_from INTEGER CHECK (free_shipping_from > 0), -- null: never free
  remote_area TEXT CHECK (json_valid(remote_area)), -- fee and postal codes; null: none
  sandbox_of INTEGER UNIQUE REFERENCES stores -- of a sandbox: the store that it copies; null: a real store
) STRICT;

-- How far the reset of a sandbox is: see domain/sandbox/reset.ts.
CREATE TABLE sandbox_resets (
  store_id INTEGER PRIMARY KEY REFERENCES stores,
  step TEXT NOT NULL
    CHECK (step IN ('orders', 'addresses', 'products', 'parts', 'deleted', 'settings', 'done')),
  position INTEGER NOT NULL, -- the id of the last row that this step has handled
  from_order INTEGER NOT NULL, to_order INTEGER NOT NULL, -- it deletes the orders after from_order, up to to_order
  from_address INTEGER NOT NULL, to_address INTEGER NOT NULL, -- the same for versions of addresses
  next_time INTEGER NOT NULL -- when the next reset begins
) STRICT;

-- The store's last order number and how much of the monthly quota is used. Apart from stores because every order writes it.
CREATE TABLE store_counters (
  store_id INTEGER PRIMARY KEY REFERENCES stores,
  last_order_number INTEGER NOT NULL DEFAULT 0,
  quota_month TEXT NOT NULL DEFAULT '',
  quota_used INTEGER NOT NULL DEFAULT 0
) STRICT;

-- How many orders a store took in the months that are not the one in store_counters: the clock may step back to them.
CREATE TABLE quota_months (
  store_id INTEGER NOT NULL REFERENCES stores,
  month TEXT NOT NULL,
  used INTEGER NOT NULL,
  PRIMARY KEY (store_id, month)
) STRICT, WITHOUT ROWID;

-- Price lists of a store, such as retail and wholesale. A channel sells at one of them.
CREATE TABLE price_tiers (
  id INTEGER PRIMARY KEY,
  store_id INTEGER NOT NULL REFERENCES stores,
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  is_default INTEGER NOT NULL CHECK (is_default IN (0, 1)),
  UNIQUE (store_id, key)
) STRICT;
-- Constraint: one default price tier per store.
CREATE UNIQUE INDEX price_tiers_default ON price_tiers (store_id) WHERE is_default = 1;

-- Places that hold stock. Orders take stock from the lowest position first.
CREATE TABLE warehouses (
  id INTEGER PRIMARY KEY,
  store_id INTEGER NOT NULL REFERENCES stores,
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  position INTEGER NOT NULL,
  remove_time INTEGER, -- hidden since; the ledger still names it
  UNIQUE (store_id, key)
) STRICT;

-- Addresses of customers and of the store. A version never changes, so an order keeps the address it was placed with.
-- The id of an address is the version number of its first version; only later versions store it.
CREATE TABLE addresses (
  version INTEGER PRIMARY KEY,
  id INTEGER REFERENCES addresses,
  store_id INTEGER NOT NULL REFERENCES stores,
  key TEXT, -- of the store's own addresses only
  is_primary INTEGER NOT NULL CHECK (is_primary IN (0, 1)),
  create_time INTEGER NOT NULL,
  name TEXT NOT NULL,
  telephone TEXT, address1 TEXT, address2 TEXT, address3 TEXT,
  sub_district TEXT, district TEXT, province TEXT, postal_code INTEGER,
  email TEXT, note TEXT,
  legal_entity_id TEXT, legal_entity_type INTEGER, branch_type TEXT, branch_number TEXT,
  is_removed INTEGER NOT NULL DEFAULT 0, -- of the store's own: hidden from this version on
  erase_time INTEGER -- since when a customer's data is gone; the id is then unknown to partners
) STRICT;
-- Query: the store's own addresses, newest version of each key.
CREATE INDEX addresses_own ON addresses (store_id, key) WHERE key IS NOT NULL;
-- Query: the newest version of an address.
CREATE INDEX addresses_changed ON addresses (id) WHERE id IS NOT NULL;
`;
