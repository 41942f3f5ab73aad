import type { Reader } from '../../../../db/reader.ts';
import { command, query } from '../../../../db/statement.ts';
import type { WriteTx } from '../../../../db/write-tx.ts';
import type { Id } from '../../../../lib/ids.ts';
import type { Message } from '../../../../lib/messages/catalogue.ts';
import { messageFromJson, messageToJson } from '../../../../lib/messages/message.ts';
import type { Money } from '../../../../lib/money.ts';
import { newUuid } from '../../../../lib/runtime.ts';
import { retryTime } from '../../bookings/booking.ts';

// The only writer of slip_verifications (docs/decisions.md#slip-verification).

/**
 * The states of the question whether a transfer has arrived.
 *
 * - `queued`: not sent. The worker sends it at `nextTime`.
 * - `requesting`: committed just before the request is sent. After a crash the next start makes it `uncertain`.
 * - `uncertain`: the answer was lost, late, malformed or not known yet. The worker repeats it with its key at `nextTime`.
 * - `confirmed`, `refused`: answered. Final.
 * - `unknown`: no answer after the last try. The store decides, or asks again.
 */
export type VerificationState = 'queued' | 'requesting' | 'uncertain' | 'confirmed' | 'refused' | 'unknown';

/** Details of the transfer from the service. Accounts may be masked: `xxx-x-x6789-x`. */
export interface Confirmation {
  amount: Money;
  receiverAccount: string | null;
  receiverBank: string | null;
  transferTime: number | null;
}

export interface Verification {
  paymentId: Id;
  /** Idempotency key, equal for all attempts. */
  key: string;
  state: VerificationState;
  tries: number;
  nextTime: number | null;
  /** Why it is rejected or uncertain. */
  reason: Message | null;
  /** Details of a confirmed transfer. */
  confirmation: Confirmation | null;
}

interface Row extends Omit<Verification, 'reason' | 'confirmation'>, Omit<Confirmation, 'amount'> {
  reason: string | null;
  amount: Money | null;
}

const byPayment = query<Row>(
  { reads: ['slip_verifications'] },
  `SELECT payment_id AS paymentId, key, state, tries, next_time AS nextTime, reason, amount,
     receiver_account AS receiverAccount, receiver_bank AS receiverBank, transfer_time AS transferTime
   FROM slip_verifications WHERE payment_id = ?`,
);

/** Undefined if no verification was requested. */
export function verificationOf(db: Reader, paymentId: Id): Verification | undefined {
  const row = db.get(byPayment, paymentId);
  if (!row) return undefined;
  const { amount, receiverAccount, receiverBank, transferTime, reason, ...rest } = row;
  return {
    ...rest,
    reason: reason === null ? null : messageFromJson(reason),
    confirmation: amount === null ? null : { amount, receiverAccount, receiverBank, transferTime },
  };
}

const dueOfStore = query<{ id: Id }>(
  { reads: ['orders', 'payments', 'slip_verifications'] },
  `SELECT v.payment_id AS id FROM slip_verifications v INDEXED BY slip_verifications_due
   CROSS JOIN payments p ON p.id = v.payment_id CROSS JOIN orders o ON o.id = p.order_id
   WHERE v.next_time <= @now AND o.store_id = @storeId ORDER BY v.next_time LIMIT @limit`,
);

/** The payments to ask about, the longest waiting first. */
export const verificationsDue = (db: Reader, due: { storeId: Id; now: number; limit: number }): Id[] =>
  db.all(dueOfStore, due).map(({ id }) => id);

const inFlight = query<{ id: Id }>(
  { reads: ['slip_verifications'] },
  `SELECT payment_id AS id FROM slip_verifications WHERE state = 'requesting'`,
);

export const verificationsInFlight = (db: Reader): Id[] => db.all(inFlight).map(({ id }) => id);

const restart = command(
  { writes: ['slip_verifications'] },
  `INSERT OR REPLACE INTO slip_verifications (payment_id, key, state, next_time) VALUES (?, ?, 'queued', ?)`,
);

/** Queues a verification of the payment with a new key. */
export const restartVerification = (tx: WriteTx, paymentId: Id, now: number): number =>
  tx.run(restart, paymentId, newUuid(), now);

