import { existsSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Context } from '../../context.ts';
import { copyMoment } from '../../db/copy.ts';
import { schemaVersion } from '../../db/migrate.ts';
import type { RowCounts } from '../../db/snapshot.ts';
import { invalidRequest, OperatorError } from '../../lib/errors.ts';
import { flush } from '../../lib/flush.ts';
import { makeFolders } from '../../lib/make-folders.ts';
import { verifyCopy } from './backup-contents.ts';
import { type Copy, type Copying, clearCopy } from './clear-copy.ts';
import { encryptInto, encryptsBackups, isEncryptedName, newBackupName } from './encryption.ts';
import {
  type Backup,
  backupFileAt,
  createPartial,
  isAbandoned,
  listBackups,
  removeAbandoned,
  removePartial,
  surplus,
  writeError,
} from './folder.ts';

/**
 * Copies the live database into the configured folder, verifies the copy, encrypts it if there are recipients, and deletes
 * surplus backups.
 * @param signal cancels; no file is left
 * @throws AppError invalid_request if no folder is configured, a copy of this second exists, or the copy is damaged
 */
export async function makeBackup(ctx: Context, now: number, signal?: AbortSignal): Promise<Backup> {
  const { folder, keep } = ctx.config.backup;
  if (folder === '') throw invalidRequest('backup_folder_not_set');
  await openFolder(folder, now);
  await listBackups(ctx.config); // if it fails, surplus backups could not be deleted, and each attempt would add one
  const name = newBackupName(ctx.config, now);
  const copy: Copy = (partial) => ctx.copyDatabase(partial, signal);
  const make = encryptsBackups(ctx.config) ? encryptedInto : copyInto;
  await make(path.join(folder, name), { ctx, now, copy, signal });
  for (const { name: old } of surplus(await listBackups(ctx.config), keep, now)) await deleteOld(ctx, old);
  return (await backupFileAt(folder, name)) as Backup;
}

/** A failure is logged only: the new backup is complete. */
async function deleteOld({ config: { backup }, log }: Context, name: string): Promise<void> {
  try {
    await rm(path.join(backup.folder, name), { force: true });
  } catch (error) {
    log.error({ backup: name, err: error }, 'old backup not deleted');
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

/**
 * Copies the current database into a new file, which is encrypted if its name ends in `.age`.
 * @param isClear allows an unencrypted copy although backups are encrypted
 * @throws OperatorError if the file exists or is being created, or its name does not match the config
 */
export async function copyToFile(ctx: Context, file: string, isClear = false): Promise<CopiedFile> {
  const isEncrypted = isEncryptedName(file);
  if (isEncrypted && !encryptsBackups(ctx.config)) throw new OperatorError('backup_name_without_recipients');
  if (!isEncrypted && !isClear && encryptsBackups(ctx.config)) throw new OperatorError('backup_name_not_encrypted');
  const partial = `${file}.part`;
  if (await isAbandoned(partial, ctx.now())) await removePartial(partial);
  for (const taken of [file, partial])
    if (existsSync(taken)) throw new OperatorError('backup_target_exists', { file: taken });
  const copy: Copy = (target) => copyMoment(ctx.db.file, target);
  const rows = await (isEncrypted ? encryptedInto : copyInto)(file, { ctx, now: ctx.now(), copy });
  return { file, size: (await stat(file)).size, schemaVersion: schemaVersion(ctx.db), rows };
}

const copyInto = (file: string, { copy, signal }: Copying): Promise<RowCounts> =>
  madeInto(file, async (partial) => {
    const counts = await copy(partial);
    await verifyCopy(partial, counts, signal);
    await flush(partial);
    return counts;
  });

/** The plaintext exists only in a file without a directory entry, never in the folder of `file`. */
const encryptedInto = (file: string, copying: Copying): Promise<RowCounts> =>
  madeInto(file, async (partial) => {
    const { handle, counts } = await clearCopy(copying);
    const { ctx, signal } = copying;
    try {
      await encryptInto(partial, { from: handle, recipients: ctx.config.backup.age_recipients, signal });
      return counts;
    } finally {
      await handle.close();
    }
  });

/** The file gets its name once it is complete, verified and flushed. A failure leaves no file. */
async function madeInto(file: string, make: Copy): Promise<RowCounts> {
  const partial = await createPartial(file);
  try {
    const counts = await make(partial);
    await rename(partial, file);
    await flush(path.dirname(file));
    return counts;
  } catch (error) {
    await removePartial(partial);
    throw writeError(path.dirname(file), error);
  }
}
