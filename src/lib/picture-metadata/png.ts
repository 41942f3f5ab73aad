import { crc32 } from 'node:zlib';
import { exifOf, keepOrientation, orientationOf, UPRIGHT } from './exif.ts';
import { MAX_PARTS } from './max-parts.ts';

const SIGNATURE = 8; // bytes
const OVERHEAD = 12; // bytes of a chunk besides its data: length, type, checksum

/** Chunks that affect colors and animation. Critical chunks, whose names start with a capital letter, stay too. */
const RENDERING = new Set('gAMA cHRM sRGB iCCP cICP mDCV cLLI sBIT bKGD pHYs tRNS hIST sPLT acTL fcTL fdAT'.split(' '));

/** Copies the chunks that a decoder needs, up to the end of the picture. @returns undefined if there are too many */
export function stripPng(bytes: Buffer, reorient = keepOrientation): Buffer | undefined {
  const kept: Buffer[] = [];
  let orientation = UPRIGHT;
  let parts = 0;
  for (let at = SIGNATURE; at + OVERHEAD <= bytes.length; parts += 1) {
    if (parts === MAX_PARTS) return undefined;
    const end = at + OVERHEAD + bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const chunk = bytes.subarray(at, end);
    if (type === 'eXIf') orientation = orientationOf(chunk.subarray(8, -4));
    else if (RENDERING.has(type) || /^[A-Z]/.test(type)) kept.push(chunk);
    if (type === 'IEND') break;
    at = end;
  }
  const [header = Buffer.alloc(0), ...rest] = kept;
  return Buffer.concat([bytes.subarray(0, SIGNATURE), header, ...exifChunk(reorient(orientation)), ...rest]);
}

function exifChunk(orientation: number): Buffer[] {
  const exif = exifOf(orientation);
  if (!exif) return [];
  const body = Buffer.concat([Buffer.from('eXIf', 'latin1'), exif]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(exif.length);
  checksum.writeUInt32BE(crc32(body));
  return [length, body, checksum];
}
