import type { Context } from '../../context.ts';
import { packedScript, QR_READER } from '../../lib/assets.ts';
import { jobThread } from '../../lib/job-thread.ts';
import { SMALL_HEAP } from '../../lib/threads.ts';
import { type GrayPicture, grayPicture } from './prepare.ts';

export interface QrCode {
  text: string;
  /** Degrees by which the code is turned in the upright picture. */
  rotation: number;
}

/** Runs in a thread: a large photo takes half a second. */
const reader = jobThread<GrayPicture, QrCode[]>(
  () => ({
    packed: packedScript(QR_READER),
    source: new URL('./qr-worker.ts', import.meta.url),
    workerData: undefined,
    resourceLimits: SMALL_HEAP,
  }),
  { maxQueued: 20, errorKey: 'too_many_pictures_at_once' },
);

/**
 * The QR codes in a picture.
 * @throws AppError invalid_request at `path` if the picture is not usable; slow_down if too many wait
 */
export const readQrCodes = async (
  ctx: Pick<Context, 'config' | 'log'>,
  picture: { uploaded: Uint8Array; path: string },
): Promise<QrCode[]> => reader.run(await grayPicture(ctx, picture));
