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
import { verifyCopy } from './contents.ts';
import {
  type Backup,
  backupAt,
  backupName,
  createPartial,
  isAbandoned,
  listBackups,
  removeAbandoned,
  removePartial,
  surplus,
  writeError,
} from './folder.ts';

/**
 * Copies the live database into the configured folder, verifies the copy and deletes surplus ones.
 * @param signal cancels; no file is left
 * @throws AppError invalid_request if no folder is configured, a copy of this second exists, or the copy is damaged
 */
export async function makeBackup(ctx: Context, now: number, signal?: AbortSignal): Promise<Backup> {
  const { folder, keep } = ctx.config.backup;
  if (folder === '') throw invalidRequest('backup_folder_not_set');
  await openFolder(folder, now);
  const name = backupName(now);
  await copyInto(path.join(folder, name), (partial) => ctx.copyDatabase(partial, signal), signal);
  for (const { name: old } of surplus(await listBackups(ctx.config), keep, now)) await rm(path.join(folder, old));
  return (await backupAt(folder, name)) as Backup;
}

/** A copy without a directory entry: only its handle reaches it. */
interface TemporaryCopy {
  name: string;
  /** Bytes. */
  size: number;
  handle: FileHandle;
}

/** Copies the database to a file that disappears when its handle is closed. @throws AppError as `makeBackup` */
export async function temporaryCopy(ctx: Context, now: number): Promise<TemporaryCopy> {
  const name = backupName(now);
  const folder = path.dirname(ctx.db.file);
  await removeAbandoned(folder, now);
  const partial = await createPartial(path.join(folder, name));
  try {
    await verifyCopy(partial, await ctx.copyDatabase(partial));
    const handle = await open(partial, 'r');
    return { name, size: (await handle.stat()).size, handle };
  } finally {
    await removePartial(partial);
  }
}

async function openFolder(folder: string, now: number): Promise<void> {
  try {
    await makeFolders(folder);
    await removeAbandoned(folder, now);
  } catch (error) {
    throw writeError(folder, error);
  }
}

interface CopiedFile {
  file: string;
  /** Bytes. */
  size: number;
  schemaVersion: number;
  /** Rows per table. */
  rows: RowCounts;
}

/** Copies the current database into a new file. @throws OperatorError if the file exists or is being made */
export async function copyToFile(ctx: Context, file: string): Promise<CopiedFile> {
  const partial = `${file}.part`;
  if (await isAbandoned(partial, ctx.now())) await removePartial(partial);
  for (const taken of [file, partial])
    if (existsSync(taken)) throw new OperatorError('backup_target_exists', { file: taken });
  const rows = await copyInto(file, (target) => copyMoment(ctx.db.file, target));
  return { file, size: (await stat(file)).size, schemaVersion: schemaVersion(ctx.db), rows };
}

type Copy = (target: string) => Promise<RowCounts>;

/** The file gets its name once it is complete, verified and flushed. A failure leaves no file. */
async function copyInto(file: string, copy: Copy, signal?: AbortSignal): Promise<RowCounts> {
  const partial = await createPartial(file);
  try {
    const counts = await copy(partial);
    await verifyCopy(partial, counts, signal);
    await flush(partial);
    await rename(partial, file);
    await flush(path.dirname(file));
    return counts;
  } catch (error) {
    await removePartial(partial);
    throw writeError(path.dirname(file), error);
  }
}
