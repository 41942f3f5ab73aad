import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import type { Context } from '../../context.ts';
import { type ClearCopy, clearCopy } from './clear-copy.ts';
import { encryptInto, newBackupName } from './encryption.ts';
import { createPartial, removePartial, writeError } from './folder.ts';

/** A copy without a directory entry: only its handle reaches it. */
interface TemporaryCopy {
  name: string;
  /** Bytes. */
  size: number;
  handle: FileHandle;
}

/**
 * Copies the database, encrypted if there are recipients, to a file that disappears when its handle is closed.
 * @throws AppError as `makeBackup`
 */
export async function temporaryCopy(ctx: Context, now: number): Promise<TemporaryCopy> {
  const name = newBackupName(ctx.config, now);
  const clear = await clearCopy({ ctx, now, copy: (partial) => ctx.copyDatabase(partial) });
  const { age_recipients: recipients } = ctx.config.backup;
  const handle = recipients.length > 0 ? await encryptedTemporarily(ctx, { name, clear, recipients }) : clear.handle;
  return { name, size: (await handle.stat()).size, handle };
}

async function encryptedTemporarily(
  ctx: Context,
  { name, clear, recipients }: { name: string; clear: ClearCopy; recipients: readonly string[] },
): Promise<FileHandle> {
  const folder = path.dirname(ctx.db.file);
  try {
    const partial = await createPartial(path.join(folder, name));
    try {
      await encryptInto(partial, { from: clear.handle, recipients });
      return await open(partial, 'r');
    } catch (error) {
      throw writeError(folder, error);
    } finally {
      await removePartial(partial);
    }
  } finally {
    await clear.handle.close();
  }
}
