import { crc32, createInflateRaw } from 'node:zlib';
import { inThreadPool } from '../runtime.ts';
import { DamagedFile } from './limits.ts';

/** A file in a ZIP archive. */
export interface ZipEntry {
  crc: number;
  isEncrypted: boolean;
  method: number;
  /** Offset of its local header. */
  offset: number;
  packedSize: number;
}

const END = 0x06054b50;
const END_SIZE = 22;
const MAX_COMMENT = 0xffff;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const LOCATOR_64_SIZE = 20;
const CENTRAL = 0x02014b50;
const CENTRAL_SIZE = 46;
const LOCAL = 0x04034b50;
const LOCAL_SIZE = 30;
const IN_EXTRA = 0xffffffff; // the value is in a ZIP64 field
const MAX_ENTRIES = 10_000;

const STORED = 0;
const DEFLATED = 8;

/** Names of parts are equal in upper and lower case, and some programs write backslashes. */
export const partName = (name: string): string => name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase();

/** The files of an archive by their names (`partName`). @throws DamagedFile */
export function zipEntries(bytes: Uint8Array): Map<string, ZipEntry> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return readDirectory(buffer);
  } catch (error) {
    if (error instanceof RangeError) throw new DamagedFile('an offset is outside of the archive'); // by Buffer
    throw error;
  }
}

function readDirectory(buffer: Buffer): Map<string, ZipEntry> {
  const { count, start } = directoryOf(buffer);
  if (count > MAX_ENTRIES) throw new DamagedFile('the archive has too many files');
  const entries = new Map<string, ZipEntry>();
  let at = start;
  for (let i = 0; i < count; i += 1) {
    if (buffer.readUInt32LE(at) !== CENTRAL) throw new DamagedFile('the directory of the archive is damaged');
    const nameEnd = at + CENTRAL_SIZE + buffer.readUInt16LE(at + 28);
    const extraEnd = nameEnd + buffer.readUInt16LE(at + 30);
    const name = partName(buffer.toString('utf8', at + CENTRAL_SIZE, nameEnd));
    entries.set(name, entryAt(buffer, at, buffer.subarray(nameEnd, extraEnd)));
    at = extraEnd + buffer.readUInt16LE(at + 32);
  }
  return entries;
}

/** How many entries the central directory has, and where it starts. */
function directoryOf(buffer: Buffer): { count: number; start: number } {
  for (let at = buffer.length - END_SIZE; at >= Math.max(0, buffer.length - END_SIZE - MAX_COMMENT); at -= 1) {
    if (buffer.readUInt32LE(at) !== END) continue;
    const start = buffer.readUInt32LE(at + 16);
    if (start !== IN_EXTRA) return { count: buffer.readUInt16LE(at + 10), start };
    const locator = at - LOCATOR_64_SIZE;
    if (buffer.readUInt32LE(locator) !== LOCATOR_64) break;
    const end = Number(buffer.readBigUInt64LE(locator + 8));
    if (buffer.readUInt32LE(end) !== END_64) break;
    return { count: Number(buffer.readBigUInt64LE(end + 32)), start: Number(buffer.readBigUInt64LE(end + 48)) };
  }
  throw new DamagedFile('the archive has no directory');
}

function entryAt(buffer: Buffer, at: number, extra: Buffer): ZipEntry {
  const packed = buffer.readUInt32LE(at + 20);
  const unpacked = buffer.readUInt32LE(at + 24);
  const offset = buffer.readUInt32LE(at + 42);
  const wide = wideNumbers(extra);
  if (unpacked === IN_EXTRA) wide.shift();
  return {
    isEncrypted: (buffer.readUInt16LE(at + 8) & 1) !== 0,
    method: buffer.readUInt16LE(at + 10),
    crc: buffer.readUInt32LE(at + 16),
    packedSize: packed === IN_EXTRA ? (wide.shift() ?? 0) : packed,
    offset: offset === IN_EXTRA ? (wide.shift() ?? 0) : offset,
  };
}

/** The numbers of the ZIP64 field: those of unpacked size, packed size and offset that do not fit into 32 bits. */
function wideNumbers(extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    const count = Math.floor(extra.readUInt16LE(at + 2) / 8);
    return Array.from({ length: count }, (_, i) => Number(extra.readBigUInt64LE(at + 4 + 8 * i)));
  }
  return [];
}

/** The content of an entry, in parts of at most 64 KB. @throws DamagedFile */
export async function* unpack(bytes: Uint8Array, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  const parts = entry.method === STORED ? [packedBytes(bytes, entry)] : inflated(packedBytes(bytes, entry));
  if (entry.isEncrypted || ![STORED, DEFLATED].includes(entry.method))
    throw new DamagedFile('the archive is encrypted or compressed in another way');
  let crc = 0;
  for await (const part of parts) {
    crc = crc32(part, crc);
    yield part;
  }
  if (crc !== entry.crc) throw new DamagedFile('a file of the archive has another checksum');
}

function packedBytes(bytes: Uint8Array, { offset, packedSize }: ZipEntry): Uint8Array {
  const header = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).subarray(offset, offset + LOCAL_SIZE);
  if (header.length < LOCAL_SIZE || header.readUInt32LE(0) !== LOCAL)
    throw new DamagedFile('a file of the archive is missing');
  const start = offset + LOCAL_SIZE + header.readUInt16LE(26) + header.readUInt16LE(28);
  return bytes.subarray(start, start + packedSize);
}

async function* inflated(packed: Uint8Array): AsyncGenerator<Uint8Array> {
  const inflate = createInflateRaw({ chunkSize: 65_536 });
  const parts: AsyncIterator<Uint8Array> = inflate.iterator();
  inflate.end(packed);
  try {
    for (;;) {
      const part = await inThreadPool(() => parts.next());
      if (part.done) return;
      yield part.value;
    }
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).code?.startsWith('Z_')) throw error;
    throw new DamagedFile('a file of the archive cannot be unpacked', { cause: error });
  } finally {
    inflate.destroy(); // the caller may stop early
  }
}
