import type { KeyRing } from '../lib/key-ring.ts';
import { onNextTurn } from '../lib/runtime.ts';
import type { Connection } from './connection.ts';
import type { CacheOptions } from './read-cache.ts';
import type { Query, Values } from './statement.ts';

/** Reads the database. Inside a write transaction it sees that transaction's changes. */
export class Reader {
  protected readonly connection: Connection;
  #isChecked = false;
  readonly #endTurn = () => {
    this.#isChecked = false;
  };

  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** The first row, if there is one. */
  get<Row>(statement: Query<Row>, ...values: Values): Row | undefined {
    return this.connection.statements.get(statement, values);
  }

  all<Row>(statement: Query<Row>, ...values: Values): Row[] {
    return this.connection.statements.all(statement, values);
  }

  /** The rows up to the first for which `isLast` is true. `isLast` must not use the database. */
  takeUntil<Row>(isLast: (row: Row) => boolean, statement: Query<Row>, ...values: Values): Row[] {
    return this.connection.statements.takeUntil(statement, isLast, values);
  }

  /**
   * The cached result of `compute`, which reads committed rows. It is cached until the code that changes them calls
   * `invalidate` or another process writes. Null is not cached.
   */
  cached<T extends object | string | number | null>(
    topic: string,
    key: string | number,
    compute: () => T,
    options?: CacheOptions<T>,
  ): T {
    return this.connection.readCache.get(topic, key, compute, options);
  }

  /** Runs `read` on one snapshot of the database, unaffected by writes of other processes. */
  snapshot<T>(read: () => T): T {
    return this.connection.snapshot(read);
  }

  /** Clears the caches if another process has written; asks SQLite once per turn of the event loop. */
  checkExternalWrites(): void {
    if (this.#isChecked) return;
    this.#isChecked = true;
    onNextTurn(this.#endTurn);
    this.connection.checkExternalWrites();
  }

  get inTransaction(): boolean {
    return this.connection.inTransaction;
  }

  /** False once the service has stopped; aborted requests may still be running then. */
  get isOpen(): boolean {
    return this.connection.isOpen;
  }

  /** Changes with each write of any connection, also with one that is rolled back. */
  changeVersion(): string {
    return `${this.connection.dataVersion()}.${this.connection.totalChanges()}`;
  }

  /** Whether this connection can decrypt secrets. Connections of threads cannot. */
  get hasKeys(): boolean {
    return this.connection.keys !== undefined;
  }

  /** Encrypts and decrypts the secrets in the database. */
  get keys(): KeyRing {
    if (!this.connection.keys) throw new Error('This connection has no keys');
    return this.connection.keys;
  }

  get file(): string {
    return this.connection.file;
  }
}
