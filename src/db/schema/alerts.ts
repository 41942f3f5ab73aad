/** Alerts to accounts of the office by e-mail, LINE and web push. */
export const alerts = `
-- The services that alerts leave through, one row each. Settings are JSON; password, token, secret and private_key are sealed.
CREATE TABLE alert_services (
  id INTEGER PRIMARY KEY,
  way TEXT NOT NULL UNIQUE CHECK (way IN ('email', 'line', 'push')),
  settings TEXT NOT NULL CHECK (json_valid(settings))
) STRICT;

-- How much alerts of a store say about its orders. No row: order.
CREATE TABLE alert_contents (
  store_id INTEGER PRIMARY KEY REFERENCES stores,
  order_data TEXT NOT NULL CHECK (order_data IN ('none', 'order', 'customer'))
) STRICT;

-- Which alerts an account gets, how, and when. Without a row it gets none.
CREATE TABLE alert_choices (
  account_id INTEGER PRIMARY KEY REFERENCES accounts,
  chosen TEXT NOT NULL CHECK (json_valid(chosen)), -- the ways of each kind: {"new_order":["line"]}
  quiet_from INTEGER CHECK (quiet_from BETWEEN 0 AND 1439), -- minutes after midnight in Bangkok
  quiet_until INTEGER CHECK (quiet_until BETWEEN 0 AND 1439),
  pause INTEGER NOT NULL CHECK (pause >= 0), -- minutes between two messages
  summary_minute INTEGER CHECK (summary_minute BETWEEN 0 AND 1439), -- of the daily summary; null: none
  summary_day INTEGER NOT NULL, -- calendar day in Bangkok, counted from 1970-01-01, of the last summary
  message_time INTEGER NOT NULL, -- of the last message that is not urgent
  CHECK ((quiet_from IS NULL) = (quiet_until IS NULL))
) STRICT;

-- Where an account gets its messages: confirmed e-mail addresses, LINE chats, browsers.
CREATE TABLE alert_recipients (
  id INTEGER PRIMARY KEY AUTOINCREMENT, -- rows are deleted, and messages name their ids
  account_id INTEGER NOT NULL REFERENCES accounts,
  way TEXT NOT NULL CHECK (way IN ('email', 'line', 'push')),
  address TEXT NOT NULL, -- e-mail address, LINE id of a user or group, URL of a push subscription
  detail TEXT NOT NULL CHECK (json_valid(detail)), -- of a push subscription: its keys and the browser
  create_time INTEGER NOT NULL,
  test_time INTEGER NOT NULL DEFAULT 0, -- of the last test message that its account sent
  UNIQUE (account_id, way, address)
) STRICT;

-- Codes that connect an e-mail address or a LINE chat to an account. An account has one of each way.
CREATE TABLE alert_codes (
  account_id INTEGER NOT NULL REFERENCES accounts,
  way TEXT NOT NULL CHECK (way IN ('email', 'line')),
  code_hash BLOB NOT NULL,
  address TEXT NOT NULL, -- the e-mail address that got the code; empty for LINE
  tries INTEGER NOT NULL, -- wrong ones so far
  expire_time INTEGER NOT NULL,
  PRIMARY KEY (account_id, way)
) STRICT, WITHOUT ROWID;

-- How far alerts have read the tables of facts, by their ids.
CREATE TABLE alert_positions (
  source TEXT PRIMARY KEY CHECK (source IN ('orders', 'payments', 'order_history', 'audit_log', 'stock_ledger')),
  position INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Problems that last, and were reported. A problem is reported again after it was solved.
CREATE TABLE alert_problems (
  kind TEXT NOT NULL,
  subject_id INTEGER NOT NULL,
  time INTEGER NOT NULL,
  PRIMARY KEY (kind, subject_id)
) STRICT, WITHOUT ROWID;

-- Facts of the next message to an account, merged by kind and store.
CREATE TABLE alert_facts (
  account_id INTEGER NOT NULL REFERENCES accounts,
  kind TEXT NOT NULL,
  store_id INTEGER NOT NULL, -- 0: the installation
  count INTEGER NOT NULL CHECK (count > 0),
  amount INTEGER NOT NULL, -- money of new orders
  subjects TEXT NOT NULL CHECK (json_valid(subjects)), -- ids of the first ones
  time INTEGER NOT NULL, -- of the first one
  PRIMARY KEY (account_id, kind, store_id)
) STRICT, WITHOUT ROWID;

-- The outbox: messages to recipients, and for a week what became of them. Texts are made when they are sent, so that
-- nothing about a customer is stored here.
CREATE TABLE alert_messages (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES accounts,
  recipient_id INTEGER NOT NULL, -- which may be removed since
  way TEXT NOT NULL CHECK (way IN ('email', 'line', 'push')),
  key TEXT NOT NULL UNIQUE, -- a UUID: LINE's retry key, part of the Message-ID, the topic of a push message
  facts TEXT NOT NULL CHECK (json_valid(facts)),
  state TEXT NOT NULL CHECK (state IN ('waiting', 'sending', 'sent', 'failed', 'unknown')),
  tries INTEGER NOT NULL DEFAULT 0,
  next_time INTEGER, -- of the next attempt
  reason TEXT, -- why it is not sent
  create_time INTEGER NOT NULL,
  CHECK ((state = 'waiting') = (next_time IS NOT NULL))
) STRICT;
-- Query: messages that are due, or were being sent when the server stopped.
CREATE INDEX alert_messages_open ON alert_messages (state, next_time) WHERE state IN ('waiting', 'sending');
-- Query: the newest messages of an account.
CREATE INDEX alert_messages_of_account ON alert_messages (account_id);
-- Query: delete old messages.
CREATE INDEX alert_messages_by_time ON alert_messages (create_time);
`;
