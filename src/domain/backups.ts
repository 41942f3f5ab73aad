import { existsSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { faultsOfCopy } from '../db/sound-copy.ts';
import { bangkokSecond, parseBangkok } from '../lib/calendar.ts';
import { Refusal } from '../lib/errors.ts';

/** A copy of the whole database, of every store in it. */
export interface Backup {
  /** `raan-20261121-224730.db`, by Bangkok time. */
  name: string;
  /** Bytes. */
  size: number;
  /** When it was made. */
  time: number;
}

const NAME = /^raan-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)\.db$/;
const HALF_MADE = /^raan-\d{8}-\d{6}\.db\.part(-journal|-wal|-shm)?$/;

/** Milliseconds after which nobody can be working on a half-made copy any more. */
const LEFT_BEHIND = 3_600_000;

/** The copies in the configured folder, newest first; none where no folder is configured or it is not there yet. */
export async function listBackups({ backup: { folder } }: Config): Promise<Backup[]> {
  if (folder === '' || !existsSync(folder)) return [];
  const names = (await readdir(folder)).filter((name) => NAME.test(name));
  const found = await Promise.all(names.map((name) => lookAt(folder, name)));
  return found.filter((one) => one !== undefined).sort((one, other) => (one.name < other.name ? 1 : -1));
}

/** Undefined where it has gone meanwhile, or is no file. */
async function lookAt(folder: string, name: string): Promise<Backup | undefined> {
  const found = await stat(path.join(folder, name)).catch(() => undefined);
  const time = timeOf(name);
  return found?.isFile() && time !== undefined ? { name, size: found.size, time } : undefined;
}

const nameAt = (time: number): string => `raan-${bangkokSecond(time).replaceAll(/[-:]/g, '').replace(' ', '-')}.db`;

function timeOf(name: string): number | undefined {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? [];
  const start = parseBangkok(`${year}-${month}-${day} ${hour}:${minute}`);
  return start === undefined ? undefined : start + Number(second) * 1_000;
}

/** The file of a listed copy. @throws Refusal not_found */
export async function backupFile(config: Config, name: string): Promise<Backup & { file: string }> {
  const found = (await listBackups(config)).find((backup) => backup.name === name);
  if (!found) throw new Refusal('not_found', `there is no backup ${name}`);
  return { ...found, file: path.join(config.backup.folder, name) };
}

/**
 * Copies the database into the configured folder while it is used, and reads the copy back. It bears its name only when
 * it is whole and sound.
 *
 * @throws Refusal invalid_request where no folder is configured, this second's copy is there or being made already, or
 *   the copy is not sound
 */
export async function makeBackup(ctx: Context, now: number): Promise<Backup> {
  const { folder } = ctx.config.backup;
  if (folder === '')
    throw new Refusal(
      'invalid_request',
      'no folder is set for backups: set "folder" under [backup] in the config file',
    );
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = nameAt(now);
  const file = path.join(folder, name);
  const half = await reserve(file, now);
  try {
    await copyInto(ctx, half);
    await flush(half);
    await rename(half, file);
    await flush(folder);
  } catch (error) {
    await rm(half, { force: true });
    throw error;
  }
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
 * @throws Refusal invalid_request where this second's copy is being made already, or the copy is not sound
 */
export async function passingCopy(ctx: Context, now: number): Promise<PassingCopy> {
  const name = nameAt(now);
  const half = await reserve(path.join(path.dirname(ctx.db.file), name), now);
  try {
    await copyInto(ctx, half);
    const handle = await open(half, 'r');
    return { name, size: (await handle.stat()).size, handle };
  } finally {
    await rm(half, { force: true });
  }
}

async function copyInto(ctx: Context, half: string): Promise<void> {
  await ctx.db.copyInSteps(half);
  await requireSound(half);
}

/** The half-made file that becomes `file`: whoever makes it owns the name, and nobody else may read it. */
async function reserve(file: string, now: number): Promise<string> {
  const half = `${file}.part`;
  await dropHalfMade(path.dirname(file), now);
  const isTaken = existsSync(file) || (await makeEmpty(half)) === undefined;
  if (isTaken) throw new Refusal('invalid_request', `the backup ${path.basename(file)} is made already`);
  return half;
}

async function makeEmpty(file: string): Promise<true | undefined> {
  try {
    await (await open(file, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined;
    throw error;
  }
}

async function requireSound(file: string): Promise<void> {
  const faults = await faultsOfCopy(file);
  if (faults.length > 0) throw new Refusal('invalid_request', `the backup is not sound: ${faults.join('; ')}`);
}

/** To the disk: a name that is there after a crash has its bytes. */
async function flush(place: string): Promise<void> {
  const handle = await open(place, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** What a crash has left of copies. */
async function dropHalfMade(folder: string, now: number): Promise<void> {
  for (const name of (await readdir(folder)).filter((one) => HALF_MADE.test(one))) {
    const file = path.join(folder, name);
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: now }));
    if (now - mtimeMs > LEFT_BEHIND) await rm(file, { force: true });
  }
}
