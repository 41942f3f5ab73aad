import { readSlipPicture } from '../../../domain/orders/payments/read-slips.ts';
import type { SlipReading } from '../../../domain/orders/payments/slip-code.ts';
import { type Turn, turnPicture } from '../../../domain/pictures/prepare.ts';
import { requirePicture, type UploadedFile } from '../../forms/uploaded-file.ts';
import type { StoreContext } from '../../request-context.ts';

// Slips of payments and refunds in forms: the field `slip`, turned by the field `turn`.

/** Limit of a form with a slip, which has at most 5 MB. */
export const MAX_SLIP_FORM = 6 * 2 ** 20;

interface UploadedSlip {
  slip?: Uint8Array | undefined;
  slipReading?: SlipReading | undefined;
}

/** The slip and the content of its QR code. A slip that is not turned keeps its pixels. */
export async function uploadedSlip(
  { app }: StoreContext,
  file: UploadedFile | undefined,
  turn: Turn = 0,
): Promise<UploadedSlip> {
  if (!file) return {};
  requirePicture(file, 'slip');
  const slip = turn === 0 ? file.bytes : await turnPicture(app, { uploaded: file.bytes, turn, path: 'slip' });
  const reading = await readSlipPicture(app, slip);
  return { slip, slipReading: reading && turn !== 0 ? { ...reading, turn: 0 } : reading }; // the user's turn stays
}
