import { exifOf, keepOrientation, orientationOf, UPRIGHT } from './exif.ts';
import { MAX_PARTS } from './max-parts.ts';

const EXIF = 'Exif\0\0';
const ICC = 'ICC_PROFILE\0';

const [SOI, EOI, SOS, COM] = [0xd8, 0xd9, 0xda, 0xfe];
const [APP0, APP1, APP2, APP14, APP15] = [0xe0, 0xe1, 0xe2, 0xee, 0xef];

/**
 * Copies the segments that a decoder needs, up to the end of the picture. Cameras append more pictures and videos.
 * @returns undefined if it is cut off before the picture begins, or has too many segments
 */
export function stripJpeg(bytes: Buffer, reorient = keepOrientation): Buffer | undefined {
  const kept: Buffer[] = [];
  let orientation = UPRIGHT;
  let hasPicture = false;
  let parts = 0;
  for (let at = markerAfter(bytes, 2); at !== undefined; parts += 1) {
    if (parts === MAX_PARTS) return undefined;
    const marker = bytes.readUInt8(at + 1);
    if (marker === EOI) return withOrientation([...kept, Buffer.from([0xff, EOI])], reorient(orientation));
    const end = at + 4 > bytes.length ? bytes.length : at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length) break;
    const segment = bytes.subarray(at, end);
    if (isExif(marker, segment)) orientation = orientationOf(segment.subarray(4 + EXIF.length));
    else if (isKept(marker, segment)) kept.push(segment);
    at = markerAfter(bytes, end);
    if (marker !== SOS) continue;
    hasPicture = true;
    kept.push(bytes.subarray(end, at ?? bytes.length));
  }
  return hasPicture ? withOrientation(kept, reorient(orientation)) : undefined; // cut off: still readable in part
}

/** The picture of these segments. The orientation follows the header that decoders expect first. */
function withOrientation(segments: readonly Buffer[], orientation: number): Buffer {
  const exif = exifOf(orientation);
  const isHeader = segments[0]?.[1] === APP0;
  const marked = exif ? [segmentOf(APP1, Buffer.concat([Buffer.from(EXIF, 'latin1'), exif]))] : [];
  return Buffer.concat([
    Buffer.from([0xff, SOI]),
    ...segments.slice(0, isHeader ? 1 : 0),
    ...marked,
    ...segments.slice(isHeader ? 1 : 0),
  ]);
}

/** The next marker that is not part of a scan: no stuffed zero, no restart marker, no fill byte. */
function markerAfter(bytes: Buffer, start: number): number | undefined {
  for (let at = start; at + 1 < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue;
    const marker = bytes[at + 1] as number;
    if (marker !== 0 && marker !== 0xff && (marker < 0xd0 || marker > 0xd7)) return at;
  }
  return undefined;
}

const startsWith = (segment: Buffer, name: string) => segment.toString('latin1', 4, 4 + name.length) === name;

const isExif = (marker: number, segment: Buffer) => marker === APP1 && startsWith(segment, EXIF);

/** Whether a decoder needs the segment. */
function isKept(marker: number, segment: Buffer): boolean {
  if (marker === APP2) return startsWith(segment, ICC); // else the index of appended pictures
  return marker !== COM && (marker <= APP0 || marker > APP15 || marker === APP14);
}

function segmentOf(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}
