import { existsSync, statSync } from 'node:fs';
import { type DatabaseHeader, SCHEMA_VERSION, whyUnusable } from '../../db/migrate.ts';
import { readCopy } from '../../db/read-copy.ts';
import { Fault } from '../../lib/errors.ts';

/** What a database holds, in short. */
export interface Contents {
  schemaVersion: number;
  /** The version that the next start of the server upgrades it to; null if it has that. */
  upgradesTo: number | null;
  stores: string[];
  orders: number;
  /** Unix milliseconds; null without any order. */
  newestOrderTime: number | null;
}

/** @throws Fault */
export function requireFile(file: string): void {
  if (!existsSync(file)) throw new Fault(`there is no ${file}`);
  if (!statSync(file).isFile()) throw new Fault(`${file} is not a file; name a backup`);
}

/**
 * Reads what a copy of any released schema contains. The copy is not changed.
 *
 * @param refusal what happens to a rejected copy, e.g. `is not restored`
 * @throws Fault if it is not a raan database, or one of a development build or of a newer raan
 */
export async function contentsOf(file: string, refusal: string): Promise<Contents> {
  try {
    const header = await headerOf(file);
    const why = whyUnusable(header) ?? (header.version === 0 ? 'holds nothing' : undefined);
    if (why !== undefined) throw new Fault(`${file} ${refusal}: it ${why}`);
    return { ...(await lookInto(file)), ...versions(header.version) };
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw new Fault(`${file} ${refusal}: it is no database that SQLite can read (${(error as Error).message})`);
  }
}

const versions = (version: number): Pick<Contents, 'schemaVersion' | 'upgradesTo'> => ({
  schemaVersion: version,
  upgradesTo: version < SCHEMA_VERSION ? SCHEMA_VERSION : null,
});

async function headerOf(file: string): Promise<DatabaseHeader> {
  const [[header]] = await readCopy<[[Omit<DatabaseHeader, 'isEmpty'> & { things: number }]]>(
    file,
    `SELECT user_version AS version, application_id AS program, (SELECT count(*) FROM sqlite_schema) AS things
     FROM pragma_user_version, pragma_application_id`,
  );
  return { ...header, isEmpty: header.things === 0 };
}

async function lookInto(file: string): Promise<Pick<Contents, 'stores' | 'orders' | 'newestOrderTime'>> {
  const [stores, [orders]] = await readCopy<[{ name: string }[], [{ n: number; newest: number | null }]]>(
    file,
    'SELECT name FROM stores ORDER BY id',
    'SELECT count(*) AS n, max(create_time) AS newest FROM orders',
  );
  return { stores: stores.map(({ name }) => name), orders: orders.n, newestOrderTime: orders.newest };
}
