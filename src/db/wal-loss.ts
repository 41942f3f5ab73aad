import { closeSync, openSync, readSync, statSync } from 'node:fs';

// The format of the write-ahead log: https://sqlite.org/fileformat2.html#walformat

const HEADER = 32; // bytes
const FRAME_HEADER = 24; // bytes
const MAGIC = 0x377f0682; // with 1 added, checksums are of big-endian words
const CHUNK = 2 ** 20; // bytes

/** The part of the log that SQLite ignores because of earlier damage: at least one transaction. */
export interface WalLoss {
  /** Frames (pages) that are complete. */
  frames: number;
  /** How many of them end a transaction. */
  commits: number;
}

/**
 * Detects a write-ahead log that is damaged in the middle. Call it before SQLite opens the database: it keeps the
 * frames up to the first wrong checksum and ignores the others without an error. The checksum of a frame starts from
 * the one of the frame before, so a frame after the damage is known to be complete. Frames with another salt are of an
 * earlier round of the log, and frames after the last commit, some of which a power cut keeps, are of a transaction that
 * was not confirmed: neither is a loss.
 */
export function findWalLoss(databaseFile: string): WalLoss | undefined {
  const file = `${databaseFile}-wal`;
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= HEADER + FRAME_HEADER) return undefined;
  const handle = openSync(file, 'r');
  try {
    const loss = scan(handle, size);
    return loss.commits > 0 ? loss : undefined;
  } finally {
    closeSync(handle);
  }
}

/** Signed, because V8 computes them faster. */
interface Sums {
  a: number;
  b: number;
}

function scan(handle: number, size: number): WalLoss {
  const loss: WalLoss = { frames: 0, commits: 0 };
  const header = readAt(handle, 0, HEADER);
  const isBigEndian = header.readUInt32BE(0) === MAGIC + 1;
  const salts = header.subarray(16, 24);
  const frameSize = FRAME_HEADER + header.readUInt32BE(8);
  const start = checksum(header.subarray(0, 24), { a: 0, b: 0 }, isBigEndian);
  if ((header.readUInt32BE(0) & ~1) !== MAGIC || !isStored(start, header, 24)) return loss;
  let before: Sums = start;
  let isDamaged = false;
  for (const frame of frames(handle, { size, frameSize })) {
    const sums = checksum(
      frame.subarray(FRAME_HEADER),
      checksum(frame.subarray(0, 8), before, isBigEndian),
      isBigEndian,
    );
    const isComplete = frame.subarray(8, 16).equals(salts) && isStored(sums, frame, 16);
    if (!isComplete) isDamaged = true;
    else if (isDamaged) {
      loss.frames += 1;
      if (frame.readUInt32BE(4) > 0) loss.commits += 1;
    }
    before = { a: frame.readInt32BE(16), b: frame.readInt32BE(20) };
  }
  return loss;
}

function* frames(handle: number, { size, frameSize }: { size: number; frameSize: number }): Generator<Buffer> {
  const perChunk = Math.max(1, Math.floor(CHUNK / frameSize));
  for (let at = HEADER; at + frameSize <= size; at += perChunk * frameSize) {
    const chunk = readAt(handle, at, perChunk * frameSize);
    for (let i = 0; i + frameSize <= chunk.length; i += frameSize) yield chunk.subarray(i, i + frameSize);
  }
}

function readAt(handle: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(handle, bytes, 0, length, at));
}

const isStored = ({ a, b }: Sums, bytes: Buffer, at: number): boolean =>
  bytes.readInt32BE(at) === a && bytes.readInt32BE(at + 4) === b;

function checksum(bytes: Buffer, from: Sums, isBigEndian: boolean): Sums {
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let { a, b } = from;
  for (let i = 0; i < bytes.length; i += 8) {
    a = (a + words.getInt32(i, !isBigEndian) + b) | 0;
    b = (b + words.getInt32(i + 4, !isBigEndian) + a) | 0;
  }
  return { a, b };
}
