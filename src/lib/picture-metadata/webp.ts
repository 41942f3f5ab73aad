import { pictureHead } from '../pictures.ts';
import { exifOf, keepOrientation, orientationOf, UPRIGHT } from './exif.ts';
import { MAX_PARTS } from './max-parts.ts';

const HEADER = 12; // bytes: RIFF, size, WEBP
const CHUNK_HEAD = 8; // bytes: type, size
const KEPT = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);

// Flags of VP8X.
const HAS_ALPHA = 0x10;
const HAS_EXIF = 0x08;
const HAS_XMP = 0x04;

/** Some encoders write the start of a JPEG segment before the EXIF data. */
const JPEG_START = 'Exif\0\0';

/** Copies the chunks that a decoder needs. @returns undefined if there are too many */
export function stripWebp(bytes: Buffer, reorient = keepOrientation): Buffer | undefined {
  const kept: Buffer[] = [];
  let orientation = UPRIGHT;
  let parts = 0;
  for (let at = HEADER; at + CHUNK_HEAD <= bytes.length; parts += 1) {
    if (parts === MAX_PARTS) return undefined;
    const type = bytes.toString('latin1', at, at + 4);
    const dataEnd = at + CHUNK_HEAD + bytes.readUInt32LE(at + 4);
    const end = dataEnd + (dataEnd % 2); // chunks are padded to an even size
    const data = bytes.subarray(at + CHUNK_HEAD, dataEnd);
    if (type === 'EXIF') orientation = orientationOf(withoutJpegStart(data));
    else if (KEPT.has(type)) kept.push(Buffer.from(bytes.subarray(at, end)));
    at = end;
  }
  const exif = exifOf(reorient(orientation));
  if (exif && !isExtended(kept)) kept.unshift(extensionOf(bytes, kept));
  const [first] = kept;
  if (first && isExtended(kept)) {
    first[CHUNK_HEAD] = ((first[CHUNK_HEAD] ?? 0) & ~(HAS_EXIF | HAS_XMP)) | (exif ? HAS_EXIF : 0);
    if (exif) kept.push(chunkOf('EXIF', exif));
  }
  const content = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...kept]);
  return chunkOf('RIFF', content);
}

const typeOf = (chunk: Buffer | undefined): string | undefined => chunk?.toString('latin1', 0, 4);

const isExtended = ([first]: readonly Buffer[]): boolean => typeOf(first) === 'VP8X';

/** The header that a picture needs for EXIF data. */
function extensionOf(bytes: Buffer, [picture]: readonly Buffer[]): Buffer {
  const { width, height } = pictureHead(bytes) ?? { width: 1, height: 1 };
  const head = Buffer.alloc(10);
  // lossless pictures begin with a signature, two sizes of 14 bits and the bit for alpha
  const hasAlpha = typeOf(picture) === 'VP8L' && ((picture?.[CHUNK_HEAD + 4] ?? 0) & 0x10) !== 0;
  head.writeUInt8(hasAlpha ? HAS_ALPHA : 0, 0);
  head.writeUIntLE(width - 1, 4, 3);
  head.writeUIntLE(height - 1, 7, 3);
  return chunkOf('VP8X', head);
}

const withoutJpegStart = (data: Buffer): Buffer =>
  data.toString('latin1', 0, JPEG_START.length) === JPEG_START ? data.subarray(JPEG_START.length) : data;

/** @param data of an even size */
function chunkOf(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(CHUNK_HEAD);
  head.write(type, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data]);
}
