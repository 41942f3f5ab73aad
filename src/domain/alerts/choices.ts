import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { bangkokDay, bangkokMinute } from '../../lib/calendar.ts';
import type { Id } from '../../lib/ids.ts';
import { type Account, allAccounts } from '../accounts/accounts.ts';
import { KINDS, type Kind, mayReceive, mayReceiveFromStore, type Way } from './kinds.ts';
import { skipPast } from './positions.ts';

// The only writer of alert_choices.

/** Minutes after midnight in Bangkok. */
export interface QuietHours {
  from: number;
  /** Before `from` if the hours span midnight. */
  until: number;
}

export interface Choices {
  /** The ways of each kind. */
  chosen: Readonly<Partial<Record<Kind, readonly Way[]>>>;
  quiet: QuietHours | undefined;
  /** Minutes between two messages that are not urgent. */
  pause: number;
  /** When the daily summary is sent, in minutes after midnight in Bangkok. */
  summaryMinute: number | undefined;
}

/** Progress of the messages of an account, next to its choices. */
interface Progress {
  /** As `bangkokDay`. */
  summaryDay: number;
  messageTime: number;
}

export type SavedChoices = Choices & Progress;

export const PAUSES = [1, 5, 15, 60] as const;

const DEFAULTS: Choices = { chosen: {}, quiet: undefined, pause: 5, summaryMinute: undefined };

interface Row extends Progress {
  accountId: Id;
  chosen: string;
  quietFrom: number | null;
  quietUntil: number | null;
  pause: number;
  summaryMinute: number | null;
}

const SELECT = `SELECT account_id AS accountId, chosen, quiet_from AS quietFrom, quiet_until AS quietUntil, pause,
  summary_minute AS summaryMinute, summary_day AS summaryDay, message_time AS messageTime FROM alert_choices`;

const choicesOf = ({ chosen, quietFrom, quietUntil, pause, summaryMinute, summaryDay, messageTime }: Row) => ({
  chosen: JSON.parse(chosen) as Choices['chosen'],
  quiet: quietFrom === null || quietUntil === null ? undefined : { from: quietFrom, until: quietUntil },
  ...{ pause, summaryMinute: summaryMinute ?? undefined, summaryDay, messageTime },
});

const rowOfAccount = query<Row>({ reads: ['alert_choices'] }, `${SELECT} WHERE account_id = ?`);

export function savedChoices(db: Reader, accountId: Id): SavedChoices | undefined {
  const row = db.get(rowOfAccount, accountId);
  return row && choicesOf(row);
}

export const choicesOrDefaults = (db: Reader, accountId: Id): Choices => savedChoices(db, accountId) ?? DEFAULTS;

const anyRow = query<object>({ reads: ['alert_choices'] }, 'SELECT 1 FROM alert_choices LIMIT 1');

/** Whether any account gets alerts. */
export const isAnyoneAlerted = (db: Reader): boolean => db.get(anyRow) !== undefined;

export interface AlertSubscriber {
  account: Account;
  choices: SavedChoices;
}

const everyRow = query<Row>({ reads: ['alert_choices'] }, SELECT);

/** The accounts that get alerts. */
export function subscribers(db: Reader): AlertSubscriber[] {
  const rows = new Map(db.all(everyRow).map((row) => [row.accountId, row]));
  return allAccounts(db).flatMap((account) => {
    const row = rows.get(account.id);
    return row && !account.disabled ? { account, choices: choicesOf(row) } : [];
  });
}

/** Whether the account wants alerts of this kind about the store, and may get them. */
export const wants = ({ account, choices }: AlertSubscriber, kind: Kind, storeId: Id): boolean =>
  (choices.chosen[kind]?.length ?? 0) > 0 && mayReceiveFromStore(account, kind, storeId);

const putRow = command(
  { writes: ['alert_choices'] },
  `INSERT INTO alert_choices VALUES (@accountId, @chosen, @from, @until, @pause, @summaryMinute, @summaryDay, 0)
   ON CONFLICT DO UPDATE SET chosen = excluded.chosen, quiet_from = excluded.quiet_from,
     quiet_until = excluded.quiet_until, pause = excluded.pause, summary_minute = excluded.summary_minute,
     summary_day = max(summary_day, excluded.summary_day)`,
);

/** Facts from before the first choice of any account are never sent, and neither is a summary whose time is past. */
export function saveChoices(tx: WriteTx, accountId: Id, choices: Choices, now: number): void {
  if (!isAnyoneAlerted(tx)) skipPast(tx);
  const { chosen, quiet, pause, summaryMinute } = choices;
  const isPast = summaryMinute === undefined || minuteOfDay(now) >= summaryMinute;
  tx.run(putRow, {
    ...{ accountId, chosen: JSON.stringify(chosen), pause },
    from: quiet?.from ?? null,
    until: quiet?.until ?? null,
    summaryMinute: summaryMinute ?? null,
    summaryDay: bangkokDay(now) - (isPast ? 0 : 1),
  });
}

const SUMMARY_AT = 8 * 60;

/** The first address of a way gets everything that the account may get, until the account chooses. */
export function chooseAllBy(tx: WriteTx, account: Account, way: Way, now: number): void {
  const choices = choicesOrDefaults(tx, account.id);
  if (KINDS.some((kind) => choices.chosen[kind]?.includes(way))) return;
  const chosen = Object.fromEntries(
    KINDS.filter((kind) => mayReceive(account, kind)).map((kind) => [kind, [...(choices.chosen[kind] ?? []), way]]),
  );
  saveChoices(tx, account.id, { ...choices, chosen, summaryMinute: choices.summaryMinute ?? SUMMARY_AT }, now);
}

const setSummaryDay = command(
  { writes: ['alert_choices'] },
  'UPDATE alert_choices SET summary_day = ? WHERE account_id = ?',
);

export const markSummed = (tx: WriteTx, accountId: Id, day: number): number => tx.run(setSummaryDay, day, accountId);

const setMessageTime = command(
  { writes: ['alert_choices'] },
  'UPDATE alert_choices SET message_time = ? WHERE account_id = ?',
);

export const markMessaged = (tx: WriteTx, accountId: Id, now: number): number => tx.run(setMessageTime, now, accountId);

/** Minutes after midnight in Bangkok. */
export function minuteOfDay(now: number): number {
  const [hours = 0, minutes = 0] = bangkokMinute(now).slice(11).split(':').map(Number);
  return hours * 60 + minutes;
}

export function isQuiet({ quiet }: Choices, now: number): boolean {
  if (!quiet) return false;
  const minute = minuteOfDay(now);
  return quiet.from <= quiet.until
    ? quiet.from <= minute && minute < quiet.until
    : quiet.from <= minute || minute < quiet.until;
}
