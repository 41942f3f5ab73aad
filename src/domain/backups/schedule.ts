import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../config.ts';
import type { Context } from '../../context.ts';
import { headerProblem } from '../../db/header.ts';
import type { BucketUpload, Failure } from '../../lib/backup-state.ts';
import { parseDuration } from '../../lib/durations.ts';
import { AppError, messageOfError } from '../../lib/errors.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { message } from '../../lib/messages/message.ts';
import { describe } from '../../lib/messages/messages.ts';
import { erasedListOf } from '../privacy/erased-list.ts';
import { hasBucket, upload, uploadErasedList } from './bucket.ts';
import { encryptedProblem, encryptsBackups, isEncryptedName } from './encryption.ts';
import { type Backup, listBackupFiles, type UnreadableBackup } from './folder.ts';
import { makeBackup } from './make.ts';
import { withBackupSettings } from './settings.ts';

export interface Schedule {
  /** Milliseconds between backups. */
  every: number;
  /** Time of the newest backup in the folder. */
  newest: number | undefined;
  /** Time of the next backup; in the past if it is overdue. */
  next: number;
  failed: Failure | undefined;
  /** Undefined without a bucket. */
  bucketUpload: BucketUpload | undefined;
}

const MINUTE = 60_000;

/** The state of the backup schedule; undefined without a folder. */
export async function scheduleOf({
  config,
  backupState,
  now,
}: Pick<Context, 'config' | 'backupState' | 'now'>): Promise<Schedule | undefined> {
  if (config.backup.folder === '') return undefined;
  const every = parseDuration(config.backup.every);
  const newest = (await newestOf(config, now()))?.time;
  const { failed, bucketUpload } = backupState;
  const next = Math.max(newest === undefined ? 0 : newest + every, failed ? retryTime(failed, every) : 0);
  return { every, newest, next, failed, bucketUpload: hasBucket(config) ? bucketUpload : undefined };
}

const newestOf = (config: Config, now: number): Promise<Backup | undefined> =>
  newestBackup(config, now).then(
    ({ backup }) => backup,
    (error) => {
      if (!(error instanceof AppError)) throw error;
      return undefined; // the next backup reports why the folder cannot be read
    },
  );

/** Whether the last backup or upload failed, or the newest backup is older than two periods. */
export const isBehind = ({ every, newest, failed, bucketUpload }: Schedule, now: number): boolean =>
  failed !== undefined || bucketUpload?.failed !== undefined || (newest !== undefined && now - newest > 2 * every);

/** `isBehind` after the last run of the scheduler. */
export const areBackupsBehind = ({ backupState }: Context): boolean => backupState.isBehind;

/** Creates backups when they are due, and uploads the newest one to the bucket. `stop` cancels both. */
export function backupScheduler(ctx: Context): { runDue: () => Promise<void>; stop: () => void } {
  const abort = new AbortController();
  const { signal } = abort;
  const uploadChangedList = erasedListUploader(ctx, signal);
  const { backupState } = ctx;
  return {
    runDue: async () => {
      const set = withBackupSettings(ctx);
      const schedule = await scheduleOf(set);
      if (signal.aborted) return;
      if (!schedule)
        return void Object.assign(backupState, { isBehind: false, failed: undefined, lastSuccessTime: ctx.now() });
      if (ctx.now() >= schedule.next)
        backupState.failed = await attempt(
          ctx,
          { previous: backupState.failed, logMessage: 'backup failed', signal },
          () => createBackup(set, signal),
        );
      await uploadNewest(set, schedule, signal);
      if (schedule.bucketUpload) await uploadChangedList();
      backupState.isBehind = isBehind((await scheduleOf(set)) ?? schedule, ctx.now());
      if (!backupState.isBehind) backupState.lastSuccessTime = ctx.now();
    },
    stop: () => abort.abort(),
  };
}

