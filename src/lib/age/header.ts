import { type FileHandle, open } from 'node:fs/promises';

const VERSION_LINE = 'age-encryption.org/v1\n';
const MAX_HEADER = 65_536; // bytes; a recipient takes about 100
const NONCE = 16;
const TAG = 16;
const CHUNK = 65_536 + TAG;

/** Smallest page of SQLite. The size of a database is a multiple of it. */
const PAGE = 512;

/** Whether a file is encrypted with age, by its first line. False if it cannot be read: opening it reports why. */
export async function isEncrypted(file: string): Promise<boolean> {
  const start = await startOf(file, VERSION_LINE.length).catch(() => undefined);
  return start?.header === VERSION_LINE;
}

/**
 * What is wrong with an encrypted database, by its header and size; undefined if it looks complete. A file that is cut off
 * at a page of the database is not noticed: only decryption proves that all is there.
 */
export async function encryptedFileProblem(file: string): Promise<'not_encrypted' | 'cut_off' | undefined> {
  const { header, size } = await startOf(file, MAX_HEADER);
  if (!header.startsWith(VERSION_LINE)) return 'not_encrypted';
  const [lines] = /^.*?\n--- [\w+/]{43}\n/s.exec(header) ?? [];
  if (lines === undefined) return 'cut_off';
  const lastChunk = (size - lines.length - NONCE) % CHUNK;
  return size > lines.length + NONCE && (lastChunk === 0 || lastChunk % PAGE === TAG) ? undefined : 'cut_off';
}

async function startOf(file: string, bytes: number): Promise<{ header: string; size: number }> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, 'r');
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0);
    return { header: buffer.toString('latin1', 0, bytesRead), size: (await handle.stat()).size };
  } finally {
    await handle?.close();
  }
}
