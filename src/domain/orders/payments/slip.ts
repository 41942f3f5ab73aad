import { hash } from 'node:crypto';
import { invalidRequest } from '../../../lib/errors.ts';
import { withoutMetadata } from '../../../lib/picture-metadata/strip.ts';
import { type PictureType, pictureHead } from '../../../lib/pictures.ts';

/** A picture of a bank transfer. */
export interface Slip {
  mediaType: PictureType;
  /** SHA-256 of the stored picture, so that a copy with other metadata counts as the same slip. */
  hash: Buffer;
  picture: Uint8Array;
}

const MAX_SLIP_BYTES = 5 * 2 ** 20;

/**
 * The slip without metadata: a photo could reveal where the customer lives.
 *
 * @throws AppError invalid_request at `slip` if it is not PNG, JPEG or WebP, or larger than 5 MB
 */
export function readSlip(uploaded: Uint8Array): Slip {
  if (uploaded.byteLength > MAX_SLIP_BYTES) throw invalidRequest('slip_too_large', { path: 'slip', most: 5 });
  const head = pictureHead(uploaded);
  const picture = head && withoutMetadata(uploaded, head.mediaType);
  if (!picture) throw invalidRequest('slip_not_a_picture', { path: 'slip' });
  return { mediaType: head.mediaType, hash: hash('sha256', picture, 'buffer'), picture };
}
