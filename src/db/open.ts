import { accessSync, closeSync, constants, existsSync, openSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Options } from 'better-sqlite3';
import Sqlite from 'better-sqlite3';
import { OperatorError } from '../lib/errors.ts';
import { keySource, withTemporaryKey } from '../lib/key-file.ts';
import { KeyRing } from '../lib/key-ring.ts';
import { addonFile } from './addon.ts';
import { Connection } from './connection.ts';
import { createSchema, requireUsable } from './migrate.ts';
import { BUSY_TIMEOUT } from './prepared-statements.ts';
import { Reader } from './reader.ts';
import { usedKeyIds } from './sealed-values.ts';
import { isOlder, needsUpgrade, type Upgraded, upgradeDatabase } from './upgrade.ts';

export interface OpenedDatabase {
  connection: Connection;
  /** The options for other connections of this process. */
  options: Options;
  /** Set if opening the database upgraded its schema. */
  upgraded?: Upgraded | undefined;
}

export interface OpenOptions {
  /** Whether to create a missing database. */
  create: boolean;
  /** Whether to upgrade an older schema; otherwise opening it fails. */
  upgrade?: boolean;
  /** The database that this file is a copy of: its key opens the secrets. The addon is unpacked next to it if the copy's disk is mounted noexec. */
  copyOf?: string;
}

export const PRAGMAS = `
  PRAGMA journal_mode = WAL;             -- readers and the writer do not block each other; Litestream needs it
  PRAGMA synchronous = FULL;             -- responses are sent after the commit is on the disk
  PRAGMA foreign_keys = ON;
  PRAGMA recursive_triggers = ON;        -- INSERT OR REPLACE fires the delete triggers of the ledger
  PRAGMA mmap_size = 0;                  -- an I/O error raises an error, not a signal
  PRAGMA journal_size_limit = 128000000; -- bytes; truncates the WAL after a burst
  PRAGMA wal_autocheckpoint = 12000;     -- pages; pages that change often are copied to the database file less often
  PRAGMA temp_store = MEMORY;            -- for the pages that savepoints copy
  PRAGMA secure_delete = FAST;           -- pages keep no old copies of rows, which an erasure would not find
`;

const LARGE_FILE = 1_000_000_000; // bytes

/**
 * Size of the page cache in kilobytes. With years of orders, the pages of the last month take 34,000 KB, but a cache of
 * 28,000 KB, which takes 9 MB more, creates orders no faster than 16,000 KB, the library's default. Smaller files need
 * less.
 */
const cacheSize = (file: string): number => (statSync(file).size < LARGE_FILE ? 12_000 : 16_000);

/** Opens the database and creates or upgrades its schema. @throws OperatorError if that fails */
export function openDatabase(file: string, { create, upgrade = false, copyOf = file }: OpenOptions): OpenedDatabase {
  requireUsableFile(file, create);
  const options: Options = { timeout: BUSY_TIMEOUT, nativeBinding: addonFile(file, copyOf) };
  let sqlite: Sqlite.Database | undefined;
  try {
    closeSync(openSync(file, 'a', 0o600)); // only its owner may read it: it contains secrets and customer data
    sqlite = new Sqlite(file, options);
    const connection = new Connection(sqlite, options);
    requireUsable(connection); // before the pragmas, which change the file
    const older = isOlder(connection);
    if (older && !upgrade) throw needsUpgrade(connection);
    sqlite.exec(PRAGMAS);
    sqlite.pragma(`cache_size = -${cacheSize(file)}`);
    checkDurability(sqlite, file);
    const upgraded = older ? upgradeDatabase(connection, options) : undefined;
    createSchema(connection);
    connection.keys = openKeys(connection, file, copyOf);
    return { connection, options, upgraded };
  } catch (error) {
    sqlite?.close();
    throw asOperatorError(error, file);
  }
}

function openKeys(connection: Connection, file: string, copyOf: string): KeyRing {
  const source = keySource(copyOf);
  const isUnused = () => usedKeyIds(new Reader(connection)).length === 0;
  return new KeyRing(file === copyOf ? source : withTemporaryKey(source), isUnused);
}

function requireUsableFile(file: string, create: boolean): void {
  const folder = path.dirname(file);
  if (!existsSync(folder)) throw new OperatorError('database_folder_missing', { folder });
  if (!existsSync(file)) {
    if (!create) throw new OperatorError('database_missing', { file });
  } else if (!statSync(file).isFile()) throw new OperatorError('database_not_a_file', { file });
  try {
    accessSync(folder, constants.W_OK); // for the write-ahead log next to the database
    if (existsSync(file)) accessSync(file, constants.R_OK | constants.W_OK);
  } catch (error) {
    const { path: unusable = file, code } = error as NodeJS.ErrnoException;
    throw new OperatorError(code === 'EROFS' ? 'database_disk_read_only' : 'database_not_writable', { file: unusable });
  }
}

function checkDurability(sqlite: Sqlite.Database, file: string): void {
  const journal = sqlite.pragma('journal_mode', { simple: true });
  const synchronous = sqlite.pragma('synchronous', { simple: true });
  if (journal !== 'wal' || synchronous !== 2) throw new OperatorError('database_without_wal', { file });
}

const FULL = new Set(['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', 'SQLITE_IOERR_WRITE']);

function asOperatorError(error: unknown, file: string): unknown {
  if (!(error instanceof Sqlite.SqliteError)) return error;
  if (error.code === 'SQLITE_NOTADB') return new OperatorError('database_not_sqlite', { file });
  if (error.code.startsWith('SQLITE_BUSY')) return new OperatorError('database_locked', { file });
  const why = `${error.message} (${error.code})`;
  if (error.code.startsWith('SQLITE_CORRUPT')) return new OperatorError('database_damaged', { file, why });
  return new OperatorError(FULL.has(error.code) ? 'database_disk_full' : 'database_cannot_be_opened', { file, why });
}
