import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Actor } from '../../lib/audit-stamp.ts';
import type { Id } from '../../lib/ids.ts';
import { type AuditEvent, isFailure } from './events.ts';

// The only writer of audit_log.

/** The subject of an event. */
interface Subject {
  /** Null: the installation. */
  storeId: Id | null;
  /** Id of the account, channel, order, … of the event. */
  subjectId?: Id | undefined;
  /** By default that of the write step. */
  actor?: Actor;
  /** Values by field name. Never a secret, a name of a person, a telephone or an address. */
  detail?: Readonly<Record<string, unknown>>;
}

const insertEntry = command(
  { writes: ['audit_log'] },
  `INSERT INTO audit_log (time, store_id, actor, actor_id, origin, event, subject_id, detail)
   VALUES (@time, @storeId, @actor, @actorId, @origin, @event, @subjectId, @detail)`,
);

const MINUTE = 60_000;

const incrementRepeat = command(
  { writes: ['audit_log'] },
  `UPDATE audit_log SET count = count + 1 WHERE id = (SELECT max(id) FROM audit_log
   WHERE event = @event AND origin IS @origin AND subject_id IS @subjectId) AND time > @time - ${MINUTE}`,
);

/**
 * Adds an entry about what the write step does; it commits with the step. The actor and the time are those of the step.
 * Repeated failures of one origin within a minute are one entry.
 */
export function audit(tx: WriteTx, event: AuditEvent, subject: Subject): void {
  const { storeId, subjectId, detail = {}, actor = tx.auditStamp.actor } = subject;
  const { time } = tx.auditStamp;
  const entry = { time, event, origin: originOf(actor), subjectId: subjectId ?? null };
  if (isFailure(event) && tx.run(incrementRepeat, entry) > 0) return;
  const actorId = 'id' in actor ? actor.id : null;
  tx.run(insertEntry, { ...entry, storeId, actor: actor.kind, actorId, detail: JSON.stringify(detail) });
}

const originOf = (actor: Actor): string | null =>
  actor.kind === 'system' ? null : actor.kind === 'command' ? actor.operatingSystemUser : actor.address;

/** The fields that differ, as `{ field: [before, after] }`. Of secret fields only that they changed. */
export function changedFields<Fields extends object>(
  before: Fields,
  after: Partial<Fields>,
  secret: readonly (keyof Fields)[] = [],
): Record<string, unknown> {
  const names = (Object.keys(after) as (keyof Fields & string)[]).filter(
    (name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
  );
  return Object.fromEntries(
    names.map((name) => [name, secret.includes(name) ? SECRET : [before[name] ?? null, after[name] ?? null]]),
  );
}

const SECRET = 'secret';

/** Adds an entry if a field differs. */
export function auditChange<Fields extends object>(
  tx: WriteTx,
  event: AuditEvent,
  {
    before,
    after,
    secret,
    ...subject
  }: Subject & { before: Fields; after: Partial<Fields>; secret?: readonly (keyof Fields)[] },
): void {
  const detail = changedFields(before, after, secret);
  if (Object.keys(detail).length > 0) audit(tx, event, { ...subject, detail });
}

export interface AuditEntry {
  id: Id;
  time: number;
  storeId: Id | null;
  actor: Actor['kind'];
  /** Id of an account or a channel. */
  actorId: Id | null;
  /** Current name of the account or channel. */
  actorName: string | null;
  /** The IP address, or the operating system's user of a command. */
  origin: string | null;
  event: AuditEvent;
  subjectId: Id | null;
  detail: Record<string, unknown>;
  count: number;
}

export interface AuditFilter {
  /** Undefined: every store and the installation. */
  storeId?: Id | undefined;
  event?: AuditEvent | undefined;
  /** Undefined: every event. */
  events?: readonly AuditEvent[] | undefined;
  accountId?: Id | undefined;
  from?: number | undefined;
  /** Exclusive. */
  until?: number | undefined;
}

/** Newest first. */
export const auditEntries = (
  db: Reader,
  { limit, offset, ...filter }: AuditFilter & { limit: number; offset: number },
): AuditEntry[] => findEntries(db, filter, { limit, offset });

const ENTRIES_PER_PAGE = 1_000;

const pageStart = query<{ time: number }>(
  { reads: ['audit_log'] },
  `SELECT time FROM audit_log WHERE time >= @from AND time < @until ORDER BY time DESC
   LIMIT 1 OFFSET ${ENTRIES_PER_PAGE - 1}`,
);

/** All entries, newest first. Reading a page takes as long with a filter that matches nothing. */
export function* auditPages(db: Reader, filter: AuditFilter): Generator<AuditEntry[]> {
  const { from = 0 } = filter;
  let { until = Number.MAX_SAFE_INTEGER } = filter;
  while (until > from) {
    const start = db.get(pageStart, { from, until })?.time ?? from;
    yield findEntries(db, { ...filter, from: start, until }, { limit: -1, offset: 0 });
    until = start;
  }
}

function findEntries(db: Reader, search: AuditFilter, window: { limit: number; offset: number }): AuditEntry[] {
  const hasDates = search.from !== undefined || search.until !== undefined;
  const all = search.storeId === undefined && hasDates ? { ...CONDITIONS, event: EVENT_IN_DATES } : CONDITIONS;
  const conditions = Object.entries(all).flatMap(([name, condition]) =>
    search[name as keyof AuditFilter] === undefined ? [] : [condition],
  );
  const entries = query<Omit<AuditEntry, 'detail'> & { detail: string }>(
    { reads: ['accounts', 'audit_log', 'channels'] },
    `SELECT l.id, l.time, l.store_id AS storeId, l.actor, l.actor_id AS actorId, coalesce(a.name, c.name) AS actorName,
       l.origin, l.event, l.subject_id AS subjectId, l.detail, l.count
     FROM audit_log l LEFT JOIN accounts a ON l.actor = 'account' AND a.id = l.actor_id
     LEFT JOIN channels c ON l.actor = 'channel' AND c.id = l.actor_id
     WHERE ${['TRUE', ...conditions].join(' AND ')} ORDER BY l.time DESC, l.id DESC LIMIT @limit OFFSET @offset`,
  );
  const values = { ...search, events: search.events && JSON.stringify(search.events) };
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  return db
    .all(entries, { ...given, ...window })
    .map(({ detail, ...entry }) => ({ ...entry, detail: JSON.parse(detail) }));
}

const CONDITIONS = {
  storeId: '(l.store_id = @storeId)',
  event: 'l.event = @event',
  events: '+l.event IN (SELECT value FROM json_each(@events))',
  accountId: `l.actor = 'account' AND l.actor_id = @accountId`,
  from: 'l.time >= @from',
  until: 'l.time < @until',
};

/** For all stores: the index of times, not that of events, limits the rows that are read. */
const EVENT_IN_DATES = '+l.event = @event';

const newestEntry = query<{ id: number }>(
  { reads: ['audit_log'] },
  'SELECT id FROM audit_log ORDER BY id DESC LIMIT 1',
);

const MANY_ENTRIES = 20_000;

const newestId = (db: Reader): number => db.get(newestEntry)?.id ?? 0;

/** Whether a filtered scan of the log would delay other requests. */
export const isLongLog = (db: Reader): boolean => newestId(db) > MANY_ENTRIES;
