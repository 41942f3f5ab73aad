import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import type { Context } from '../../context.ts';
import type { RowCounts } from '../../db/snapshot.ts';
import { verifyCopy } from './backup-contents.ts';
import { backupName, createPartial, removeAbandoned, removePartial, writeError } from './folder.ts';

/** Copies the database into an empty file and returns the rows per table. */
export type Copy = (target: string) => Promise<RowCounts>;

export interface Copying {
  ctx: Context;
  now: number;
  copy: Copy;
  signal?: AbortSignal | undefined;
}

export interface ClearCopy {
  handle: FileHandle;
  counts: RowCounts;
}

/** A verified plaintext copy, next to the database and without a directory entry. */
export async function clearCopy({ ctx, now, copy, signal }: Copying): Promise<ClearCopy> {
  const folder = path.dirname(ctx.db.file);
  await removeAbandoned(folder, now);
  const partial = await createPartial(path.join(folder, backupName(now)));
  try {
    const counts = await copy(partial);
    await verifyCopy(partial, counts, signal);
    return { handle: await open(partial, 'r'), counts };
  } catch (error) {
    throw writeError(folder, error);
  } finally {
    await removePartial(partial);
  }
}
