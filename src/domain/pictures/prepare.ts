import { hash } from 'node:crypto';
import type { Context } from '../../context.ts';
import { concurrencyLimit } from '../../lib/concurrency-limit.ts';
import { invalidRequest } from '../../lib/errors.ts';
import { isHeic, pictureHead } from '../../lib/pictures.ts';
import { inThreadPool } from '../../lib/runtime.ts';
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
const limited = concurrencyLimit({ concurrency: 1, maxQueued: 7, errorKey: 'too_many_pictures_at_once' });

/** Degrees clockwise. */
export const TURNS = [0, 90, 180, 270] as const;
export type Turn = (typeof TURNS)[number];

/** A part of a picture, in thousandths of its width and height. */
export interface Part {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Edits of an uploaded picture: first rotation, then cropping. */
export interface PictureEdit {
  turn?: Turn;
  part?: Part | undefined;
}

/**
 * Decodes, turns, crops and resizes an uploaded picture, one at a time, on threads of the library.
 * @throws AppError invalid_request at `picture` if it is not usable or too large; slow_down if too many wait
 */
export const preparePicture = (ctx: Context, uploaded: Uint8Array, edit: PictureEdit = {}): Promise<PreparedPicture> =>
  decode(ctx, { uploaded, ...edit, path: 'picture' }, inSizes);

/**
 * The picture turned, in its format and without metadata.
 * @throws AppError as `preparePicture`, at `path`
 */
export const turnPicture = (ctx: Context, upload: Upload): Promise<Uint8Array> =>
  decode(ctx, upload, (upright) => inThreadPool(() => upright.jpeg({ quality: 90, force: false }).toBuffer()));

export interface GrayPicture {
  width: number;
  height: number;
  /** A byte for each pixel, row by row. */
  pixels: Uint8Array<ArrayBuffer>;
}

const MAX_READ_PIXELS = 25_000_000; // anyone with the link of an order can send one; decoding takes five bytes per pixel
const MAX_READ_SIDE = 2400; // a code on the slip of a phone then has three pixels per module

/** The upright picture for reading codes; of fewer pixels than others. @throws AppError as `preparePicture`, at `path` */
export const grayPicture = (ctx: Pick<Context, 'config' | 'log'>, upload: Omit<Upload, 'turn'>): Promise<GrayPicture> =>
  decode(ctx, { ...upload, turn: 0, maxPixels: MAX_READ_PIXELS }, async (upright) => {
    const gray = upright
      .resize(MAX_READ_SIDE, MAX_READ_SIDE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .grayscale()
      .raw();
    const { data, info } = await inThreadPool(() => gray.toBuffer({ resolveWithObject: true }));
    return { width: info.width, height: info.height, pixels: Uint8Array.from(data) };
  });

/** Small pictures of a list wait for each other, not for uploads. */
const limitedSmall = concurrencyLimit({ concurrency: 1, maxQueued: 100, errorKey: 'too_many_pictures_at_once' });

/** The stored picture in the size of a list, in which the amount of a slip can be read, as JPEG. @throws AppError as `preparePicture`, at `path` */
export const smallPicture = (ctx: Context, upload: Omit<Upload, 'turn'>): Promise<Uint8Array> =>
  decode(ctx, { ...upload, limit: limitedSmall }, (upright) => jpeg(upright, 'thumbnail'));

interface Upload extends PictureEdit {
  uploaded: Uint8Array;
  /** Field path in errors. */
  path: string;
  maxPixels?: number;
  limit?: typeof limited;
}

/** @param use gets the upright picture */
async function decode<T>(
  ctx: Pick<Context, 'config' | 'log'>,
  { uploaded, turn = 0, part, path, maxPixels = MAX_PIXELS, limit = limited }: Upload,
  use: (upright: Picture, sharp: Library) => Promise<T>,
): Promise<T> {
  requirePicture({ uploaded, path, maxPixels });
  return limit(async () => {
    const sharp = await pictureLibrary(ctx.config.database);
    try {
      // a truncated file is a warning; a camera's trailing data is not
      const picture = sharp(uploaded, { limitInputPixels: maxPixels, failOn: 'warning' });
      const upright = picture.autoOrient().rotate(turn);
      return await use(part ? upright.extract(await pixelsOf(picture, turn, part)) : upright, sharp);
    } catch (error) {
      ctx.log.warn({ err: error }, 'decoding a picture failed');
      throw invalidRequest('picture_damaged', { path });
    }
  });
}

/** At least one pixel, within the turned picture. */
async function pixelsOf(picture: Picture, turn: Turn, part: Part) {
  const { autoOrient } = await inThreadPool(() => picture.metadata());
  const [width, height] =
    turn % 180 === 0 ? [autoOrient.width, autoOrient.height] : [autoOrient.height, autoOrient.width];
  const left = Math.min(Math.round((part.left * width) / 1000), width - 1);
  const top = Math.min(Math.round((part.top * height) / 1000), height - 1);
  return {
    left,
    top,
    width: Math.min(Math.max(Math.round((part.width * width) / 1000), 1), width - left),
    height: Math.min(Math.max(Math.round((part.height * height) / 1000), 1), height - top),
  };
}

function requirePicture({
  uploaded,
  path,
  maxPixels,
}: Pick<Required<Upload>, 'uploaded' | 'path' | 'maxPixels'>): void {
  if (uploaded.byteLength > MAX_PICTURE_BYTES)
    throw invalidRequest('picture_too_large', { path, most: MAX_PICTURE_BYTES });
  if (isHeic(uploaded)) throw invalidRequest('picture_is_heic', { path });
  const head = pictureHead(uploaded);
  if (!head) throw invalidRequest('not_a_picture', { path });
  if (head.width * head.height > maxPixels)
    throw invalidRequest('picture_has_too_many_pixels', { path, megapixels: maxPixels / 1e6 });
}

/** The small sizes are scaled from the full size, which is fast. */
async function inSizes(upright: Picture, sharp: Library): Promise<PreparedPicture> {
  const full = await jpeg(upright, 'full');
  const thumbnail = await jpeg(sharp(full), 'thumbnail');
  const tiny = await jpeg(sharp(full), 'tiny');
  return { name: hash('sha256', full, 'base64url'), full, thumbnail, tiny };
}

function jpeg(picture: Picture, size: PictureSize): Promise<Buffer> {
  const sized = picture
    .resize(MAX_SIDE[size], MAX_SIDE[size], { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 80, progressive: true });
  return inThreadPool(() => sized.toBuffer());
}
