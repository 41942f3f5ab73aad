import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { packedPictureLibrary } from '../../lib/assets.ts';
import { messageOfError, OperatorError } from '../../lib/errors.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { makePrivateDirectory, unpackFolders } from '../../lib/private-directory.ts';
import { inThreadPool } from '../../lib/runtime.ts';

interface Addon {
  /** Whether the processor supports the instruction set of the library. */
  _isUsingX64V2: () => boolean;
}

/** A native library is loaded once per process. */
let loaded: Addon | undefined;

/** Replaces sharp's own search for its addon in the executable (build/bundle.ts). */
export const pictureAddon = (): Addon | undefined => loaded;

/**
 * Loads sharp's addon in the executable. The addon and its library are written to files first, in the directory layout of
 * npm. A checkout has them in node_modules.
 *
 * @throws OperatorError if no directory is writable or the processor is too old
 */
export async function loadPictureAddon(databaseFile: string): Promise<void> {
  const library = packedPictureLibrary();
  if (loaded || library.length === 0) return;
  const addon = await unpackAddon(library, unpackFolders(databaseFile));
  if (process.arch === 'x64' && !addon._isUsingX64V2()) throw new OperatorError('picture_library_needs_x86_64_v2');
  loaded = addon;
}

async function unpackAddon(
  library: readonly { file: string; packed: Buffer }[],
  parents: readonly string[],
): Promise<Addon> {
  const reasons: Message[] = [];
  for (const parent of parents) {
    try {
      const folder = makePrivateDirectory(parent);
      return load(await Promise.all(library.map(({ file, packed }) => unpack(packed, path.join(folder, file)))));
    } catch (error) {
      reasons.push(messageOfError(error));
    }
  }
  throw new OperatorError('library_cannot_be_loaded', { library: 'pictures', why: reasons });
}

/** Writes the file unless it exists with the same content. */
async function unpack(packed: Buffer, file: string): Promise<string> {
  const bytes = await inThreadPool(() => promisify(zstdDecompress)(packed));
  const existing = await readFile(file).catch(() => undefined); // a file that cannot be read is replaced; that reports its error
  if (existing?.equals(bytes)) return file;
  await mkdir(path.dirname(file), { mode: 0o700, recursive: true });
  const partial = `${file}.${process.pid}`;
  try {
    await writeFile(partial, bytes, { mode: 0o700 });
    await rename(partial, file);
  } finally {
    await rm(partial, { force: true }); // after a failed write, for example on a full disk
  }
  return file;
}

function load(files: string[]): Addon {
  const addon = { exports: {} as Addon };
  process.dlopen(addon, files.find((file) => file.endsWith('.node')) ?? '');
  return addon.exports;
}
