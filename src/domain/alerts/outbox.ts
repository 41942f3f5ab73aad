import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { message, messageToJson } from '../../lib/messages/message.ts';
import { newUuid } from '../../lib/runtime.ts';
import type { Fact } from './facts.ts';
import type { Way } from './kinds.ts';
import type { Outcome } from './outcome.ts';
import { type Recipient, removeGoneRecipient } from './recipients.ts';

// The only writer of alert_messages.

/** `test`: sent by the owner of the recipient. */
export type MessageFact = Fact | { kind: 'test' };

/**
 * - `waiting`: due at `nextTime`.
 * - `sending`: committed just before it leaves. After a crash LINE gets it again while it knows the key, because it sends
 *   a key once; the others may have it and do not.
 * - `sent`, `failed`, `unknown`: final.
 */
export type MessageState = 'waiting' | 'sending' | 'sent' | 'failed' | 'unknown';

export interface AlertMessage {
  id: Id;
  accountId: Id;
  recipientId: Id;
  way: Way;
  key: string;
  facts: readonly MessageFact[];
  state: MessageState;
  tries: number;
  /** See `messageFromJson`. */
  reason: string | null;
  createTime: number;
}

type Row = Omit<AlertMessage, 'facts'> & { facts: string };

const SELECT = `SELECT id, account_id AS accountId, recipient_id AS recipientId, way, key, facts, state, tries, reason,
  create_time AS createTime FROM alert_messages`;

const messageOf = (row: Row): AlertMessage => ({ ...row, facts: JSON.parse(row.facts) });

const insertMessage = command(
  { writes: ['alert_messages'] },
  `INSERT INTO alert_messages (account_id, recipient_id, way, key, facts, state, next_time, create_time)
   VALUES (@accountId, @recipientId, @way, @key, @facts, 'waiting', @now, @now)`,
);

export function queueMessage(
  tx: WriteTx,
  { id: recipientId, accountId, way }: Recipient,
  facts: readonly MessageFact[],
  now: number,
): void {
  tx.run(insertMessage, { accountId, recipientId, way, key: newUuid(), facts: JSON.stringify(facts), now });
}

const dueRows = query<Row>(
  { reads: ['alert_messages'] },
  `${SELECT} WHERE state = 'waiting' AND next_time <= ? ORDER BY next_time, id LIMIT ?`,
);

export const dueMessages = (db: Reader, now: number, limit: number): AlertMessage[] =>
  db.all(dueRows, now, limit).map(messageOf);

const claimRow = command(
  { writes: ['alert_messages'] },
  `UPDATE alert_messages SET state = 'sending', next_time = NULL WHERE id = ? AND state = 'waiting'`,
);

/** After this commit the message is sent at most once. @returns false if it is no longer waiting */
export const claimMessage = (tx: WriteTx, id: Id): boolean => tx.run(claimRow, id) > 0;

const endRow = command(
  { writes: ['alert_messages'] },
  `UPDATE alert_messages SET state = @state, tries = tries + 1, next_time = @nextTime, reason = @reason WHERE id = @id`,
);

const FIRST_PAUSE = 10_000;
const MAX_PAUSE = 3_600_000;
export const GIVE_UP_HOURS = 6; // LINE knows a key for 24 hours
const GIVE_UP_AFTER = GIVE_UP_HOURS * 3_600_000;

/** Whether a message is too old to be sent, for example after a long stop. */
export const isTooOld = ({ createTime }: AlertMessage, now: number): boolean => createTime <= now - GIVE_UP_AFTER;

const pauseAfter = (tries: number): number => Math.min(FIRST_PAUSE * 3 ** tries, MAX_PAUSE);

/** Records an attempt. What certainly did not arrive is sent again, for some hours. */
export function recordOutcome(tx: WriteTx, sent: AlertMessage, outcome: Outcome, now: number): void {
  const { id, recipientId, tries, createTime } = sent;
  if (outcome.is === 'gone') removeGoneRecipient(tx, recipientId);
  const end = (state: MessageState, reason: Message | null, nextTime: number | null = null) =>
    tx.run(endRow, { id, state, nextTime, reason: reason && messageToJson(reason) });
  if (outcome.is === 'sent') end('sent', null);
  else if (outcome.is === 'unknown') end('unknown', outcome.reason);
  else if (outcome.is !== 'unsent') end('failed', outcome.reason);
  else {
    const nextTime = now + Math.max(pauseAfter(tries), Math.min(outcome.after ?? 0, MAX_PAUSE));
    if (nextTime < createTime + GIVE_UP_AFTER) end('waiting', outcome.reason, nextTime);
    else end('failed', message('alert_too_old', { hours: GIVE_UP_HOURS, reason: outcome.reason }));
  }
}

const resumeLine = command(
  { writes: ['alert_messages'] },
  `UPDATE alert_messages SET state = 'waiting', next_time = @now
   WHERE state = 'sending' AND way = 'line' AND create_time > @now - ${GIVE_UP_AFTER}`,
);
const endInterrupted = command(
  { writes: ['alert_messages'] },
  `UPDATE alert_messages SET state = 'unknown', reason = ? WHERE state = 'sending'`,
);

/** Messages that were being sent when the server stopped. */
export function recoverInterrupted(tx: WriteTx, now: number): void {
  tx.run(resumeLine, { now });
  tx.run(endInterrupted, messageToJson(message('alert_interrupted')));
}

const endOpen = command(
  { writes: ['alert_messages'] },
  `UPDATE alert_messages SET state = 'unknown', next_time = NULL, reason = ?
   WHERE state IN ('waiting', 'sending')`,
);

/** Ends the open messages of a restored database: they may have been sent after the backup. */
export const endOpenMessages = (tx: WriteTx): number =>
  tx.run(endOpen, messageToJson(message('alert_of_restored_copy')));

const newestRows = query<Row>({ reads: ['alert_messages'] }, `${SELECT} WHERE account_id = ? ORDER BY id DESC LIMIT ?`);

export const newestMessages = (db: Reader, accountId: Id, limit: number): AlertMessage[] =>
  db.all(newestRows, accountId, limit).map(messageOf);

const deleteOld = command(
  { writes: ['alert_messages'] },
  `DELETE FROM alert_messages WHERE create_time <= ? AND state NOT IN ('waiting', 'sending')`,
);

const KEPT_FOR = 7 * 86_400_000;

export const deleteOldMessages = (tx: WriteTx, now: number): number => tx.run(deleteOld, now - KEPT_FOR);
