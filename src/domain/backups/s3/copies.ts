import path from 'node:path';
import type { Config } from '../../../config.ts';
import { OperatorError } from '../../../lib/errors.ts';
import { type Backup, backupTime, surplus } from '../folder.ts';
import { type Bucket, openBucket } from './bucket.ts';

/** Whether copies are uploaded to a bucket. */
export const isStoredAway = ({ backup: { s3 } }: Config): boolean => s3.endpoint !== '';

export const hasKeys = ({ backup: { s3 } }: Config): boolean => s3.access_key !== '' && s3.secret_key !== '';

/** Loads the keys in a shell beside the service that `raan install` set up. */
export const TAKE_KEYS = 'set -a; . /etc/raan/environment; set +a';

/** @throws OperatorError if a bucket is configured without keys */
export function requireKeys(config: Config): void {
  if (isStoredAway(config) && !hasKeys(config)) throw new OperatorError('s3_keys_missing', { command: TAKE_KEYS });
}

/** Newest first. */
export async function listStored(bucket: Bucket): Promise<Backup[]> {
  const found = (await bucket.list()).flatMap(({ name, size }) => {
    const time = backupTime(name);
    return time === undefined ? [] : [{ name, size, time }];
  });
  return found.sort((one, other) => other.time - one.time);
}

/** Uploads a copy unless it is there, then deletes surplus copies from the bucket. */
export async function storeAway(
  config: Config,
  { name, size }: Backup,
  now: number,
  signal?: AbortSignal,
): Promise<void> {
  const bucket = openBucket(config.backup.s3, signal);
  const isThere = (await listStored(bucket)).some((one) => one.name === name && one.size === size);
  if (!isThere) await bucket.put(name, path.join(config.backup.folder, name));
  for (const old of surplus(await listStored(bucket), config.backup.keep, now)) await bucket.remove(old.name);
}

/** Downloads a copy into a new file and returns its name. @param wanted the newest if empty */
export async function fetchStored(config: Config, wanted: string, file: string): Promise<string> {
  if (!isStoredAway(config)) throw new OperatorError('s3_not_set');
  requireKeys(config);
  const bucket = openBucket(config.backup.s3);
  const stored = await listStored(bucket);
  const found = wanted === '' ? stored[0] : stored.find(({ name }) => name === wanted);
  const { bucket: name } = config.backup.s3;
  if (!found && wanted === '') throw new OperatorError('s3_has_no_backup', { bucket: name });
  if (!found) throw new OperatorError('s3_backup_not_found', { name: wanted, bucket: name });
  await bucket.get(found.name, file);
  return found.name;
}
