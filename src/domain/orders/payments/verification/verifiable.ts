import type { Reader } from '../../../../db/reader.ts';
import type { WriteTx } from '../../../../db/write-tx.ts';
import type { Id } from '../../../../lib/ids.ts';
import { verifierSendsPicture } from './slip-verifiers.ts';
import { restartVerification } from './verifications.ts';

interface Verifiable {
  paymentId: Id;
  storeId: Id;
  reference: string | null;
  hasSlip: boolean;
}

/** Whether the store has a service that can verify the payment. Decrypts no secret. */
export function isVerifiable(db: Reader, { storeId, reference, hasSlip }: Omit<Verifiable, 'paymentId'>): boolean {
  const sendsPicture = verifierSendsPicture(db, storeId);
  return sendsPicture !== undefined && (reference !== null || (hasSlip && sendsPicture));
}

/**
 * Queues a verification of the payment with a new key. @returns false if the store has no service that can verify it
 */
export function queueVerification(tx: WriteTx, payment: Verifiable, now: number): boolean {
  if (!isVerifiable(tx, payment)) return false;
  restartVerification(tx, payment.paymentId, now);
  return true;
}
