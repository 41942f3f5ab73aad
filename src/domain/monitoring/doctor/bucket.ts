import type { Backup } from '../../backups/folder.ts';
import { openBucket } from '../../backups/s3/bucket.ts';
import { hasKeys, isStoredAway, listStored, TAKE_KEYS } from '../../backups/s3/copies.ts';
import { type Schedule, scheduleOf } from '../../backups/schedule.ts';
import type { BackupContext } from './backups.ts';
import { spanText, type Trouble, troublesIn } from './trouble.ts';

const TIMEOUT = 5_000; // milliseconds
const HOUR = 3_600_000;

interface Found {
  newest?: Backup | undefined;
  troubles: Trouble[];
}

/** Checks the backups in the bucket, if one is configured. */
export async function bucketTroubles(ctx: BackupContext, timeout = TIMEOUT): Promise<Found> {
  const schedule = isStoredAway(ctx.config) ? await scheduleOf(ctx) : undefined;
  if (!schedule) return { troubles: [] };
  if (!hasKeys(ctx.config)) return { troubles: troublesIn(!ctx.isServed() && KEYLESS) }; // a running server has its keys in its own environment
  try {
    const [newest] = await listStored(openBucket(ctx.config.backup.s3, AbortSignal.timeout(timeout)));
    return { newest, troubles: troublesIn(ageTrouble(ctx, schedule, newest)) };
  } catch (error) {
    return { troubles: [{ check: 'bucket', ...unreachable(ctx, error as Error) }] };
  }
}

const KEYLESS: Trouble = {
  check: 'bucket',
  trouble: 'The backups in the bucket cannot be checked without its keys',
  cure: `Set RAAN_S3_ACCESS_KEY and RAAN_S3_SECRET_KEY as in the environment of the service: ${TAKE_KEYS}`,
};

function unreachable({ config }: BackupContext, { name, message }: Error): Omit<Trouble, 'check'> {
  const { endpoint } = config.backup.s3;
  const trouble = name === 'TimeoutError' ? `S3: ${endpoint} timed out` : message;
  return { trouble, cure: 'Check [backup.s3] in the config and the network connection' };
}

function ageTrouble(
  { config, now }: BackupContext,
  { every, newest: here }: Schedule,
  there?: Backup,
): Trouble | undefined {
  const { bucket } = config.backup.s3;
  const cure = 'Check that the service is running, and its log';
  if (!there) return { check: 'bucket', trouble: `There is no backup in the bucket ${bucket}`, cure };
  const age = now() - there.time;
  const isMissing = here !== undefined && here > there.time && now() - here > HOUR;
  if (!isMissing && age <= 2 * every) return undefined;
  return { check: 'bucket', trouble: `The newest backup in the bucket ${bucket} is ${spanText(age)} old`, cure };
}
