/** Who signs in to the office: accounts in place of owners, their sessions, what failed, and the link of the first run. */
export const accounts = `
-- Never deleted: history names them. Ids are those of the owners, which ledgers and histories hold.
CREATE TABLE accounts (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE,
  password_hash TEXT NOT NULL,
  must_change_password INTEGER NOT NULL CHECK (must_change_password IN (0, 1)),
  role TEXT NOT NULL CHECK (role IN ('owner', 'staff')),
  store_id INTEGER REFERENCES stores, -- none: every store
  language TEXT NOT NULL DEFAULT 'th' CHECK (language IN ('th', 'en')),
  create_time INTEGER NOT NULL,
  disable_time INTEGER,
  CHECK (role = 'owner' OR store_id IS NOT NULL)
) STRICT;

-- Names that differ in case only could be told apart before; an id makes such a one's name its own.
INSERT INTO accounts (id, name, password_hash, must_change_password, role, create_time)
  SELECT id, iif(EXISTS (SELECT 1 FROM owners o WHERE o.id < owners.id AND o.name = owners.name COLLATE NOCASE),
    name || '-' || id, name), password_hash, must_change_password, 'owner', create_time FROM owners;
DROP TABLE owners;

CREATE TABLE sessions (
  token_hash BLOB PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES accounts,
  store_id INTEGER REFERENCES stores, -- which one it looks at, of an account of every store
  create_time INTEGER NOT NULL,
  use_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_account ON sessions (account_id);

CREATE TABLE sign_in_failures (
  subject TEXT NOT NULL,
  time INTEGER NOT NULL
) STRICT;
CREATE INDEX sign_in_failures_of ON sign_in_failures (subject, time);

CREATE TABLE sign_in_blocks (
  subject TEXT PRIMARY KEY,
  until_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- At most one row: the key of the link that makes the first account.
CREATE TABLE first_run (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  key_hash BLOB NOT NULL,
  create_time INTEGER NOT NULL
) STRICT;
`;
