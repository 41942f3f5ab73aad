import { onlyOrientation } from './exif.ts';
import { MAX_PARTS } from './max-parts.ts';

const HEADER = 12; // bytes: RIFF, size, WEBP
const CHUNK_HEAD = 8; // bytes: type, size
const KEPT = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);

// Flags of VP8X.
const HAS_EXIF = 0x08;
const HAS_XMP = 0x04;

/** Some encoders write the start of a JPEG segment before the EXIF data. */
const JPEG_START = 'Exif\0\0';

/** Copies the chunks that a decoder needs. @returns undefined if there are too many */
export function stripWebp(bytes: Buffer): Buffer | undefined {
  const kept: Buffer[] = [];
  let exif: Buffer | undefined;
  let parts = 0;
  for (let at = HEADER; at + CHUNK_HEAD <= bytes.length; parts += 1) {
    if (parts === MAX_PARTS) return undefined;
    const type = bytes.toString('latin1', at, at + 4);
    const dataEnd = at + CHUNK_HEAD + bytes.readUInt32LE(at + 4);
    const end = dataEnd + (dataEnd % 2); // chunks are padded to an even size
    const data = bytes.subarray(at + CHUNK_HEAD, dataEnd);
    if (type === 'EXIF') exif = onlyOrientation(withoutJpegStart(data));
    else if (KEPT.has(type)) kept.push(Buffer.from(bytes.subarray(at, end)));
    at = end;
  }
  const [first] = kept;
  if (first?.toString('latin1', 0, 4) === 'VP8X') {
    first[CHUNK_HEAD] = ((first[CHUNK_HEAD] ?? 0) & ~(HAS_EXIF | HAS_XMP)) | (exif ? HAS_EXIF : 0);
    if (exif) kept.push(chunkOf('EXIF', exif));
  }
  const content = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...kept]);
  return chunkOf('RIFF', content);
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
