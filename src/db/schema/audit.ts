/** The audit log. */
export const audit = `
-- What accounts, commands and partners did to accounts, secrets, settings, money and data. People are named by id only.
CREATE TABLE audit_log (
  id INTEGER PRIMARY KEY,
  time INTEGER NOT NULL,
  store_id INTEGER REFERENCES stores, -- null: the installation
  actor TEXT NOT NULL CHECK (actor IN ('account', 'channel', 'visitor', 'command', 'system')),
  actor_id INTEGER, -- of an account or a channel
  origin TEXT, -- the IP address, or the operating system's user of a command
  event TEXT NOT NULL,
  subject_id INTEGER, -- what the event is about; its kind follows from the event
  detail TEXT NOT NULL CHECK (json_valid(detail)), -- JSON object: fields with their values before and after
  count INTEGER NOT NULL DEFAULT 1, -- failures of one origin in one minute are one entry
  CHECK ((actor IN ('account', 'channel')) = (actor_id IS NOT NULL))
) STRICT;
-- Queries: one page of all entries, newest first; the entries between two times.
CREATE INDEX audit_log_by_time ON audit_log (time);
-- Query: one page of a store's entries, newest first, also between two times.
CREATE INDEX audit_log_of_store ON audit_log (store_id, time);
-- Query: one page of a store's entries about one kind of event, newest first, also between two times.
CREATE INDEX audit_log_of_store_by_event ON audit_log (store_id, event, time);
-- Query: the entries about one kind of event.
CREATE INDEX audit_log_by_event ON audit_log (event, origin, subject_id);
-- Keeps entries as they were written. Only count may grow, by one at a time.
CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log
WHEN NEW.count <> OLD.count + 1 OR (NEW.id, NEW.time, NEW.store_id, NEW.actor, NEW.actor_id, NEW.origin, NEW.event,
  NEW.subject_id, NEW.detail) IS NOT (OLD.id, OLD.time, OLD.store_id, OLD.actor, OLD.actor_id, OLD.origin, OLD.event,
  OLD.subject_id, OLD.detail) BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
-- Keeps every entry.
CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
`;
