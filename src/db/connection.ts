import type Sqlite from 'better-sqlite3';
import type { KeyRing } from '../lib/key-ring.ts';
import { Disk } from './disk.ts';
import { DiskCache } from './disk-cache.ts';
import { PendingWrites } from './pending-writes.ts';
import { PreparedStatements } from './prepared-statements.ts';
import { ReadCache } from './read-cache.ts';
import { RowCache } from './row-cache.ts';
import { command, query } from './statement.ts';

const DATA_VERSION = query<{ data_version: number }>({ reads: [] }, 'PRAGMA data_version');
const TOTAL_CHANGES = query<{ total: number }>({ reads: [] }, 'SELECT total_changes() AS total');

/**
 * A connection to the database: its statements, its transaction, its two caches. Code outside of `db` works with a
 * `Reader` or, inside `ctx.write`, a `WriteTx`.
 */
export class Connection {
  readonly statements: PreparedStatements;
  readonly readCache: ReadCache;
  readonly rowCache = new RowCache();
  readonly pending: PendingWrites;
  /** Seals the secrets in the database. Undefined for connections that only copy or check it. */
  keys: KeyRing | undefined;
  readonly #sqlite: Sqlite.Database;
  readonly #disk = new Disk();
  #dataVersion: number;
  #overwrites = false;

  /** @param options of the connection, also for temporary databases */
  constructor(sqlite: Sqlite.Database, options: Sqlite.Options) {
    this.#sqlite = sqlite;
    this.readCache = new ReadCache(() => new DiskCache(options));
    this.pending = new PendingWrites((sql, values) => {
      if (!this.inTransaction) throw new Error('The transaction of a pending write is over');
      this.statements.runNow(sql, values);
    });
    this.statements = new PreparedStatements(sqlite, this.#disk, () => this.pending.flush());
    this.#dataVersion = this.dataVersion();
  }

  /** Runs SQL that no statement declares: the schema, pragmas. Do not change cached rows with it. */
  exec(sql: string): void {
    this.#sqlite.exec(sql);
  }

  /** The first row of a pragma. */
  pragma<Row>(text: string): Row | undefined {
    return this.statements.all(command<Row>({ writes: [] }, `PRAGMA ${text}`), [])[0]; // some pragmas write
  }

  get inTransaction(): boolean {
    return this.#sqlite.inTransaction;
  }

  /** False after `close`. */
  get isOpen(): boolean {
    return this.#sqlite.open;
  }

  get file(): string {
    return this.#sqlite.name;
  }

  /** Resolves with the first error of the disk under the database. */
  get broken(): Promise<Error> {
    return this.#disk.broken;
  }

  /** Records an error that another connection of this process had on the same disk. */
  reportDiskError(error: Error): void {
    this.#disk.noted(error);
  }

  /** Changes when another connection has written. */
  dataVersion(): number {
    return this.statements.get(DATA_VERSION, [])?.data_version ?? 0;
  }

  /** How many rows this connection has changed, rolled-back changes included. */
  totalChanges(): number {
    return this.statements.get(TOTAL_CHANGES, [])?.total ?? 0;
  }

  /** Clears both caches if another connection has written. */
  checkExternalWrites(): void {
    const version = this.dataVersion();
    if (version === this.#dataVersion) return;
    this.#dataVersion = version;
    this.readCache.clear();
    this.rowCache.clear();
  }

  /**
   * Starts a write transaction; immediately returns false if another process is writing.
   *
   * @throws after an error of the disk
   */
  tryBegin(): boolean {
    this.#disk.throwIfBroken();
    return this.withoutWaiting(() => this.statements.runNow('BEGIN IMMEDIATE'));
  }

  commit(): void {
    this.pending.flush();
    this.statements.runNow('COMMIT');
  }

  savepoint(): void {
    this.pending.flush();
    this.statements.runNow('SAVEPOINT step');
  }

  releaseSavepoint(): void {
    this.pending.flush();
    this.statements.runNow('RELEASE step');
  }

  rollbackToSavepoint(): void {
    this.#discard();
    this.statements.runNow('ROLLBACK TO step');
    this.statements.runNow('RELEASE step');
  }

  /** Works also if SQLite has already rolled back. */
  rollback(): void {
    this.#discard();
    if (this.inTransaction) this.statements.runNow('ROLLBACK');
  }

  /** Until the end of the transaction SQLite overwrites deleted content, which costs more writes. */
  overwriteDeleted(): void {
    if (this.#overwrites) return;
    this.#overwrites = true;
    this.statements.runNow('PRAGMA secure_delete = ON');
  }

  /** To be called after each write transaction, committed or not. */
  endTransaction(): void {
    if (this.#overwrites) this.statements.runNow('PRAGMA secure_delete = FAST');
    this.#overwrites = false;
    this.readCache.endTransaction();
    this.rowCache.trim();
  }

  /** Runs `read` in a read transaction: on one state of the database, and with one lock for all its statements. */
  snapshot<T>(read: () => T): T {
    if (this.inTransaction) return read();
    this.statements.runNow('BEGIN');
    try {
      const result = read();
      this.statements.runNow('COMMIT');
      return result;
    } finally {
      if (this.inTransaction) this.statements.runNow('ROLLBACK');
    }
  }

  /** Writes a copy of the committed state into a new file. Writers do not wait for it. */
  copyTo(file: string): void {
    this.#sqlite.prepare('VACUUM INTO ?').run(file);
  }

  /**
   * Like `copyTo`, with the online backup of SQLite, which yields to the event loop between steps and applies later
   * writes of this connection to the copy.
   *
   * @param onStep called after each step; returns the number of pages of the next one, and aborts the copy by throwing
   */
  async backup(file: string, onStep: () => number): Promise<void> {
    await this.#sqlite.backup(file, { progress: onStep });
  }

  /** Runs `work` without waiting for the disk at each commit, and writes all of it to the disk in the end. */
  async withoutDurability<T>(work: () => Promise<T>): Promise<T> {
    this.exec('PRAGMA synchronous = OFF');
    try {
      return await work();
    } finally {
      this.exec('PRAGMA synchronous = FULL');
      this.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    }
  }

  /** Whether `act` ran; false if another process holds the lock that it needs. */
  withoutWaiting(act: () => void): boolean {
    return this.statements.withoutWaiting(act);
  }

  close(): void {
    this.#sqlite.close();
  }

  #discard(): void {
    this.pending.discard();
    this.rowCache.clear();
  }
}
