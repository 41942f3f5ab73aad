import type { Context } from '../../../context.ts';
import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import type { Id } from '../../../lib/ids.ts';
import { areBackupsBehind } from '../../backups/schedule.ts';
import type { AlertSubscriber } from '../choices.ts';
import { addFact, factAbout } from '../facts.ts';
import { type Kind, NO_STORE } from '../kinds.ts';
import { reportedProblems, reportProblem, resolveProblem } from '../reported-problems.ts';

// Problems that last: failed bookings, apps that cannot be reached, backups.

interface Problem {
  subject: number;
  storeId: Id;
}

interface State {
  /** Current problems. */
  problems: readonly Problem[];
  /** Reported problems that are resolved. */
  resolved: readonly number[];
}

const TRIES = 3; // before that, the next try may succeed

const failedBookings = query<Problem>(
  { reads: ['bookings', 'stores'] },
  `SELECT b.id AS subject, b.store_id AS storeId FROM bookings b JOIN stores s ON s.id = b.store_id
   WHERE b.state = 'failed' AND (b.next_time IS NULL OR b.tries >= ${TRIES}) AND s.sandbox_of IS NULL`,
);

const endedBookings = query<{ subject: number }>(
  { reads: ['alert_problems', 'bookings'] },
  `SELECT b.id AS subject FROM alert_problems p CROSS JOIN bookings b ON b.id = p.subject_id
   WHERE p.kind = 'booking_failed' AND b.state IN ('booked', 'dropped')`,
);

const bookings = (db: Reader): State => ({
  problems: db.all(failedBookings),
  resolved: db.all(endedBookings).map(({ subject }) => subject),
});

const DAY = 86_400_000;
const HOUR = 3_600_000;

const failures = query<Problem & { failTime: number | null; acknowledgeTime: number | null }>(
  { reads: ['apps', 'stores', 'webhook_deliveries'] },
  `SELECT a.id AS subject, a.store_id AS storeId, a.acknowledge_time AS acknowledgeTime,
     (SELECT max(request_time) FROM webhook_deliveries WHERE app_id = a.id AND status = 'failed') AS failTime
   FROM apps a JOIN stores s ON s.id = a.store_id WHERE s.sandbox_of IS NULL`,
);

/** An app that fails now and then is reported once an hour at most. */
function apps(db: Reader, now: number): State {
  const all = db.all(failures).map((app) => ({ ...app, failTime: app.failTime ?? 0 }));
  const isFailing = ({ failTime, acknowledgeTime }: (typeof all)[0]) =>
    failTime > now - DAY && failTime > (acknowledgeTime ?? 0);
  return {
    problems: all.filter(isFailing),
    resolved: all.filter((app) => !isFailing(app) && app.failTime < now - HOUR).map(({ subject }) => subject),
  };
}

const BACKUPS: Problem = { subject: 0, storeId: NO_STORE };

/** Solved by a later run only: after a restart the state of the backups is unknown for a while. */
function backups(ctx: Context): State {
  if (areBackupsBehind(ctx)) return { problems: [BACKUPS], resolved: [] };
  const reportTime = reportedProblems(ctx.db, 'backup_failed').get(BACKUPS.subject) ?? 0;
  const isGoodSince = (ctx.backupState.lastSuccessTime ?? 0) > reportTime;
  return { problems: [], resolved: isGoodSince ? [BACKUPS.subject] : [] };
}

/** Reports new problems and deletes resolved ones. */
export async function readProblems(ctx: Context, subscribers: readonly AlertSubscriber[]): Promise<void> {
  const now = ctx.now();
  const states = [
    ['booking_failed', bookings(ctx.db)],
    ['webhook_failing', apps(ctx.db, now)],
    ['backup_failed', backups(ctx)],
  ] as const;
  for (const [kind, state] of states)
    if (changes(ctx.db, kind, state)) await ctx.write((tx) => record(tx, subscribers, { kind, ...state, now }));
}

function changes(db: Reader, kind: Kind, { problems, resolved }: State): boolean {
  const reported = reportedProblems(db, kind);
  return problems.some(({ subject }) => !reported.has(subject)) || resolved.some((subject) => reported.has(subject));
}

interface Found extends State {
  kind: Kind;
  now: number;
}

function record(tx: WriteTx, subscribers: readonly AlertSubscriber[], { kind, problems, resolved, now }: Found): void {
  for (const subject of resolved) resolveProblem(tx, kind, subject);
  for (const { subject, storeId } of problems)
    if (reportProblem(tx, kind, subject, now)) addFact(tx, subscribers, factAbout(kind, storeId, subject), now);
}
