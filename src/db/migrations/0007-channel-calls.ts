export const channelCalls = `
-- Calls as they were written down together, JSON: of each channel the newest and, apart from them, the newest that failed.
CREATE TABLE channel_calls (
  id INTEGER PRIMARY KEY,
  channel_id INTEGER NOT NULL REFERENCES channels,
  failed INTEGER NOT NULL CHECK (failed IN (0, 1)),
  last INTEGER NOT NULL, -- how many of its kind the channel had made with the last of these
  calls TEXT NOT NULL,
  UNIQUE (channel_id, failed, last)
) STRICT;

CREATE TABLE channel_days (
  channel_id INTEGER NOT NULL REFERENCES channels,
  day INTEGER NOT NULL, -- in Bangkok, since 1970
  calls INTEGER NOT NULL, failed INTEGER NOT NULL,
  PRIMARY KEY (channel_id, day)
) STRICT, WITHOUT ROWID;

CREATE INDEX webhook_deliveries_missed ON webhook_deliveries (app_id, id, request_time)
  WHERE status IN ('failed', 'unknown');
`;
