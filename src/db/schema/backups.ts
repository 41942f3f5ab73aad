/** Settings of backups. */
export const backups = `
-- What the office says about scheduled backups; without a row the config file alone decides. At most one row.
CREATE TABLE backup_settings (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  every_hours INTEGER NOT NULL CHECK (every_hours > 0), -- between two backups
  keep INTEGER NOT NULL CHECK (keep > 0) -- how many are kept
) STRICT;
`;
