import { constants, type Stats } from 'node:fs';
import { access, lstat, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../../config.ts';
import type { Context } from '../../../context.ts';
import { AppError, messageOfError } from '../../../lib/errors.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { message } from '../../../lib/messages/message.ts';
import { now, timeoutSignal } from '../../../lib/runtime.ts';
import { hasBucket, hasKeys, LOAD_KEYS_COMMAND, listBucket, openBucket } from '../../backups/bucket.ts';
import { encryptsBackups } from '../../backups/encryption.ts';
import { type Backup, writeReason } from '../../backups/folder.ts';
import { isBehind, type Newest, newestBackup, type Schedule, scheduleOf } from '../../backups/schedule.ts';
import { diskSpace } from '../database-facts.ts';
import { type Finding, findingsOf } from './finding.ts';

const HOUR = 3_600_000; // a server retries at least once an hour

/** Context of the backup checks, which also run if the database cannot be opened. */
export type BackupContext = Pick<Context, 'config' | 'backupState' | 'now' | 'isServed'>;

export const withoutDatabase = (config: Config): BackupContext => ({
  config,
  backupState: { failed: undefined, bucketUpload: { name: undefined, failed: undefined }, isBehind: false },
  now,
  isServed: () => false,
});

/** Checks the backups in the folder, and whether new ones can be created. */
export async function backupFindings(ctx: BackupContext): Promise<Finding[]> {
  const schedule = await scheduleOf(ctx);
  if (!schedule) return [];
  const found = await newestOrError(ctx);
  const cause = (await backupFolderFinding(ctx.config)) ?? unreadableFinding(found);
  return findingsOf(
    cause,
    cause === undefined && (await encryptionSpaceFinding(ctx.config)),
    await writableByOthersFinding(ctx.config),
    ...(found instanceof AppError ? [] : contentFindings(ctx, { found, schedule, isCauseKnown: cause !== undefined })),
  );
}

/** The error if the folder cannot be read: which backups there are is then unknown. */
const newestOrError = (ctx: BackupContext): Promise<Newest | AppError> =>
  newestBackup(ctx.config, ctx.now()).catch((error) => {
    if (error instanceof AppError) return error;
    throw error;
  });

function unreadableFinding(found: Newest | AppError): Finding | undefined {
  if (!(found instanceof AppError)) return undefined;
  return { check: 'backup', problem: messageOfError(found), fix: message('fix_or_change_backup_folder') };
}

interface FoundBackups {
  found: Newest;
  schedule: Schedule;
  isCauseKnown: boolean;
}

function contentFindings(ctx: BackupContext, { found, schedule, isCauseKnown }: FoundBackups): (Finding | undefined)[] {
  const damaged = damagedFinding(ctx.config.backup.folder, found);
  const mayHaveBackup = found.damaged.some(isUnreadable);
  if (schedule.newest === undefined && mayHaveBackup) return [damaged];
  return [damaged, ageFinding(ctx, schedule, isCauseKnown)];
}

/** raan has no permission to read the file, or the disk fails. The backup may still be intact. */
const isUnreadable = ({ problem }: Newest['damaged'][number]): boolean => problem.key === 'backup_unreadable';

function damagedFinding(folder: string, { damaged: [first, ...others] }: Newest): Finding | undefined {
  if (!first) return undefined;
  return {
    check: 'backup',
    problem: message('backup_cannot_be_restored', {
      file: path.join(folder, first.name),
      problem: first.problem,
      more: others.length,
    }),
    fix: message(isUnreadable(first) ? 'make_backup_readable' : 'remove_damaged_backup'),
  };
}

function ageFinding(ctx: BackupContext, schedule: Schedule, isCauseKnown: boolean): Finding | undefined {
  const { newest, every } = schedule;
  const isLate = newest !== undefined && ctx.now() - newest > every + Math.min(every, HOUR);
  if (newest !== undefined && !isBehind(schedule, ctx.now()) && !(isLate && ctx.isServed())) return undefined;
  return {
    check: 'backup',
    problem:
      newest === undefined
        ? message('folder_has_no_backup', { folder: ctx.config.backup.folder })
        : message('backup_overdue', { age: ctx.now() - newest, every }),
    fix: message(isCauseKnown ? 'fix_cause' : 'check_service'),
  };
}

/** Why no backup can be created in the folder. */
async function backupFolderFinding({ backup: { folder }, database }: Config): Promise<Finding | undefined> {
  const problem = await folderProblem(folder, database);
  return problem && { check: 'backup', problem, fix: message('fix_or_change_backup_folder') };
}

async function folderProblem(folder: string, database: string): Promise<Message | undefined> {
  const unusable = (why: Message) => message('backup_folder_unusable', { folder, why });
  try {
    const { existing, found } = await nearestExisting(folder);
    if (!found.isDirectory())
      return unusable(message(existing === folder ? 'file_not_a_folder' : 'file_parent_not_a_folder'));
    await access(existing, constants.W_OK | constants.X_OK); // `newestBackup` reports a folder that cannot be read
    if (!mayWrite(found, await stat(database))) return message('backup_folder_denies_owner', { folder, database });
    const { bavail, bsize } = await statfs(existing);
    const free = bavail * bsize;
    const { database: size } = await diskSpace(database);
    return free < size ? message('backup_disk_too_small', { folder, free, size }) : undefined;
  } catch (error) {
    return unusable(writeReason((error as NodeJS.ErrnoException).code) ?? messageOfError(error));
  }
}

/** Whether an encrypted backup has space for its temporary copy next to the database. */
async function encryptionSpaceFinding(config: Config): Promise<Finding | undefined> {
  const { database, backup } = config;
  if (!encryptsBackups(config)) return undefined;
  const folder = path.dirname(database);
  const [{ found }, own] = await Promise.all([nearestExisting(backup.folder), stat(folder)]);
  const { database: copied, free } = await diskSpace(database);
  const size = found.dev === own.dev ? 2 * copied : copied;
  const problem = message('no_space_to_encrypt', { folder, free, size });
  return free < size ? { check: 'backup', problem, fix: message('make_space') } : undefined;
}

/** The folder, or the nearest existing parent in which it will be created. */
async function nearestExisting(folder: string): Promise<{ existing: string; found: Stats }> {
  try {
    return { existing: folder, found: await stat(folder) };
  } catch (error) {
    const isLink = await lstat(folder).then(
      () => true,
      () => false,
    );
    if (isLink || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return nearestExisting(path.dirname(folder));
  }
}

/** Assumes that the owner of the database runs the service. Membership in groups is unknown. */
const mayWrite = ({ uid, mode }: Stats, owner: Stats): boolean =>
  owner.uid === 0 || (mode & (owner.uid === uid ? 0o200 : 0o022)) !== 0;

/** Whether other users can replace backups. */
async function writableByOthersFinding({ backup: { folder }, database }: Config): Promise<Finding | undefined> {
  const [found, owner] = await Promise.all([folder, database].map((file) => stat(file).catch(() => undefined))); // `folderProblem` reports the error
  if (!found?.isDirectory() || !owner) return undefined;
  const isOwn = found.uid === owner.uid;
  if ((found.mode & (isOwn ? 0o022 : 0o002)) === 0) return undefined;
  const own = isOwn ? '' : `chown --reference=${database} ${folder} && `;
  return {
    check: 'permissions',
    problem: message('others_replace_backups', { folder }),
    fix: message('run_command', { command: `${own}chmod go-w ${folder}` }),
  };
}

const TIMEOUT = 5_000; // milliseconds

interface BucketResult {
  newest?: Backup | undefined;
  findings: Finding[];
}

/** Checks the backups in the bucket, if one is configured. */
export async function bucketFindings(ctx: BackupContext, timeout = TIMEOUT): Promise<BucketResult> {
  const schedule = hasBucket(ctx.config) ? await scheduleOf(ctx) : undefined;
  if (!schedule) return { findings: [] };
  if (!hasKeys(ctx.config)) return { findings: findingsOf(!ctx.isServed() && KEYLESS) }; // a running server has its keys in its own environment
  try {
    const [newest] = await listBucket(openBucket(ctx.config.backup.s3, timeoutSignal(timeout)));
    return { newest, findings: findingsOf(bucketAgeFinding(ctx, schedule, newest)) };
  } catch (error) {
    return { findings: [unreachable(ctx.config, error)] };
  }
}

const KEYLESS: Finding = {
  check: 'bucket',
  problem: message('bucket_keys_unknown'),
  fix: message('set_bucket_keys', { command: LOAD_KEYS_COMMAND }),
};

function unreachable({ backup: { s3 } }: Config, error: unknown): Finding {
  const isTimeout = (error as Error).name === 'TimeoutError';
  return {
    check: 'bucket',
    problem: isTimeout ? message('s3_timed_out', { endpoint: s3.endpoint }) : messageOfError(error),
    fix: message('check_s3_settings'),
  };
}

function bucketAgeFinding(
  { config, now }: BackupContext,
  { every, newest: here }: Schedule,
  there?: Backup,
): Finding | undefined {
  const { bucket } = config.backup.s3;
  const fix = message('check_service');
  if (!there) return { check: 'bucket', problem: message('s3_has_no_backup', { bucket }), fix };
  const age = now() - there.time;
  const isMissing = here !== undefined && here > there.time && now() - here > HOUR;
  if (!isMissing && age <= 2 * every) return undefined;
  return { check: 'bucket', problem: message('bucket_backup_overdue', { bucket, age }), fix };
}
