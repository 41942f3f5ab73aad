/** Accounts of the office, their sessions and failed sign-ins. */
export const accounts = `
-- Users of the office. Rows are never deleted: ledger and history name them.
CREATE TABLE accounts (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE,
  password_hash TEXT NOT NULL,
  must_change_password INTEGER NOT NULL CHECK (must_change_password IN (0, 1)),
  password_expire_time INTEGER, -- of a one-time password
  role TEXT NOT NULL CHECK (role IN ('owner', 'staff')),
  store_id INTEGER REFERENCES stores, -- null: every store
  language TEXT NOT NULL DEFAULT 'th' CHECK (language IN ('th', 'en')),
  create_time INTEGER NOT NULL,
  disable_time INTEGER,
  CHECK (role = 'owner' OR store_id IS NOT NULL),
  CHECK (password_expire_time IS NULL OR must_change_password = 1)
) STRICT;

-- Signed-in browsers by the hash of their cookie.
CREATE TABLE sessions (
  token_hash BLOB PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES accounts,
  store_id INTEGER REFERENCES stores, -- the store on screen, if the account has every store
  user_agent TEXT NOT NULL,
  address TEXT NOT NULL, -- the last one
  create_time INTEGER NOT NULL,
  password_time INTEGER NOT NULL, -- of the last check of the password
  use_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
-- Query: end or list all sessions of an account.
CREATE INDEX sessions_by_account ON sessions (account_id);

-- Browsers that accounts have signed in with, by the hash of their cookie. Each has its own count of failed sign-ins.
CREATE TABLE known_browsers (
  account_id INTEGER NOT NULL REFERENCES accounts,
  token_hash BLOB NOT NULL,
  sign_in_time INTEGER NOT NULL,
  PRIMARY KEY (account_id, token_hash)
) STRICT, WITHOUT ROWID;
-- Query: the accounts that use a browser.
CREATE INDEX known_browsers_by_token ON known_browsers (token_hash);

-- The second factor of an account: a TOTP secret (RFC 6238). Until a code confirms it, sign-ins do not need it.
CREATE TABLE second_factors (
  account_id INTEGER PRIMARY KEY REFERENCES accounts,
  secret TEXT NOT NULL, -- base32
  last_step INTEGER NOT NULL DEFAULT 0, -- 30-second step of the last accepted code: each code works once
  confirm_time INTEGER
) STRICT;

-- Unused recovery codes. Each replaces one code of the second factor.
CREATE TABLE recovery_codes (
  account_id INTEGER NOT NULL REFERENCES accounts,
  code_hash BLOB NOT NULL,
  PRIMARY KEY (account_id, code_hash)
) STRICT, WITHOUT ROWID;

-- Sign-ins with the right password that still need a code.
CREATE TABLE pending_sign_ins (
  token_hash BLOB PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES accounts,
  password_version TEXT NOT NULL, -- a new password ends the sign-in
  create_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Failed sign-ins, to limit guessing. A subject is "name NAME", "browser NAME (MARK)" or "address NETWORK".
CREATE TABLE sign_in_failures (
  subject TEXT NOT NULL,
  time INTEGER NOT NULL
) STRICT;
-- Query: how often a subject failed lately.
CREATE INDEX sign_in_failures_of ON sign_in_failures (subject, time);

-- Subjects whose sign-ins are rejected for a while.
CREATE TABLE sign_in_blocks (
  subject TEXT PRIMARY KEY,
  until_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The one-time link that creates the first account. At most one row.
CREATE TABLE first_run (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  key_hash BLOB NOT NULL,
  create_time INTEGER NOT NULL
) STRICT;
`;
