/** Accounts of the office, their sessions and failed sign-ins. */
export const accounts = `
-- A store's own roles. The built-in ones are in code.
CREATE TABLE roles (
  id INTEGER PRIMARY KEY,
  store_id INTEGER NOT NULL REFERENCES stores,
  name TEXT NOT NULL COLLATE NOCASE,
  permissions TEXT NOT NULL, -- separated by spaces
  UNIQUE (store_id, name)
) STRICT;

-- Users of the office. Rows are never deleted: ledger and history name them.
CREATE TABLE accounts (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE,
  password_hash TEXT NOT NULL,
  must_change_password INTEGER NOT NULL CHECK (must_change_password IN (0, 1)),
  password_expire_time INTEGER, -- of a one-time password
  role TEXT NOT NULL CHECK (role IN ('owner', 'manager', 'staff', 'warehouse', 'packer', 'bookkeeper', 'custom')),
  role_id INTEGER REFERENCES roles, -- of a custom role
  store_id INTEGER REFERENCES stores, -- null: every store
  language TEXT CHECK (language IN ('th', 'en')), -- null: not chosen yet, that of the browser
  create_time INTEGER NOT NULL,
  disable_time INTEGER,
  CHECK (role = 'owner' OR store_id IS NOT NULL),
  CHECK ((role = 'custom') = (role_id IS NOT NULL)),
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

-- Secrets that their session has not confirmed as copied, so that their pages can show them again.
CREATE TABLE uncopied_secrets (
  session_hash BLOB NOT NULL, -- as in sessions; the row of an ended session cannot be read and soon goes
  subject TEXT NOT NULL, -- what the secret belongs to, such as "channel 7"
  sealed TEXT NOT NULL, -- under a key that is derived from the session's cookie
  create_time INTEGER NOT NULL,
  PRIMARY KEY (session_hash, subject)
) STRICT, WITHOUT ROWID;

-- Browsers that accounts have signed in with, by the hash of their cookie. Each has its own count of failed sign-ins.
CREATE TABLE known_browsers (
  account_id INTEGER NOT NULL REFERENCES accounts,
  token_hash BLOB NOT NULL,
  sign_in_time INTEGER NOT NULL,
  PRIMARY KEY (account_id, token_hash)
) STRICT, WITHOUT ROWID;
-- Query: the accounts that use a browser.
CREATE INDEX known_browsers_by_token ON known_browsers (token_hash);

-- Authenticator apps (TOTP, RFC 6238). Until a code confirms the secret, sign-ins do not need it.
CREATE TABLE authenticator_apps (
  account_id INTEGER PRIMARY KEY REFERENCES accounts,
  secret TEXT, -- base32, sealed; null: lost with its key, so that no code works
  last_step INTEGER NOT NULL DEFAULT 0, -- 30-second step of the last accepted code: each code works once
  confirm_time INTEGER
) STRICT;

-- Passkeys (WebAuthn): a second factor after the password, or both factors at once.
CREATE TABLE passkeys (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES accounts,
  host TEXT NOT NULL, -- the relying party id: browsers use the passkey on this host only
  credential_id BLOB NOT NULL UNIQUE,
  public_key BLOB NOT NULL, -- COSE
  sign_count INTEGER NOT NULL, -- of the last signature; 0: the authenticator does not count
  transports TEXT NOT NULL, -- separated by spaces
  name TEXT NOT NULL,
  create_time INTEGER NOT NULL,
  use_time INTEGER -- of the last sign-in
) STRICT;
-- Query: the passkeys of an account.
CREATE INDEX passkeys_by_account ON passkeys (account_id);

-- Passkey challenges that were answered. They work once; this table is why.
CREATE TABLE used_passkey_challenges (
  challenge_hash BLOB PRIMARY KEY,
  expire_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Stores whose accounts need a second factor.
CREATE TABLE second_factor_rules (
  store_id INTEGER PRIMARY KEY REFERENCES stores
) STRICT;

-- Unused recovery codes. Each replaces the second factor once.
CREATE TABLE recovery_codes (
  account_id INTEGER NOT NULL REFERENCES accounts,
  code_hash BLOB NOT NULL,
  PRIMARY KEY (account_id, code_hash)
) STRICT, WITHOUT ROWID;

-- Sign-ins with the right password that still need the second factor.
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
CREATE INDEX sign_in_failures_by_subject ON sign_in_failures (subject, time);

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
