import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import { type Money, sum, ZERO } from '../../lib/money.ts';
import { type AlertSubscriber, wants } from './choices.ts';
import type { Kind } from './kinds.ts';

// The only writer of alert_facts.

/** Things of one kind that happened in a store. */
export interface Fact {
  kind: Kind;
  storeId: Id;
  count: number;
  /** Total of new orders. */
  amount: Money;
  /** Ids of the first ones. */
  subjects: readonly number[];
}

export interface WaitingFact extends Fact {
  accountId: Id;
  /** Time of the first event. */
  time: number;
}

/** A message names this many. */
export const MAX_SUBJECTS = 5;

type Row = Omit<WaitingFact, 'subjects'> & { subjects: string };

const SELECT = `SELECT account_id AS accountId, kind, store_id AS storeId, count, amount, subjects, time
  FROM alert_facts`;

const factOf = (row: Row): WaitingFact => ({ ...row, subjects: JSON.parse(row.subjects) });

const everyRow = query<Row>({ reads: ['alert_facts'] }, `${SELECT} ORDER BY account_id, time, store_id`);

/** In the order in which they happened. */
export const waitingFacts = (db: Reader): WaitingFact[] => db.all(everyRow).map(factOf);

const rowOf = query<Row>({ reads: ['alert_facts'] }, `${SELECT} WHERE account_id = ? AND kind = ? AND store_id = ?`);

const putRow = command(
  { writes: ['alert_facts'] },
  `INSERT INTO alert_facts VALUES (@accountId, @kind, @storeId, @count, @amount, @subjects, @time)
   ON CONFLICT DO UPDATE SET count = excluded.count, amount = excluded.amount, subjects = excluded.subjects`,
);

/** Adds the fact to the facts of the next message. */
export function addFactFor(tx: WriteTx, accountId: Id, fact: Fact, now: number): void {
  const { kind, storeId } = fact;
  const known = tx.get(rowOf, accountId, kind, storeId);
  const before = known ? factOf(known) : { count: 0, amount: ZERO, subjects: [] };
  tx.run(putRow, {
    ...{ accountId, kind, storeId, time: now },
    count: before.count + fact.count,
    amount: sum(before.amount, fact.amount) ?? before.amount, // an amount that is too large to show
    subjects: JSON.stringify([...before.subjects, ...fact.subjects].slice(0, MAX_SUBJECTS)),
  });
}

/** Adds the fact for each subscribed account. */
export function addFact(tx: WriteTx, subscribers: readonly AlertSubscriber[], fact: Fact, now: number): void {
  for (const subscriber of subscribers)
    if (wants(subscriber, fact.kind, fact.storeId)) addFactFor(tx, subscriber.account.id, fact, now);
}

/** A fact about one thing. */
export const factAbout = (kind: Kind, storeId: Id, subject: number): Fact => ({
  ...{ kind, storeId, count: 1, amount: ZERO },
  subjects: [subject],
});

const deleteRow = command(
  { writes: ['alert_facts'] },
  'DELETE FROM alert_facts WHERE account_id = ? AND kind = ? AND store_id = ?',
);

export const deleteFact = (tx: WriteTx, { accountId, kind, storeId }: WaitingFact): number =>
  tx.run(deleteRow, accountId, kind, storeId);

const deleteAll = command({ writes: ['alert_facts'] }, 'DELETE FROM alert_facts');

export const deleteAllFacts = (tx: WriteTx): number => tx.run(deleteAll);
