import { existsSync } from 'node:fs';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Context } from '../../context.ts';
import { copyMoment } from '../../db/copy.ts';
import { schemaVersion } from '../../db/migrate.ts';
import type { RowCounts } from '../../db/snapshot.ts';
import { invalidRequest, OperatorError } from '../../lib/errors.ts';
import { flush } from '../../lib/flush.ts';
import { makeFolders } from '../../lib/make-folders.ts';
import { requireSound } from './contents.ts';
import {
  type Backup,
  backupName,
  dropHalf,
  dropLeftBehind,
  isLeftBehind,
  listBackups,
  lookAt,
  reserve,
  surplus,
  writeError,
} from './folder.ts';

/**
 * Copies the live database into the configured folder, verifies the copy and deletes surplus ones.
 * @param signal cancels, leaving nothing
 * @throws AppError invalid_request if no folder is configured, a copy of this second exists, or the copy is damaged
 */
export async function makeBackup(ctx: Context, now: number, signal?: AbortSignal): Promise<Backup> {
  const { folder, keep } = ctx.config.backup;
  if (folder === '') throw invalidRequest('backup_folder_not_set');
  await openFolder(folder, now);
  const name = backupName(now);
  await makeWhole(path.join(folder, name), (half) => ctx.copyDatabase(half, signal), signal);
  for (const { name: old } of surplus(await listBackups(ctx.config), keep, now)) await rm(path.join(folder, old));
  return (await lookAt(folder, name)) as Backup;
}

/** A copy without a file name: only its handle leads to it. */
interface PassingCopy {
  name: string;
  /** Bytes. */
  size: number;
  handle: FileHandle;
}

/** Copies the database to a file that disappears when its handle is closed. @throws AppError as `makeBackup` */
export async function passingCopy(ctx: Context, now: number): Promise<PassingCopy> {
  const name = backupName(now);
  const beside = path.dirname(ctx.db.file);
  await dropLeftBehind(beside, now);
  const half = await reserve(path.join(beside, name));
  try {
    await requireSound(half, await ctx.copyDatabase(half));
    const handle = await open(half, 'r');
    return { name, size: (await handle.stat()).size, handle };
  } finally {
    await dropHalf(half);
  }
}

async function openFolder(folder: string, now: number): Promise<void> {
  try {
    await makeFolders(folder);
    await dropLeftBehind(folder, now);
  } catch (error) {
    throw writeError(folder, error);
  }
}

interface MadeCopy {
  file: string;
  /** Bytes. */
  size: number;
  schemaVersion: number;
  /** Rows per table. */
  rows: RowCounts;
}

/** Copies the current database into a new file. @throws OperatorError if the file exists or is being made */
export async function copyNow(ctx: Context, file: string): Promise<MadeCopy> {
  const begun = `${file}.part`;
  if (await isLeftBehind(begun, ctx.now())) await dropHalf(begun);
  for (const taken of [file, begun])
    if (existsSync(taken)) throw new OperatorError('backup_target_exists', { file: taken });
  const rows = await makeWhole(file, (half) => copyMoment(ctx.db.file, half));
  return { file, size: (await stat(file)).size, schemaVersion: schemaVersion(ctx.db), rows };
}

type Copy = (half: string) => Promise<RowCounts>;

/** The file gets its name only when it is complete, verified and flushed. A failure leaves nothing. */
async function makeWhole(file: string, copy: Copy, signal?: AbortSignal): Promise<RowCounts> {
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
