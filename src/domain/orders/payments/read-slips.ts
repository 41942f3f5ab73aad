import type { Context } from '../../../context.ts';
import { query } from '../../../db/statement.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import { AppError } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import { TURNS, type Turn } from '../../pictures/prepare.ts';
import { type QrCode, readQrCodes } from '../../pictures/read-qr.ts';
import { orderById } from '../order.ts';
import { existingPayment } from './payment-details.ts';
import { recordSlipReading } from './payment-rows.ts';
import type { Slip } from './slip.ts';
import { readSlipCode, type SlipReading } from './slip-code.ts';
import { queueVerification } from './verification/verifiable.ts';
import { verificationOf } from './verification/verifications.ts';

const NOTHING: SlipReading = { code: undefined, turn: 0 };

/**
 * Reads the QR code of a slip in a thread. A picture that cannot be decoded has no code.
 * @returns undefined if too many pictures wait: the job below reads the slip later
 */
export async function readSlipPicture(
  ctx: Pick<Context, 'config' | 'log'>,
  picture: Uint8Array,
): Promise<SlipReading | undefined> {
  try {
    return readingOf(await readQrCodes(ctx, { uploaded: picture, path: 'slip' }));
  } catch (error) {
    if (error instanceof AppError) return error.code === 'slow_down' ? undefined : NOTHING;
    ctx.log.warn({ err: error }, 'reading the code of a slip failed');
    return NOTHING;
  }
}

/** The first code of a slip among the codes of the picture. */
function readingOf(codes: readonly QrCode[]): SlipReading {
  for (const { text, rotation } of codes) {
    const code = readSlipCode(text);
    if (code) return { code, turn: turnAgainst(rotation) };
  }
  return NOTHING;
}

/** The quarter turns that undo the rotation, to the nearest one. */
const turnAgainst = (rotation: number): Turn =>
  TURNS[((-Math.round(rotation / 90) % TURNS.length) + TURNS.length) % TURNS.length] ?? 0;

type UnreadSlip = Pick<Slip, 'mediaType' | 'picture'> & { paymentId: Id };

const unreadSlip = query<UnreadSlip>(
  { reads: ['payment_slips'] },
  `SELECT payment_id AS paymentId, media_type AS mediaType, picture FROM payment_slips INDEXED BY payment_slips_unread
   WHERE is_read = 0 ORDER BY payment_id LIMIT 1`,
);

/** Asks the service of the store about a payment that awaits review, unless a verification exists. */
function verifyReported(tx: WriteTx, paymentId: Id, now: number): void {
  const { orderId, reference, status } = existingPayment(tx, paymentId);
  const order = orderById(tx, orderId, 0);
  if (status === 'notified' && order && !verificationOf(tx, paymentId))
    queueVerification(tx, { paymentId, storeId: order.storeId, reference, hasSlip: true }, now);
}

const MAX_PER_RUN = 10; // so that a stop does not wait for a large backlog

/** Reads slips that were stored unread, for example those of the partner API. One at a time: nothing waits for them. */
export async function readStoredSlips(ctx: Context): Promise<void> {
  for (let i = 0; i < MAX_PER_RUN; i += 1) {
    const slip = ctx.db.get(unreadSlip);
    const reading = slip && (await readSlipPicture(ctx, slip.picture));
    if (!reading) return;
    await ctx.write((tx) => {
      const isStored = recordSlipReading(tx, slip, reading);
      if (isStored) verifyReported(tx, slip.paymentId, ctx.now());
    });
  }
}
