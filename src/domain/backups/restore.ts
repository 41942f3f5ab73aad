import { existsSync, realpathSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../config.ts';
import { copyMoment } from '../../db/copy.ts';
import type { Database } from '../../db/database.ts';
import { refuseForeign, schemaVersion } from '../../db/migrate.ts';
import { readOnly } from '../../db/read-only.ts';
import { holdForReplacing, replaceDatabase } from '../../db/replace.ts';
import { Fault } from '../../lib/errors.ts';
import { flush } from '../../lib/flush.ts';
import { backupName, dropHalf } from './folder.ts';
import { fetchStored } from './s3/copies.ts';
import { requireSound } from './sound.ts';
import { writeFault } from './write-faults.ts';

/** What a database holds, in short. */
export interface Contents {
  schemaVersion: number;
  stores: string[];
  orders: number;
  /** Unix milliseconds; null without any order. */
  newestOrderTime: number | null;
}

export interface Restored extends Contents {
  /** The file, or `s3:NAME`. */
  from: string;
  database: string;
  /** Where what was there before is kept; null where there was nothing. */
  kept: string | null;
}

/**
 * Puts a copy of a sound raan database in the place of the configured one. Killed at any point, the old one or the new
 * one is in place, whole.
 *
 * @throws Fault, and nothing is changed: the file is no sound raan database or a newer raan's, or a server runs
 */
export async function restoreBackup({ database }: Config, file: string, now: number): Promise<Restored> {
  requireOther(file, database);
  const contents = contentsOf(file);
  const release = holdForReplacing(database);
  const half = `${database}.restoring`;
  try {
    await dropHalf(half); // of a restore that was killed; nobody else is at one, since this one holds the lock
    await (await open(half, 'wx', 0o600)).close();
    await copySound(file, half);
    await flush(half);
    const kept = keptName(database, now);
    const wasThere = await replaceDatabase(database, half, kept);
    return { from: file, database, kept: wasThere ? kept : null, ...contents };
  } catch (error) {
    throw writeFault(path.dirname(database), error);
  } finally {
    await dropHalf(half);
    release();
  }
}

/**
 * The same with a copy out of the bucket.
 *
 * @param name the newest one where it is empty
 */
export async function restoreStored(config: Config, name: string, now: number): Promise<Restored> {
  const file = `${config.database}.fetched-${process.pid}`;
  try {
    const fetched = await fetchStored(config, name, file).catch((error) => {
      throw writeFault(path.dirname(file), error);
    });
    return { ...(await restoreBackup(config, file, now)), from: `s3:${fetched}` };
  } finally {
    await dropHalf(file);
  }
}

async function copySound(file: string, half: string): Promise<void> {
  try {
    await requireSound(half, await copyMoment(file, half));
  } catch (error) {
    const fault = writeFault(path.dirname(half), error);
    throw fault === error ? new Fault(`${file} is not restored: ${(error as Error).message}`) : fault;
  }
}

function requireOther(file: string, database: string): void {
  if (!existsSync(file)) throw new Fault(`there is no ${file}`);
  if (!statSync(file).isFile()) throw new Fault(`${file} is not a file; name a backup`);
  if (existsSync(database) && realpathSync(file) === realpathSync(database))
    throw new Fault(`${file} is the database in use; name a backup of it`);
}

/** `raan-before-restore-20261121-224730.db` beside it. */
function keptName(database: string, now: number): string {
  const { dir, name } = path.parse(database);
  return path.join(dir, `${name}-before-restore-${backupName(now).slice('raan-'.length)}`);
}

/** @throws Fault where it is no raan database, or a newer raan's */
function contentsOf(file: string): Contents {
  try {
    return readOnly(file, (db) => {
      refuseForeign(db);
      if (schemaVersion(db) === 0) throw new Fault(`${file} holds nothing`);
      return lookInto(db);
    });
  } catch (error) {
    if (error instanceof Fault) throw new Fault(`${file} is not restored: ${error.message.split(';')[0]}`);
    throw new Fault(`${file} is not restored: it is no database that SQLite can read (${(error as Error).message})`);
  }
}

/** Of any schema that a raan has had. */
function lookInto(db: Database): Contents {
  const has = (table: string) => db.get(`SELECT 1 FROM sqlite_schema WHERE name = ?`, table) !== undefined;
  const found = has('orders')
    ? db.get<{ n: number; newest: number | null }>('SELECT count(*) AS n, max(create_time) AS newest FROM orders')
    : undefined;
  const stores = has('stores') ? db.all<{ name: string }>('SELECT name FROM stores ORDER BY id') : [];
  return {
    schemaVersion: schemaVersion(db),
    stores: stores.map(({ name }) => name),
    orders: found?.n ?? 0,
    newestOrderTime: found?.newest ?? null,
  };
}
