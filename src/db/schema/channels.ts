/** Partners: the channels that call the API, their access tokens, the apps that receive webhooks. */
export const channels = `
-- Receivers of webhooks.
CREATE TABLE apps (
  id INTEGER PRIMARY KEY,
  store_id INTEGER NOT NULL REFERENCES stores,
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  url TEXT NOT NULL,
  stock_available_updated INTEGER NOT NULL CHECK (stock_available_updated IN (0, 1)), -- subscribed to the event
  order_updated INTEGER NOT NULL CHECK (order_updated IN (0, 1)), -- the same for the orders of its channels
  product_updated INTEGER NOT NULL CHECK (product_updated IN (0, 1)), -- the same for products
  webhook_secret TEXT NOT NULL, -- sealed (lib/sealed.ts): it signs each delivery
  old_webhook_secret TEXT, -- sealed; signs too until old_secret_end_time, after a reset that keeps it
  old_secret_end_time INTEGER,
  create_time INTEGER NOT NULL,
  last_announced INTEGER NOT NULL, -- the id of the store's last change that this app has been sent, or need not be sent
  last_product INTEGER NOT NULL, -- the same for products.change
  acknowledge_time INTEGER, -- when the newest acknowledged delivery was sent
  CHECK ((old_webhook_secret IS NULL) = (old_secret_end_time IS NULL)),
  UNIQUE (store_id, key)
) STRICT;

-- API clients of a store, with their permissions and price tier.
CREATE TABLE channels (
  id INTEGER PRIMARY KEY,
  store_id INTEGER NOT NULL REFERENCES stores,
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  client_id TEXT NOT NULL UNIQUE,
  orders_create INTEGER NOT NULL CHECK (orders_create IN (0, 1)),
  orders_read INTEGER NOT NULL CHECK (orders_read IN (0, 1)),
  addresses_read INTEGER NOT NULL CHECK (addresses_read IN (0, 1)),
  stock_read INTEGER NOT NULL CHECK (stock_read IN (0, 1)),
  orders_list INTEGER NOT NULL CHECK (orders_list IN (0, 1)),
  orders_cancel INTEGER NOT NULL CHECK (orders_cancel IN (0, 1)),
  orders_pay INTEGER NOT NULL CHECK (orders_pay IN (0, 1)),
  own_orders_only INTEGER NOT NULL CHECK (own_orders_only IN (0, 1)), -- orders of others and their customers' addresses are unknown to it
  price_tier_id INTEGER REFERENCES price_tiers,
  app_id INTEGER REFERENCES apps,
  enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
  expire_time INTEGER,
  create_time INTEGER NOT NULL,
  UNIQUE (store_id, key)
) STRICT;

-- Client secrets by their hash. A channel has a current one and, after a reset that keeps it for a while, the one before.
CREATE TABLE client_secrets (
  id INTEGER PRIMARY KEY,
  channel_id INTEGER NOT NULL REFERENCES channels,
  hash BLOB NOT NULL,
  end_time INTEGER, -- null: the current one
  use_time INTEGER -- last token request, to the minute
) STRICT;
-- Query: the secrets of a channel.
CREATE INDEX client_secrets_of_channel ON client_secrets (channel_id);
-- Query: delete secrets that have ended.
CREATE INDEX client_secrets_by_end ON client_secrets (end_time) WHERE end_time IS NOT NULL;

-- Access tokens by their hash.
CREATE TABLE tokens (
  hash BLOB PRIMARY KEY,
  channel_id INTEGER NOT NULL REFERENCES channels,
  secret_id INTEGER NOT NULL, -- the client secret that got it, which may have ended
  expire_time INTEGER NOT NULL,
  revoked INTEGER NOT NULL CHECK (revoked IN (0, 1))
) STRICT, WITHOUT ROWID;
-- Query: delete expired tokens.
CREATE INDEX tokens_by_expiry ON tokens (expire_time);
-- Query: revoke a channel's tokens.
CREATE INDEX tokens_of_channel ON tokens (channel_id);

-- Failed token requests, to limit guessing. A subject is "client ID" or "address NETWORK".
CREATE TABLE auth_failures (
  subject TEXT NOT NULL,
  time INTEGER NOT NULL
) STRICT;
-- Query: how often a subject failed lately.
CREATE INDEX auth_failures_by_subject ON auth_failures (subject, time);

-- Subjects whose token requests are rejected for a while.
CREATE TABLE auth_blocks (
  subject TEXT PRIMARY KEY,
  until_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The newest API calls of each channel and, apart from them, the newest failed ones. A row is a batch of calls, as JSON.
CREATE TABLE channel_calls (
  id INTEGER PRIMARY KEY,
  channel_id INTEGER NOT NULL REFERENCES channels,
  failed INTEGER NOT NULL CHECK (failed IN (0, 1)),
  last INTEGER NOT NULL, -- running number, within the channel's calls of this kind, of the last call in the row
  calls TEXT NOT NULL,
  UNIQUE (channel_id, failed, last)
) STRICT;

-- How many calls a channel made on each day, and how many failed.
CREATE TABLE channel_days (
  channel_id INTEGER NOT NULL REFERENCES channels,
  day INTEGER NOT NULL, -- calendar day in Bangkok, counted from 1970-01-01
  calls INTEGER NOT NULL, failed INTEGER NOT NULL,
  PRIMARY KEY (channel_id, day)
) STRICT, WITHOUT ROWID;
`;
