import { type FileHandle, open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Context } from '../../context.ts';
import { copyWhileServing } from '../../db/copy.ts';
import { AppError } from '../../lib/errors.ts';
import { makeFolders } from '../../lib/make-folders.ts';
import { type Backup, backupName, dropHalf, dropLeftBehind, listBackups, lookAt, reserve, surplus } from './folder.ts';
import { requireSound } from './sound.ts';
import { makeWhole } from './whole.ts';
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
  if (folder === '') throw new AppError('invalid_request', 'backup_folder_not_set');
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
