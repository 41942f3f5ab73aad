import { createHmac } from 'node:crypto';
import * as v from 'valibot';
import { amount, millis, text } from '../../../../lib/field-schemas.ts';
import { message } from '../../../../lib/messages/message.ts';
import { type Money, moneyText } from '../../../../lib/money.ts';
import type { CourierConnection } from '../../../couriers/adapters/connection.ts';
import { type CourierResponse, isRefusal, post } from '../../../couriers/adapters/post.ts';
import type { Slip } from '../slip.ts';
import type { SlipVerifier } from './slip-verifiers.ts';
import type { VerificationResult } from './verifications.ts';

// The protocol of docs/slip-verification.md#requests.

export interface VerifyRequest {
  key: string;
  amount: Money;
  sendingBank: string | null;
  reference: string | null;
  slip: Pick<Slip, 'mediaType' | 'picture'> | undefined;
  now: number;
}

interface Service {
  connection: CourierConnection;
  verifier: SlipVerifier;
  /** Milliseconds. */
  timeout?: number | undefined;
}

/** Asks once. Never rejects. */
export async function verifySlip(
  { connection, verifier, timeout }: Service,
  request: VerifyRequest,
): Promise<VerificationResult> {
  const body = JSON.stringify(bodyOf(request));
  const headers = {
    'Content-Type': 'application/json',
    'X-Service-Signature': createHmac('sha256', verifier.secret).update(body).digest('hex'),
    'Idempotency-Key': request.key,
  };
  return resultOf(await post({ connection, url: verifier.url, headers, body, timeout }));
}

const bodyOf = ({ key, amount, sendingBank, reference, slip, now }: VerifyRequest) => ({
  action: 'verify',
  idempotency_key: key,
  amount: moneyText(amount),
  sending_bank: sendingBank ?? undefined,
  reference: reference ?? undefined,
  slip: slip && { media_type: slip.mediaType, base64: Buffer.from(slip.picture).toString('base64') },
  request_time: now,
});

const short = v.pipe(text, v.maxLength(64));

const answer = v.variant('status', [
  v.object({
    status: v.literal('confirmed'),
    amount,
    receiver_account: v.nullish(short),
    receiver_bank: v.nullish(short),
    transfer_time: v.nullish(millis),
  }),
  v.object({ status: v.literal('refused'), reason: v.nullish(text) }),
  v.object({ status: v.literal('unknown') }),
]);

const MAX_REASON_LENGTH = 500;

/** Only a complete answer is certain. */
function resultOf(response: CourierResponse): VerificationResult {
  if (response.is === 'unsent') return { is: 'unsent', reason: message('verifier_not_reached') };
  if (response.is === 'unknown') return { is: 'uncertain', reason: message('verifier_not_answered') };
  const { status } = response;
  const isSuccess = status >= 200 && status < 300;
  const { success, output } = v.safeParse(answer, response.body);
  if (!success || !(isSuccess || (isRefusal(status) && output.status === 'refused')))
    return { is: 'uncertain', reason: message('verifier_answered', { status }) };
  if (output.status === 'unknown') return { is: 'uncertain', reason: message('verifier_does_not_know') };
  if (output.status === 'refused') return { is: 'refused', reason: refusal(output.reason) };
  const { receiver_account = null, receiver_bank = null, transfer_time = null } = output;
  const confirmation = { receiverAccount: receiver_account, receiverBank: receiver_bank, transferTime: transfer_time };
  return { is: 'confirmed', confirmation: { amount: output.amount as Money, ...confirmation } };
}

const refusal = (reason: string | null | undefined) =>
  reason
    ? message('foreign_text', { text: reason.slice(0, MAX_REASON_LENGTH).toWellFormed() })
    : message('verifier_refused');
