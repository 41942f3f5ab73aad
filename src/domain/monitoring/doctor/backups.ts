import { constants, type Stats } from 'node:fs';
import { access, lstat, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../../config.ts';
import type { Context } from '../../../context.ts';
import { describe } from '../../../lib/messages/messages.ts';
import { hasBucket, hasKeys, listBucket, openBucket, TAKE_KEYS } from '../../backups/bucket.ts';
import { type Backup, writeReason } from '../../backups/folder.ts';
import { isBehind, type Newest, newestBackup, type Schedule, scheduleOf } from '../../backups/schedule.ts';
import { diskSpace } from '../database-facts.ts';
import { type Finding, findingsOf, sizeText, spanText } from './finding.ts';

const HOUR = 3_600_000; // a server retries at least once an hour

/** What the backup checks need. It exists even if the database cannot be opened. */
export type BackupContext = Pick<Context, 'config' | 'backupState' | 'now' | 'isServed'>;

export const withoutDatabase = (config: Config): BackupContext => ({
  config,
  backupState: { failed: undefined, bucketUpload: { name: undefined, failed: undefined }, isBehind: false },
  now: Date.now,
  isServed: () => false,
});

/** Checks the backups in the folder, and whether new ones can be created. */
export async function backupFindings(ctx: BackupContext): Promise<Finding[]> {
  const schedule = await scheduleOf(ctx);
  if (!schedule) return [];
  const { backup } = ctx.config;
  const found = await newestBackup(ctx.config, ctx.now()).catch((): Newest => ({ backup: undefined, damaged: [] }));
  const cause = await backupFolderFinding(ctx.config);
  return findingsOf(
    cause,
    await openFolderFinding(ctx.config),
    damagedFinding(backup.folder, found),
    ageFinding(ctx, schedule, cause !== undefined),
  );
}

function damagedFinding(folder: string, { damaged: [first, ...others] }: Newest): Finding | undefined {
  if (!first) return undefined;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return {
    check: 'backup',
    trouble: `${path.join(folder, first.name)} cannot be restored (${describe(first.problem)})${more}`,
    cure: 'Remove it; only raan should write there',
  };
}

function ageFinding(ctx: BackupContext, schedule: Schedule, isCauseKnown: boolean): Finding | undefined {
  const { newest, every } = schedule;
  const isLate = newest !== undefined && ctx.now() - newest > every + Math.min(every, HOUR);
  if (newest !== undefined && !isBehind(schedule, ctx.now()) && !(isLate && ctx.isServed())) return undefined;
  return {
    check: 'backup',
    trouble:
      newest === undefined
        ? `There is no backup in ${ctx.config.backup.folder}`
        : `The newest backup is ${spanText(ctx.now() - newest)} old; one is due every ${spanText(every)}`,
    cure: isCauseKnown
      ? 'Fix that; a running service then creates one'
      : 'Check that the service is running, and its log',
  };
}

/** Why no backup can be created in the folder. */
async function backupFolderFinding({ backup: { folder }, database }: Config): Promise<Finding | undefined> {
  const reason = await obstacle(folder, database);
  if (reason === undefined) return undefined;
  const cure = 'Fix that, or set another backup.folder in the config';
  return { check: 'backup', trouble: `No backup can be created in ${folder}: ${reason}`, cure };
}

async function obstacle(folder: string, database: string): Promise<string | undefined> {
  try {
    const { place, found } = await nearestExisting(folder);
    if (!found.isDirectory()) return reasonText(place === folder ? 'EEXIST' : 'ENOTDIR');
    await access(place, constants.R_OK | constants.W_OK | constants.X_OK);
    if (!mayWrite(found, await stat(database))) return `the owner of ${database} may not write there`;
    const { bavail, bsize } = await statfs(place);
    const free = bavail * bsize;
    const { database: size } = await diskSpace(database);
    return free < size ? `its disk has ${sizeText(free)} free, and a backup needs ${sizeText(size)}` : undefined;
  } catch (error) {
    const { code, message: text } = error as NodeJS.ErrnoException;
    return reasonText(code) ?? text;
  }
}

function reasonText(code: string | undefined): string | undefined {
  const reason = writeReason(code);
  return reason && describe(reason);
}

/** The folder, or the nearest existing parent in which it will be created. */
async function nearestExisting(place: string): Promise<{ place: string; found: Stats }> {
  try {
    return { place, found: await stat(place) };
  } catch (error) {
    const isLink = await lstat(place).then(
      () => true,
      () => false,
    );
    if (isLink || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return nearestExisting(path.dirname(place));
  }
}

/** Assumes that the owner of the database runs the service. Membership in groups is unknown. */
const mayWrite = ({ uid, mode }: Stats, owner: Stats): boolean =>
  owner.uid === 0 || (mode & (owner.uid === uid ? 0o200 : 0o022)) !== 0;

/** Whether other users can replace backups. */
async function openFolderFinding({ backup: { folder }, database }: Config): Promise<Finding | undefined> {
  const [found, owner] = await Promise.all([folder, database].map((file) => stat(file).catch(() => undefined)));
  if (!found?.isDirectory() || !owner) return undefined;
  const isOwn = found.uid === owner.uid;
  if ((found.mode & (isOwn ? 0o022 : 0o002)) === 0) return undefined;
  const own = isOwn ? '' : `chown --reference=${database} ${folder} && `;
  return {
    check: 'permissions',
    trouble: `Other users can write to ${folder} and replace backups`,
    cure: `Run: ${own}chmod go-w ${folder}`,
  };
}

const TIMEOUT = 5_000; // milliseconds

interface Found {
  newest?: Backup | undefined;
  findings: Finding[];
}

/** Checks the backups in the bucket, if one is configured. */
export async function bucketFindings(ctx: BackupContext, timeout = TIMEOUT): Promise<Found> {
  const schedule = hasBucket(ctx.config) ? await scheduleOf(ctx) : undefined;
  if (!schedule) return { findings: [] };
  if (!hasKeys(ctx.config)) return { findings: findingsOf(!ctx.isServed() && KEYLESS) }; // a running server has its keys in its own environment
  try {
    const [newest] = await listBucket(openBucket(ctx.config.backup.s3, AbortSignal.timeout(timeout)));
    return { newest, findings: findingsOf(bucketAgeFinding(ctx, schedule, newest)) };
  } catch (error) {
    return { findings: [{ check: 'bucket', ...unreachable(ctx, error as Error) }] };
  }
}

const KEYLESS: Finding = {
  check: 'bucket',
  trouble: 'The backups in the bucket cannot be checked without its keys',
  cure: `Set RAAN_S3_ACCESS_KEY and RAAN_S3_SECRET_KEY as in the environment of the service: ${TAKE_KEYS}`,
};

function unreachable({ config }: BackupContext, { name, message }: Error): Omit<Finding, 'check'> {
  const { endpoint } = config.backup.s3;
  const trouble = name === 'TimeoutError' ? `S3: ${endpoint} timed out` : message;
  return { trouble, cure: 'Check [backup.s3] in the config and the network connection' };
}

function bucketAgeFinding(
  { config, now }: BackupContext,
  { every, newest: here }: Schedule,
  there?: Backup,
): Finding | undefined {
  const { bucket } = config.backup.s3;
  const cure = 'Check that the service is running, and its log';
  if (!there) return { check: 'bucket', trouble: `There is no backup in the bucket ${bucket}`, cure };
  const age = now() - there.time;
  const isMissing = here !== undefined && here > there.time && now() - here > HOUR;
  if (!isMissing && age <= 2 * every) return undefined;
  return { check: 'bucket', trouble: `The newest backup in the bucket ${bucket} is ${spanText(age)} old`, cure };
}