async function createBackup(ctx: Context, signal: AbortSignal): Promise<void> {
  const { name, size } = await makeBackup(ctx, ctx.now(), signal);
  ctx.log.info({ backup: name, bytes: size }, 'backup created');
}

async function uploadNewest(ctx: Context, { every, bucketUpload }: Schedule, signal: AbortSignal): Promise<void> {
  const newest = bucketUpload && (await newestOf(ctx.config, ctx.now()));
  if (!newest || newest.name === bucketUpload.name) return;
  if (bucketUpload.failed && ctx.now() < retryTime(bucketUpload.failed, every)) return;
  const run = async () => {
    await upload(ctx.config, newest, ctx.now(), signal);
    bucketUpload.name = newest.name;
    ctx.log.info({ backup: newest.name, bucket: ctx.config.backup.s3.bucket }, 'backup uploaded');
  };
  const logMessage = 'backup upload failed';
  bucketUpload.failed = await attempt(ctx, { previous: bucketUpload.failed, logMessage, signal }, run);
}

/** Uploads the list of erased ids after each erasure. A failed upload is retried at the next run. */
function erasedListUploader(ctx: Context, signal: AbortSignal): () => Promise<void> {
  let uploaded = 0; // bytes; the list only grows
  let failed: Failure | undefined;
  return async () => {
    if (failed && ctx.now() < retryTime(failed, MAX_PAUSE)) return;
    const run = async () => {
      const size = await sizeOf(erasedListOf(ctx.config.database));
      if (size === uploaded) return;
      await uploadErasedList(ctx.config, signal);
      uploaded = size;
    };
    failed = await attempt(ctx, { previous: failed, logMessage: 'upload of erased ids failed', signal }, run);
  };
}

/** 0 if the file does not exist: before the first erasure there is no list. */
async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}

interface Attempt {
  /** The failure of the previous attempt. */
  previous: Failure | undefined;
  logMessage: string;
  signal: AbortSignal;
}

/** Logs a failure and returns it; undefined after success or cancellation. */
async function attempt(
  ctx: Context,
  { previous, logMessage, signal }: Attempt,
  run: () => Promise<void>,
): Promise<Failure | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    if (signal.aborted) return undefined;
    const attempts = (previous?.attempts ?? 0) + 1;
    const reason = messageOfError(error);
    ctx.log.error(
      { reason: describe(reason), attempt: attempts, ...(!(error instanceof AppError) && { err: error }) },
      logMessage,
    );
    return { time: ctx.now(), reason, attempts };
  }
}

export interface Newest {
  backup: Backup | undefined;
  /** Damaged and unreadable files that are named like newer backups, and what is wrong with them. */
  damaged: { name: string; problem: Message }[];
}

/**
 * The newest backup that looks complete and is not from the future. If backups are encrypted, others do not count: they
 * are not uploaded, and the next backup is due immediately.
 *
 * @throws AppError if the folder cannot be read
 */
export async function newestBackup(config: Config, now: number): Promise<Newest> {
  const damaged: Newest['damaged'] = [];
  for (const backup of await listBackupFiles(config)) {
    if (backup.time > now || (encryptsBackups(config) && !isEncryptedName(backup.name))) continue;
    const problem = await problemOf(config.backup.folder, backup);
    if (!problem) return { backup: backup as Backup, damaged };
    damaged.push({ name: backup.name, problem });
  }
  return { backup: undefined, damaged };
}

async function problemOf(folder: string, backup: Backup | UnreadableBackup): Promise<Message | undefined> {
  if ('why' in backup) return message('backup_unreadable', { why: backup.why });
  return (isEncryptedName(backup.name) ? encryptedProblem : headerProblem)(path.join(folder, backup.name));
}

const MAX_PAUSE = 60 * MINUTE;

/** Time of the next attempt. The delay doubles with each failure, up to an hour or `every`. */
const retryTime = ({ time, attempts }: Failure, every: number): number =>
  time + Math.min(MINUTE * 2 ** Math.min(attempts - 1, 10), every, MAX_PAUSE);
