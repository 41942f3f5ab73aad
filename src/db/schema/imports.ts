/** Product files that are imported in the office. */
export const imports = `
-- An uploaded product file. A thread checks it and writes its changes to product_import_steps. After the user has confirmed
-- the preview, a job applies them in small transactions, and continues after a restart.
CREATE TABLE product_imports (
  id INTEGER PRIMARY KEY,
  store_id INTEGER NOT NULL REFERENCES stores,
  account_id INTEGER NOT NULL, -- account of the upload
  origin TEXT NOT NULL, -- IP address of the upload, for the audit log
  file_name TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('checking', 'ready', 'applying', 'done', 'rejected', 'interrupted', 'canceled')),
  start_time INTEGER NOT NULL,
  end_time INTEGER, -- when it was applied, rejected, interrupted or canceled
  preview TEXT CHECK (json_valid(preview)), -- JSON: totals and the first changes; null until the file is checked
  changes INTEGER NOT NULL DEFAULT 0, -- products and variants that the file changes
  applied INTEGER NOT NULL DEFAULT 0, -- of them
  skipped INTEGER NOT NULL DEFAULT 0, -- of them, because they had been changed meanwhile
  problem_count INTEGER NOT NULL DEFAULT 0,
  problems TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(problems)), -- JSON: the first messages about rows
  CHECK ((state IN ('checking', 'ready', 'applying')) = (end_time IS NULL)),
  CHECK (applied + skipped <= changes)
) STRICT;
-- Constraint: a store has one import at a time. Queries: that import; the imports that were checked or applied at a crash.
CREATE UNIQUE INDEX product_imports_open ON product_imports (store_id) WHERE end_time IS NULL;
-- Query: the store's last import.
CREATE INDEX product_imports_of_store ON product_imports (store_id);

-- What an import has yet to apply: a change, or several that depend on each other. Applied in the order of the ids.
CREATE TABLE product_import_steps (
  id INTEGER PRIMARY KEY,
  import_id INTEGER NOT NULL REFERENCES product_imports,
  changes TEXT NOT NULL CHECK (json_valid(changes)) -- JSON list: row, keys, and each cell with its values before and after
) STRICT;
-- Query: the next steps of an import.
CREATE INDEX product_import_steps_of_import ON product_import_steps (import_id);
`;
