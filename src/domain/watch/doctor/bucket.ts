import type { Backup } from '../../backups/folder.ts';
import { openBucket } from '../../backups/s3/bucket.ts';
import { hasKeys, isStoredAway, listStored, TAKE_KEYS } from '../../backups/s3/copies.ts';
import { type Schedule, scheduleOf } from '../../backups/schedule.ts';
import type { Looker } from './backups.ts';
import { spanText, type Trouble, troublesIn } from './trouble.ts';

const LONGEST_WAIT = 5_000; // milliseconds
const HOUR = 3_600_000;

interface Found {
  newest?: Backup | undefined;
  troubles: Trouble[];
}

/**
 * The copies in the bucket, if they go to one.
 *
 * @param patience milliseconds for the storage's answer
 */
export async function bucketTroubles(ctx: Looker, patience = LONGEST_WAIT): Promise<Found> {
  const schedule = isStoredAway(ctx.config) ? await scheduleOf(ctx) : undefined;
  if (!schedule) return { troubles: [] };
  if (!hasKeys(ctx.config)) return { troubles: troublesIn(!ctx.isServed() && KEYLESS) }; // a server has its own
  try {
    const [newest] = await listStored(openBucket(ctx.config.backup.s3, AbortSignal.timeout(patience)));
    return { newest, troubles: troublesIn(ageTrouble(ctx, schedule, newest)) };
  } catch (error) {
    return { troubles: [{ check: 'bucket', ...unreachable(ctx, error as Error) }] };
  }
}

const KEYLESS: Trouble = {
  check: 'bucket',
  trouble: 'the copies in the bucket cannot be looked at without its keys',
  cure: `set RAAN_S3_ACCESS_KEY and RAAN_S3_SECRET_KEY, which a service has in its own environment: ${TAKE_KEYS}`,
};

function unreachable({ config }: Looker, { name, message }: Error): Omit<Trouble, 'check'> {
  const { endpoint } = config.backup.s3;
  const trouble = name === 'TimeoutError' ? `S3: ${endpoint} has not answered in time` : message;
  return { trouble, cure: 'mend [backup.s3] in the config, or see that this machine reaches the storage' };
}

/** The server tries again once an hour at least. */
function ageTrouble({ config, now }: Looker, { every, newest: here }: Schedule, there?: Backup): Trouble | undefined {
  const { bucket } = config.backup.s3;
  const cure = 'see that the service runs, and what its log says of backups';
  if (!there) return { check: 'bucket', trouble: `there is no backup in the bucket ${bucket}`, cure };
  const age = now() - there.time;
  const isMissing = here !== undefined && here > there.time && now() - here > HOUR;
  if (!isMissing && age <= 2 * every) return undefined;
  return { check: 'bucket', trouble: `the newest backup in the bucket ${bucket} is ${spanText(age)} old`, cure };
}
