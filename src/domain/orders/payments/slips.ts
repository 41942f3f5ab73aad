import { hash } from 'node:crypto';
import { AppError } from '../../../lib/errors.ts';
import { type PictureType, pictureHead } from '../../../lib/pictures.ts';

/** A picture of what the buyer's bank has printed. */
export interface Slip {
  mediaType: PictureType;
  /** SHA-256 of the picture. */
  hash: Buffer;
  picture: Uint8Array;
}

const MOST_SLIP_BYTES = 5 * 2 ** 20;

/**
 * The picture as it is kept; what it is, its bytes say and not its name.
 *
 * @throws AppError invalid_request naming `slip` where it is no PNG, JPEG or WebP, or larger than 5 MB
 */
export function readSlip(picture: Uint8Array): Slip {
  if (picture.byteLength > MOST_SLIP_BYTES)
    throw new AppError('invalid_request', 'slip_too_large', { path: 'slip', most: 5 });
  const head = pictureHead(picture);
  if (!head) throw new AppError('invalid_request', 'slip_not_a_picture', { path: 'slip' });
  return { mediaType: head.mediaType, hash: hash('sha256', picture, 'buffer'), picture };
}
