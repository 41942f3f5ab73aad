import type { PictureType } from '../pictures.ts';
import { keepOrientation, type Orientation, type Reorient, UPRIGHT } from './exif.ts';
import { stripJpeg } from './jpeg.ts';
import { stripPng } from './png.ts';
import { stripWebp } from './webp.ts';

const STRIP: Record<PictureType, (bytes: Buffer, reorient: Reorient) => Buffer | undefined> = {
  'image/jpeg': stripJpeg,
  'image/png': stripPng,
  'image/webp': stripWebp,
};

/**
 * The picture without place, time, camera, comments and appended files. Pixels, color profile and orientation stay.
 *
 * @returns undefined if it is cut off before the picture begins, or has more parts than any camera or program writes
 */
export const withoutMetadata = (picture: Uint8Array, type: PictureType): Buffer | undefined =>
  strip(picture, type, keepOrientation);

const strip = (picture: Uint8Array, type: PictureType, reorient: Reorient): Buffer | undefined =>
  STRIP[type](Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength), reorient);

/** The orientation after each quarter turn clockwise, without mirrored ones. */
const TURNED: readonly Orientation[] = [UPRIGHT, 6, 3, 8];

/**
 * The picture with an orientation that turns it further. Its pixels stay. Mirrored pictures are not turned.
 *
 * @param turn degrees clockwise, a multiple of 90
 */
export const turnedByOrientation = (picture: Uint8Array, type: PictureType, turn: number): Buffer | undefined =>
  strip(picture, type, (orientation) => {
    const at = TURNED.indexOf(orientation);
    return at === -1 ? orientation : (TURNED[(at + turn / 90) % TURNED.length] ?? orientation);
  });
