import { existsSync } from 'node:fs';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Context } from '../../context.ts';
import { copyMoment, copyWhileServing } from '../../db/copy.ts';
import { schemaVersion } from '../../db/migrate.ts';
import type { RowCounts } from '../../db/snapshot.ts';
import { invalidRequest, OperatorError } from '../../lib/errors.ts';
import { flush } from '../../lib/flush.ts';
import { makeFolders } from '../../lib/make-folders.ts';
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
} from './folder.ts';
import { requireSound } from './sound.ts';
import { writeError } from './write-errors.ts';

/**
 * Copies the database into the configured folder while it is served here, and reads the copy back. It bears its name
 * only when it is whole, sound and on the disk; then those that are more than are to be kept go.
 *
 * @param signal gives it up, and leaves nothing
 * @throws AppError invalid_request where no folder is configured, this second's copy is there or being made already, or
 *   the copy is not sound
 */
export async function makeBackup(ctx: Context, now: number, signal?: AbortSignal): Promise<Backup> {
  const { folder, keep } = ctx.config.backup;
  if (folder === '') throw invalidRequest('backup_folder_not_set');
  await openFolder(folder, now);
  const name = backupName(now);
  await makeWhole(path.join(folder, name), (half) => copyWhileServing(ctx.connection, half, signal), signal);
  for (const { name: old } of surplus(await listBackups(ctx.config), keep, now)) await rm(path.join(folder, old));
  return (await lookAt(folder, name)) as Backup;
}

/** A copy that no folder lists: whoever has it open has all there is of it. */
export interface PassingCopy {
  name: string;
  /** Bytes. */
  size: number;
  handle: FileHandle;
}

/**
 * Copies the database beside it, to be read once: its file has no name any more, and goes when it is closed.
 *
 * @throws AppError invalid_request where this second's copy is being made already, or the copy is not sound
 */
export async function passingCopy(ctx: Context, now: number): Promise<PassingCopy> {
  const name = backupName(now);
  const beside = path.dirname(ctx.db.file);
  await dropLeftBehind(beside, now);
  const half = await reserve(path.join(beside, name));
  try {
    await requireSound(half, await copyWhileServing(ctx.connection, half));
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

export interface MadeCopy {
  file: string;
  /** Bytes. */
  size: number;
  schemaVersion: number;
  /** Rows of each table. */
  rows: RowCounts;
}

/**
 * Copies what the database is at this moment into a new file, whoever else works on it, and reads the copy back.
 *
 * @throws OperatorError where the file is there already, or one is being made
 */
export async function copyNow(ctx: Context, file: string): Promise<MadeCopy> {
  const begun = `${file}.part`;
  if (await isLeftBehind(begun, ctx.now())) await dropHalf(begun);
  for (const taken of [file, begun])
    if (existsSync(taken)) throw new OperatorError('backup_target_exists', { file: taken });
  const rows = await makeWhole(file, (half) => copyMoment(ctx.db.file, half));
  return { file, size: (await stat(file)).size, schemaVersion: schemaVersion(ctx.db), rows };
}

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
