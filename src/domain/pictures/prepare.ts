import { hash } from 'node:crypto';
import type { Context } from '../../context.ts';
import { concurrencyLimit } from '../../lib/concurrency-limit.ts';
import { invalidRequest } from '../../lib/errors.ts';
import { isHeic, pictureHead } from '../../lib/pictures.ts';
import { pictureLibrary } from './library.ts';

type Library = Awaited<ReturnType<typeof pictureLibrary>>;
type Picture = ReturnType<Library>;

export const PICTURE_SIZES = ['full', 'thumbnail', 'tiny'] as const;
export type PictureSize = (typeof PICTURE_SIZES)[number];

/** A picture as it is stored: upright, without metadata, in three JPEG sizes. */
export type PreparedPicture = { name: string } & Record<PictureSize, Uint8Array>;

const MAX_PICTURE_BYTES = 10 * 2 ** 20;
const MAX_PIXELS = 65_000_000; // the largest that phones save; a progressive JPEG takes five bytes per pixel
const MAX_SIDE: Record<PictureSize, number> = { full: 1600, thumbnail: 400, tiny: 100 };

/** Waiting uploads stay in memory. */
const limited = concurrencyLimit({ atOnce: 1, mostWaiting: 7, tooMany: 'too_many_pictures_at_once' });

/**
 * Decodes and resizes an uploaded picture, one at a time, on threads of the library.
 * @throws AppError invalid_request at `picture` if it is not usable or too large; slow_down if too many wait
 */
export async function preparePicture(ctx: Context, uploaded: Uint8Array): Promise<PreparedPicture> {
  requirePicture(uploaded);
  return limited(async () => {
    const sharp = await pictureLibrary(ctx.config.database);
    try {
      // a truncated file is a warning; a camera's trailing data is not
      return await inSizes(sharp(uploaded, { limitInputPixels: MAX_PIXELS, failOn: 'warning' }), sharp);
    } catch (error) {
      ctx.log.warn({ err: error }, 'decoding a picture failed');
      throw notUsable('picture_damaged');
    }
  });
}

function requirePicture(uploaded: Uint8Array): void {
  if (uploaded.byteLength > MAX_PICTURE_BYTES)
    throw invalidRequest('picture_too_large', { path: 'picture', most: MAX_PICTURE_BYTES });
  if (isHeic(uploaded)) throw notUsable('picture_is_heic');
  const head = pictureHead(uploaded);
  if (!head) throw notUsable('not_a_picture');
  if (head.width * head.height > MAX_PIXELS)
    throw invalidRequest('picture_has_too_many_pixels', { path: 'picture', megapixels: MAX_PIXELS / 1e6 });
}

const notUsable = (key: 'picture_damaged' | 'picture_is_heic' | 'not_a_picture') =>
  invalidRequest(key, { path: 'picture' });

/** The small sizes are made from the full size, which is fast. */
async function inSizes(source: Picture, sharp: Library): Promise<PreparedPicture> {
  const full = await jpeg(source.autoOrient(), 'full');
  const thumbnail = await jpeg(sharp(full), 'thumbnail');
  const tiny = await jpeg(sharp(full), 'tiny');
  return { name: hash('sha256', full, 'base64url'), full, thumbnail, tiny };
}

const jpeg = (picture: Picture, size: PictureSize): Promise<Buffer> =>
  picture
    .resize(MAX_SIDE[size], MAX_SIDE[size], { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 80, progressive: true })
    .toBuffer();