const setState = command(
  { writes: ['slip_verifications'] },
  `UPDATE slip_verifications SET state = @state, tries = @tries, next_time = @nextTime, reason = @reason, amount = @amount,
     receiver_account = @receiverAccount, receiver_bank = @receiverBank, transfer_time = @transferTime
   WHERE payment_id = @paymentId AND key = @key AND state = @from`,
);

const NOTHING = { amount: null, receiverAccount: null, receiverBank: null, transferTime: null };

/** Commits that the request is sent now. Undefined if it is no longer due. */
export function claimVerification(tx: WriteTx, paymentId: Id, now: number): Verification | undefined {
  const verification = verificationOf(tx, paymentId);
  if (!verification || verification.nextTime === null || verification.nextTime > now) return undefined;
  const { key, tries, state } = verification;
  const sent = { ...NOTHING, paymentId, key, from: state, tries: tries + 1, nextTime: null, reason: null };
  tx.run(setState, { ...sent, state: 'requesting' });
  return { ...verification, tries: tries + 1 };
}

export type VerificationResult =
  | { is: 'confirmed'; confirmation: Confirmation }
  | { is: 'refused'; reason: Message }
  /** Certainly not sent. */
  | { is: 'unsent'; reason: Message }
  /** The request may have arrived, or the service does not know yet. */
  | { is: 'uncertain'; reason: Message };

const MAX_TRIES = 8; // within about an hour and a half

/** Does nothing if the payment has another key or was erased meanwhile. @returns whether the result is stored */
export function recordVerification(
  tx: WriteTx,
  { paymentId, key, tries }: Pick<Verification, 'paymentId' | 'key' | 'tries'>,
  result: VerificationResult,
  now: number,
): boolean {
  const move = { ...NOTHING, paymentId, key, tries, from: 'requesting', nextTime: null, reason: null };
  if (result.is === 'confirmed') return tx.run(setState, { ...move, state: 'confirmed', ...result.confirmation }) > 0;
  const reason = messageToJson(result.reason);
  if (result.is === 'refused') return tx.run(setState, { ...move, state: 'refused', reason }) > 0;
  if (tries >= MAX_TRIES) return tx.run(setState, { ...move, state: 'unknown', reason }) > 0;
  const state = result.is === 'unsent' ? 'queued' : 'uncertain';
  return tx.run(setState, { ...move, state, reason, nextTime: retryTime(tries, now) }) > 0;
}

const deleteOfPayment = command(
  { writes: ['slip_verifications'] },
  'DELETE FROM slip_verifications WHERE payment_id = ?',
);

/** Drops the question and its answer, which are about another transfer. */
export const deleteVerification = (tx: WriteTx, paymentId: Id): number => tx.run(deleteOfPayment, paymentId);

const IS_WAITING = `(next_time IS NOT NULL OR state = 'requesting')`;

const deleteWaitingOfPayment = command(
  { writes: ['slip_verifications'] },
  `DELETE FROM slip_verifications WHERE payment_id = ? AND ${IS_WAITING}`,
);

/** Drops the question unless it is answered. An answer in flight is then ignored. */
export const deleteWaitingVerification = (tx: WriteTx, paymentId: Id): number =>
  tx.run(deleteWaitingOfPayment, paymentId);

const deleteWaitingOfStore = command(
  { writes: ['slip_verifications'], reads: ['orders', 'payments'] },
  `DELETE FROM slip_verifications WHERE ${IS_WAITING}
     AND (SELECT o.store_id FROM payments p JOIN orders o ON o.id = p.order_id WHERE p.id = payment_id) = ?`,
);

/** As `deleteWaitingVerification`, of all payments of the store. */
export const deleteWaitingVerifications = (tx: WriteTx, storeId: Id): number => tx.run(deleteWaitingOfStore, storeId);

const deleteOfOrder = command(
  { writes: ['slip_verifications'], reads: ['payments'] },
  'DELETE FROM slip_verifications WHERE payment_id IN (SELECT id FROM payments WHERE order_id = ?)',
);

/** Erases what services said about the payments of the order. */
export const eraseVerifications = (tx: WriteTx, orderId: Id): number => tx.run(deleteOfOrder, orderId);
