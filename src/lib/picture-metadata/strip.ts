import type { PictureType } from '../pictures.ts';
import { stripJpeg } from './jpeg.ts';
import { stripPng } from './png.ts';
import { stripWebp } from './webp.ts';

const STRIP: Record<PictureType, (bytes: Buffer) => Buffer | undefined> = {
  'image/jpeg': stripJpeg,
  'image/png': stripPng,
  'image/webp': stripWebp,
};

/**
 * The picture without place, time, camera, comments and appended files. Pixels, colour profile and orientation stay.
 *
 * @returns undefined if it is cut off before the picture begins, or has more parts than any camera or program writes
 */
export const withoutMetadata = (picture: Uint8Array, type: PictureType): Buffer | undefined =>
  STRIP[type](Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength));
