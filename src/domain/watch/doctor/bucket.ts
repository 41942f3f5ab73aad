import type { Context } from '../../../context.ts';
import type { Backup } from '../../backups/folder.ts';
import { openBucket } from '../../backups/s3/bucket.ts';
import { isStoredAway, listStored, requireKeys } from '../../backups/s3/copies.ts';
import { type Schedule, scheduleOf } from '../../backups/schedule.ts';
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
export async function bucketTroubles(ctx: Context, patience = LONGEST_WAIT): Promise<Found> {
  const schedule = isStoredAway(ctx.config) ? await scheduleOf(ctx) : undefined;
  if (!schedule) return { troubles: [] };
  try {
    requireKeys(ctx.config);
    const [newest] = await listStored(openBucket(ctx.config.backup.s3, AbortSignal.timeout(patience)));
    return { newest, troubles: troublesIn(ageTrouble(ctx, schedule, newest)) };
  } catch (error) {
    return { troubles: [{ check: 'bucket', ...unreachable(ctx, error as Error) }] };
  }
}

function unreachable({ config }: Context, { name, message }: Error): Omit<Trouble, 'check'> {
  const { endpoint } = config.backup.s3;
  const trouble = name === 'TimeoutError' ? `S3: ${endpoint} has not answered in time` : message;
  return { trouble, cure: 'mend [backup.s3] in the config, or see that this machine reaches the storage' };
}

/** The server tries again once an hour at least. */
function ageTrouble({ config, now }: Context, { every, newest: here }: Schedule, there?: Backup): Trouble | undefined {
  const { bucket } = config.backup.s3;
  const cure = 'see that the service runs, and what its log says of backups';
  if (!there) return { check: 'bucket', trouble: `there is no backup in the bucket ${bucket}`, cure };
  const age = now() - there.time;
  const isMissing = here !== undefined && here > there.time && now() - here > HOUR;
  if (!isMissing && age <= 2 * every) return undefined;
  return { check: 'bucket', trouble: `the newest backup in the bucket ${bucket} is ${spanText(age)} old`, cure };
}
