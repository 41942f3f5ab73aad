// EXIF data is a TIFF file: a header with the byte order, then directories of 12-byte entries.

const HEADER = 8;
const ENTRY = 12;
const ORIENTATION = 0x0112;
const SHORT = 3;

/** Rotation and mirroring of a picture, from 1 to 8; 1 is upright. */
export type Orientation = number;

export const UPRIGHT: Orientation = 1;

/** Gives the stripped picture another orientation. */
export type Reorient = (orientation: Orientation) => Orientation;

export const keepOrientation: Reorient = (orientation) => orientation;

/** EXIF data with nothing but the orientation; undefined if it is upright. */
export const exifOf = (orientation: Orientation): Buffer | undefined =>
  orientation === UPRIGHT ? undefined : tiffOf(orientation);

/** Orientation in the first directory; upright if it has none. */
export const orientationOf = (tiff: Buffer): Orientation => readOrientation(tiff) ?? UPRIGHT;

function readOrientation(tiff: Buffer): Orientation | undefined {
  const order = tiff.toString('latin1', 0, 2);
  if (tiff.length < HEADER || (order !== 'II' && order !== 'MM')) return undefined;
  const isLittle = order === 'II';
  const short = (at: number) => (at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const end = directory + 2 + short(directory) * ENTRY;
  for (let at = directory + 2; at < end && at + ENTRY <= tiff.length; at += ENTRY)
    if (short(at) === ORIENTATION && short(at + 2) === SHORT && short(at + 8) >= 1 && short(at + 8) <= 8)
      return short(at + 8);
  return undefined;
}

/** A directory with one entry. */
function tiffOf(orientation: Orientation): Buffer {
  const tiff = Buffer.alloc(HEADER + 2 + ENTRY + 4);
  tiff.write('MM\0*\0\0\0\u0008', 'latin1');
  tiff.writeUInt16BE(1, HEADER);
  tiff.writeUInt16BE(ORIENTATION, HEADER + 2);
  tiff.writeUInt16BE(SHORT, HEADER + 4);
  tiff.writeUInt32BE(1, HEADER + 6);
  tiff.writeUInt16BE(orientation, HEADER + 10);
  return tiff;
}
