import path from 'node:path';
import type { Config } from '../../config.ts';
import type { Context } from '../../context.ts';
import { headerProblem } from '../../db/header.ts';
import type { Failure, StoredAway } from '../../lib/copying.ts';
import { AppError, messageOfError } from '../../lib/errors.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { describe } from '../../lib/messages/messages.ts';
import { hasBucket, upload } from './bucket.ts';
import { type Backup, listBackups } from './folder.ts';
import { makeBackup } from './make.ts';

export interface Schedule {
  /** Milliseconds between copies. */
  every: number;
  /** Time of the newest copy in the folder. */
  newest: number | undefined;
  /** Time of the next copy; in the past if it is overdue. */
  next: number;
  failed: Failure | undefined;
  /** Undefined without a bucket. */
  storedAway: StoredAway | undefined;
}

const MINUTE = 60_000;
const UNITS = { m: MINUTE, h: 60 * MINUTE, d: 1_440 * MINUTE } as const;

/** `24h` in milliseconds. */
const spanOf = (text: string): number => Number.parseInt(text, 10) * UNITS[text.at(-1) as keyof typeof UNITS];

/** The state of scheduled copies; undefined without a folder. */
export async function scheduleOf({
  config,
  copying,
  now,
}: Pick<Context, 'config' | 'copying' | 'now'>): Promise<Schedule | undefined> {
  if (config.backup.folder === '') return undefined;
  const every = spanOf(config.backup.every);
  const newest = (await newestOf(config, now()))?.time;
  const { failed, storedAway } = copying;
  const next = Math.max(newest === undefined ? 0 : newest + every, failed ? nextTry(failed, every) : 0);
  return { every, newest, next, failed, storedAway: hasBucket(config) ? storedAway : undefined };
}

const newestOf = (config: Config, now: number): Promise<Backup | undefined> =>
  newestBackup(config, now).then(
    ({ backup }) => backup,
    () => undefined, // the next backup reports why the folder cannot be read
  );

/** The last attempt failed, locally or at the bucket, or the newest copy is older than two periods. */
export const isBehind = ({ every, newest, failed, storedAway }: Schedule, now: number): boolean =>
  failed !== undefined || storedAway?.failed !== undefined || (newest !== undefined && now - newest > 2 * every);

/** As of the last run of the schedule. */
export const areBackupsBehind = ({ copying }: Context): boolean => copying.isBehind;

/** Makes copies when they are due and uploads the newest to the bucket. `stop` cancels. */
export function backupKeeper(ctx: Context): { makeDue: () => Promise<void>; stop: () => void } {
  const stopped = new AbortController();
  const { signal } = stopped;
  const { copying } = ctx;
  return {
    makeDue: async () => {
      const schedule = await scheduleOf(ctx);
      if (!schedule || signal.aborted) return;
      if (ctx.now() >= schedule.next)
        copying.failed = await attempt(ctx, { earlier: copying.failed, words: 'no backup is made', signal }, () =>
          makeOne(ctx, signal),
        );
      await storeNewest(ctx, schedule, signal);
      copying.isBehind = isBehind((await scheduleOf(ctx)) ?? schedule, ctx.now());
    },
    stop: () => stopped.abort(),
  };
}

async function makeOne(ctx: Context, signal: AbortSignal): Promise<void> {
  const { name, size } = await makeBackup(ctx, ctx.now(), signal);
  ctx.log.info({ backup: name, bytes: size }, 'backup created');
}

async function storeNewest(ctx: Context, { every, storedAway }: Schedule, signal: AbortSignal): Promise<void> {
  const newest = storedAway && (await newestOf(ctx.config, ctx.now()));
  if (!newest || newest.name === storedAway.name) return;
  if (storedAway.failed && ctx.now() < nextTry(storedAway.failed, every)) return;
  const store = async () => {
    await upload(ctx.config, newest, ctx.now(), signal);
    storedAway.name = newest.name;
    ctx.log.info({ backup: newest.name, bucket: ctx.config.backup.s3.bucket }, 'backup uploaded');
  };
  const words = 'uploading the newest backup failed';
  storedAway.failed = await attempt(ctx, { earlier: storedAway.failed, words, signal }, store);
}

interface Attempt {
  /** The failure of the previous attempt. */
  earlier: Failure | undefined;
  /** The log message of a failure. */
  words: string;
  signal: AbortSignal;
}

/** Undefined after success or cancellation. A failure is logged. */
async function attempt(
  ctx: Context,
  { earlier, words, signal }: Attempt,
  run: () => Promise<void>,
): Promise<Failure | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    if (signal.aborted) return undefined;
    const times = (earlier?.times ?? 0) + 1;
    const reason = messageOfError(error);
    ctx.log.error(
      { reason: describe(reason), attempt: times, ...(!(error instanceof AppError) && { err: error }) },
      words,
    );
    return { time: ctx.now(), reason, times };
  }
}

export interface Newest {
  backup: Backup | undefined;
  /** Files named like newer copies that are damaged, and why. */
  faulty: { name: string; problem: Message }[];
}

/** The newest copy that looks complete, not from the future. @throws AppError if the folder cannot be read */
export async function newestBackup(config: Config, now: number): Promise<Newest> {
  const faulty: Newest['faulty'] = [];
  for (const backup of await listBackups(config)) {
    if (backup.time > now) continue;
    const problem = await headerProblem(path.join(config.backup.folder, backup.name));
    if (!problem) return { backup, faulty };
    faulty.push({ name: backup.name, problem });
  }
  return { backup: undefined, faulty };
}

const MAX_PAUSE = 60 * MINUTE;

/** Time of the next attempt: pauses double, up to an hour or `every`. */
const nextTry = ({ time, times }: Failure, every: number): number =>
  time + Math.min(MINUTE * 2 ** Math.min(times - 1, 10), every, MAX_PAUSE);
