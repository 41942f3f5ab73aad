/** Settings of backups. */
export const backups = `
-- Settings of scheduled backups made in the office; they override the config file. At most one row.
CREATE TABLE backup_settings (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  every_hours INTEGER NOT NULL CHECK (every_hours > 0), -- between two backups
  keep INTEGER NOT NULL CHECK (keep > 0) -- how many are kept
) STRICT;
`;
