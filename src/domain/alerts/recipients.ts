import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { AppError, invalidRequest, notFound } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import type { Account } from '../accounts/accounts.ts';
import { audit } from '../audit/audit-log.ts';
import { chooseAllBy } from './choices.ts';
import type { Way } from './kinds.ts';

// The only writer of alert_recipients.

/** Details of a browser. */
interface RecipientDetail {
  /** The keys of the push subscription (RFC 8291), base64url. */
  p256dh?: string;
  auth?: string;
  userAgent?: string;
}

export interface Recipient {
  id: Id;
  accountId: Id;
  way: Way;
  /** An email address, the LINE id of a user or group, or the URL of a push subscription. */
  address: string;
  detail: RecipientDetail;
  createTime: number;
}

type Row = Omit<Recipient, 'detail'> & { detail: string };

const SELECT = `SELECT id, account_id AS accountId, way, address, detail, create_time AS createTime
  FROM alert_recipients`;

const recipientOf = (row: Row): Recipient => ({ ...row, detail: JSON.parse(row.detail) });

const rowsOfAccount = query<Row>({ reads: ['alert_recipients'] }, `${SELECT} WHERE account_id = ? ORDER BY id`);

export const recipientsOf = (db: Reader, accountId: Id): Recipient[] =>
  db.all(rowsOfAccount, accountId).map(recipientOf);

const rowById = query<Row>({ reads: ['alert_recipients'] }, `${SELECT} WHERE id = ?`);

export function recipientById(db: Reader, id: Id): Recipient | undefined {
  const row = db.get(rowById, id);
  return row && recipientOf(row);
}

const MAX_PER_ACCOUNT = 20;

const insertRecipient = command(
  { writes: ['alert_recipients'] },
  `INSERT INTO alert_recipients (account_id, way, address, detail, create_time) VALUES (?, ?, ?, ?, ?)
   ON CONFLICT DO UPDATE SET detail = excluded.detail`,
);

const idByAddress = query<{ id: Id }>(
  { reads: ['alert_recipients'] },
  'SELECT id FROM alert_recipients WHERE account_id = ? AND way = ? AND address = ?',
);

const deleteOfOthers = command(
  { writes: ['alert_recipients'] },
  'DELETE FROM alert_recipients WHERE way = ? AND address = ? AND account_id <> ?',
);

interface NewRecipient extends Pick<Recipient, 'way' | 'address'> {
  detail?: RecipientDetail;
}

/**
 * Adds a destination. A browser or a LINE chat belongs only to the account that added it last, so that a LINE group gets
 * each alert once.
 *
 * @throws AppError invalid_request if the account has too many
 */
export function addRecipient(tx: WriteTx, account: Account, recipient: NewRecipient, now: number): Id {
  const { way, address, detail = {} } = recipient;
  const known = tx.get(idByAddress, account.id, way, address);
  if (!known && recipientsOf(tx, account.id).length >= MAX_PER_ACCOUNT)
    throw invalidRequest('alert_recipients_too_many', { most: MAX_PER_ACCOUNT });
  tx.run(insertRecipient, account.id, way, address, JSON.stringify(detail), now);
  if (way !== 'email') tx.run(deleteOfOthers, way, address, account.id);
  if (!known) audit(tx, 'alert_recipient_added', { storeId: account.storeId, subjectId: account.id, detail: { way } });
  chooseAllBy(tx, account, way, now);
  return tx.get(idByAddress, account.id, way, address)?.id as Id;
}

const deleteRecipient = command({ writes: ['alert_recipients'] }, 'DELETE FROM alert_recipients WHERE id = ?');

/** @throws AppError not_found if it is not the account's */
export function removeRecipient(tx: WriteTx, { id: accountId, storeId }: Account, id: Id): void {
  const recipient = recipientById(tx, id);
  if (recipient?.accountId !== accountId) throw notFound('alert_recipient_not_found');
  tx.run(deleteRecipient, id);
  audit(tx, 'alert_recipient_removed', { storeId, subjectId: accountId, detail: { way: recipient.way } });
}

/** Removes a recipient that no longer exists, according to the service. */
export const removeGoneRecipient = (tx: WriteTx, id: Id): number => tx.run(deleteRecipient, id);

const TEST_PAUSE = 60_000;

const setTestTime = command(
  { writes: ['alert_recipients'] },
  `UPDATE alert_recipients SET test_time = @now
   WHERE id = @id AND (test_time <= @now - ${TEST_PAUSE} OR test_time > @now)`, // later: the clock was set back
);

/** Call it before sending a test message. @throws AppError slow_down within a minute of the last one */
export function startTest(tx: WriteTx, id: Id, now: number): void {
  if (tx.run(setTestTime, { id, now }) === 0)
    throw new AppError('slow_down', 'alert_test_too_soon', { retryAfter: TEST_PAUSE / 1_000 });
}

const clearTestTime = command(
  { writes: ['alert_recipients'] },
  'UPDATE alert_recipients SET test_time = 0 WHERE id = ?',
);

/** Call it if the test message could not be sent, so that the next one may be sent immediately. */
export const forgetTest = (tx: WriteTx, id: Id): number => tx.run(clearTestTime, id);

const deleteByWay = command({ writes: ['alert_recipients'] }, 'DELETE FROM alert_recipients WHERE way = ?');

export const deleteRecipientsBy = (tx: WriteTx, way: Way): number => tx.run(deleteByWay, way);

const deleteByAddress = command(
  { writes: ['alert_recipients'] },
  'DELETE FROM alert_recipients WHERE way = ? AND address = ?',
);

/** Deletes the address from all accounts: a LINE chat has blocked the official account, or a group has removed it. */
export const deleteAddress = (tx: WriteTx, way: Way, address: string): number => tx.run(deleteByAddress, way, address);
