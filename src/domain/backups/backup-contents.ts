import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { type DatabaseHeader, SCHEMA_VERSION, unusableReason } from '../../db/migrate.ts';
import type { RowCounts } from '../../db/snapshot.ts';
import { problemsOfCopy, readCopy } from '../../db/verify-copy.ts';
import { isEncrypted } from '../../lib/age/header.ts';
import { invalidRequest, OperatorError } from '../../lib/errors.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { message } from '../../lib/messages/message.ts';
import { brokenChains, orphanedOrderRows, stockDifferences } from '../stock/verify-stock.ts';
import { storesWithGaps } from '../webhooks/changes.ts';
import { decryptCopy, type ReadIdentities, requireIdentities } from './encryption.ts';
import { backupName, createPartial, removePartial, writeError } from './folder.ts';

export interface Contents {
  schemaVersion: number;
  /** The version to which the next start of the server upgrades it; null if it is current. */
  upgradesTo: number | null;
  stores: string[];
  orders: number;
  /** Unix milliseconds; null without any order. */
  newestOrderTime: number | null;
}

type UnusableBackup = 'backup_not_restored' | 'backup_file_damaged';

/** @throws OperatorError */
export function requireFile(file: string): void {
  if (!existsSync(file)) throw new OperatorError('backup_file_missing', { file });
  if (!statSync(file).isFile()) throw new OperatorError('backup_not_a_file', { file });
}

/**
 * @param name of the file for its errors
 * @throws OperatorError with `errorKey` if it is not a raan database of a released version
 */
export async function contentsOf(file: string, errorKey: UnusableBackup, name = file): Promise<Contents> {
  try {
    const header = await headerOf(file);
    const why = unusableReason(name, header);
    if (why) throw new OperatorError([why]);
    if (header.version === 0) throw new OperatorError(errorKey, { file: name, why: message('backup_empty') });
    return { ...(await readContents(file)), ...versions(header.version) };
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const why = message('backup_not_readable_by_sqlite', { why: (error as Error).message });
    throw new OperatorError(errorKey, { file: name, why });
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

async function readContents(file: string): Promise<Pick<Contents, 'stores' | 'orders' | 'newestOrderTime'>> {
  const [stores, [orders]] = await readCopy<[{ name: string }[], [{ n: number; newest: number | null }]]>(
    file,
    'SELECT name FROM stores ORDER BY id',
    'SELECT count(*) AS n, max(create_time) AS newest FROM orders',
  );
  return { stores: stores.map(({ name }) => name), orders: orders.n, newestOrderTime: orders.newest };
}

/**
 * Checks a copy as a restore would, without changing it. An encrypted copy is decrypted into a temporary file.
 * @throws OperatorError with all problems
 */
export async function checkCopy(file: string, decryption?: Decryption): Promise<Contents> {
  requireFile(file);
  if (!(await isEncrypted(file)) || !decryption) return checkClearCopy(file, file);
  const identities = requireIdentities(file, decryption.readIdentities);
  const folder = decryption.folderForClear();
  const clear = await createPartial(path.join(folder, backupName(decryption.now)));
  try {
    const why = await decryptCopy(file, clear, identities);
    if (why) throw new OperatorError(ERROR_KEY, { file, why });
    return await checkClearCopy(clear, file);
  } catch (error) {
    throw writeError(folder, error);
  } finally {
    await removePartial(clear);
  }
}

/** Check of an encrypted copy. */
interface Decryption {
  readIdentities: ReadIdentities;
  /** The folder for the temporary file. */
  folderForClear: () => string;
  now: number;
}

async function checkClearCopy(file: string, name: string): Promise<Contents> {
  const contents = await contentsOf(file, ERROR_KEY, name);
  const found = await problemsOfStoredCopy(file);
  if (found.length > 0) throw new OperatorError(found.map((why) => message(ERROR_KEY, { file: name, why })));
  return contents;
}

const ERROR_KEY = 'backup_file_damaged';

const RULES = [
  { sql: stockDifferences.sql, problem: message('stock_differs_from_ledger') },
  { sql: brokenChains.sql, problem: message('ledger_has_gaps') },
  { sql: 'SELECT 1 FROM pragma_foreign_key_check', problem: message('rows_refer_to_missing_rows') },
  { sql: orphanedOrderRows.sql, problem: message('rows_refer_to_missing_rows') },
];

/** Missing changes are reported, but prevent neither a backup nor a restore: partners can read all quantities again. */
const RULES_OF_STORED_COPY = [...RULES, { sql: storesWithGaps.sql, problem: message('stock_changes_missing') }];

/** Only reads the copy. */
export const problemsOfStoredCopy = (file: string): Promise<Message[]> =>
  problemsOfCopy(file, { empty: RULES_OF_STORED_COPY, isKept: true });

/** Checks a new copy against the row counts of its database. @throws AppError invalid_request with all problems */
export async function verifyCopy(file: string, counts: RowCounts, signal?: AbortSignal): Promise<void> {
  const problems = await problemsOfCopy(file, { counts, empty: RULES, signal });
  if (problems.length > 0) throw invalidRequest('backup_damaged', { problems });
}
