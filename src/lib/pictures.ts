export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp';

/** In pixels as stored, before any EXIF rotation. */
interface Size {
  width: number;
  height: number;
}

export interface PictureHead extends Size {
  mediaType: PictureType;
}

const SIZES: readonly [PictureType, (bytes: Buffer) => Size | undefined][] = [
  ['image/png', pngSize],
  ['image/jpeg', jpegSize],
  ['image/webp', webpSize],
];

/** The type and size of a picture by its header; undefined if it is not a supported picture. */
export function pictureHead(picture: Uint8Array): PictureHead | undefined {
  const bytes = Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength);
  for (const [mediaType, sizeOf] of SIZES) {
    const size = sizeOf(bytes);
    if (size && size.width > 0 && size.height > 0) return { mediaType, ...size };
  }
  return undefined;
}

const HEIF_BRANDS = ['heic', 'heix', 'hevc', 'heim', 'heis', 'mif1', 'msf1'];

/** Whether it is HEIC, the default format of iPhones. */
export const isHeic = (picture: Uint8Array): boolean => {
  const head = Buffer.from(picture.subarray(0, 12)).toString('latin1');
  return head.slice(4, 8) === 'ftyp' && HEIF_BRANDS.includes(head.slice(8));
};

const isAt = (bytes: Buffer, at: number, hex: string): boolean =>
  bytes.subarray(at, at + hex.length / 2).toString('hex') === hex;

/** Reads the signature and the IHDR chunk. */
function pngSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 33 || !isAt(bytes, 0, '89504e470d0a1a0a0000000d49484452')) return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Walks the segments, each a marker and a length, to the start of frame (SOF). */
function jpegSize(bytes: Buffer): Size | undefined {
  if (!isAt(bytes, 0, 'ffd8ff')) return undefined;
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes.readUInt8(at + 1);
    if (isFrame(marker)) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2); // a marker may have 0xff fill bytes
  }
  return undefined;
}

/** 0xC0 to 0xCF start a frame, except DHT, JPG and DAC. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Reads the RIFF header and the first chunk: lossy, lossless or extended. */
function webpSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 30 || !isAt(bytes, 0, '52494646') || bytes.toString('latin1', 8, 12) !== 'WEBP') return undefined;
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (kind === 'VP8L' && bytes[20] === 0x2f) {
    const sizes = bytes.readUInt32LE(21);
    return { width: (sizes & 0x3fff) + 1, height: ((sizes >>> 14) & 0x3fff) + 1 };
  }
  if (kind !== 'VP8 ' || !isAt(bytes, 23, '9d012a')) return undefined;
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
}
