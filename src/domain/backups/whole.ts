import { rename } from 'node:fs/promises';
import path from 'node:path';
import type { RowCounts } from '../../db/snapshot.ts';
import { flush } from '../../lib/flush.ts';
import { dropHalf, reserve } from './folder.ts';
import { requireSound } from './sound.ts';
import { writeError } from './write-errors.ts';

type Copy = (half: string) => Promise<RowCounts>;

/** Makes a file that bears its name only when it is whole, sound and on the disk; what comes to nothing leaves nothing. */
export async function makeWhole(file: string, copy: Copy, signal?: AbortSignal): Promise<RowCounts> {
  const half = await reserve(file);
  try {
    const counts = await copy(half);
    await requireSound(half, counts, signal);
    await flush(half);
    await rename(half, file);
    await flush(path.dirname(file));
    return counts;
  } catch (error) {
    await dropHalf(half);
    throw writeError(path.dirname(file), error);
  }
}
