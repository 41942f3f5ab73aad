import { hash } from 'node:crypto';
import { Refusal } from '../../../lib/errors.ts';

/** A picture of what the buyer's bank has printed. */
export interface Slip {
  mediaType: 'image/png' | 'image/jpeg' | 'image/webp';
  /** SHA-256 of the picture. */
  hash: Buffer;
  picture: Uint8Array;
}

const MOST_SLIP_BYTES = 5 * 2 ** 20;

/** What each kind begins with, in hexadecimal; a dot is any. */
const BEGINNINGS: readonly [Slip['mediaType'], RegExp][] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/webp', /^52494646.{8}57454250/], // RIFF, its length, WEBP
];

/**
 * The picture as it is kept; what it is, its bytes say and not its name.
 *
 * @throws Refusal invalid_request naming `slip` where it is no PNG, JPEG or WebP, or larger than 5 MB
 */
export function readSlip(picture: Uint8Array): Slip {
  if (picture.byteLength > MOST_SLIP_BYTES) throw new Refusal('invalid_request', 'slip must not be larger than 5 MB');
  const beginning = Buffer.from(picture.subarray(0, 12)).toString('hex');
  const [mediaType] = BEGINNINGS.find(([, form]) => form.test(beginning)) ?? [];
  if (!mediaType) throw new Refusal('invalid_request', 'slip must be a picture: PNG, JPEG or WebP');
  return { mediaType, hash: hash('sha256', picture, 'buffer'), picture };
}
