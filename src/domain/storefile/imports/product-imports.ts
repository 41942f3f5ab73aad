import type { Reader } from '../../../db/reader.ts';
import { command, query } from '../../../db/statement.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import { notFound } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { type ImportState, isOpen, MOVES } from './import-states.ts';
import type { ImportPreview } from './preview.ts';

// The only writer of product_imports.

export interface ProductImport {
  id: Id;
  storeId: Id;
  accountId: Id;
  /** The IP address of the upload. */
  origin: string;
  fileName: string;
  state: ImportState;
  startTime: number;
  /** Null while it is open. */
  endTime: number | null;
  /** Null until the file is checked. */
  preview: ImportPreview | null;
  /** Products and variants that the file changes. */
  changes: number;
  applied: number;
  skipped: number;
  problemCount: number;
  /** The first problems of rows. */
  problems: Message[];
}

type ImportRow = Omit<ProductImport, 'preview' | 'problems'> & { preview: string | null; problems: string };

const COLUMNS = `id, store_id AS storeId, account_id AS accountId, origin, file_name AS fileName, state,
  start_time AS startTime, end_time AS endTime, preview, changes, applied, skipped, problem_count AS problemCount, problems`;

const importOf = ({ preview, problems, ...row }: ImportRow): ProductImport => ({
  ...row,
  preview: preview === null ? null : JSON.parse(preview),
  problems: JSON.parse(problems),
});

const importById = query<ImportRow>(
  { reads: ['product_imports'] },
  `SELECT ${COLUMNS} FROM product_imports WHERE id = ?`,
);

/** @throws AppError not_found */
export function productImport(db: Reader, storeId: Id, id: Id): ProductImport {
  const row = db.get(importById, id);
  if (row?.storeId !== storeId) throw notFound('import_not_found');
  return importOf(row);
}

const newestImport = query<ImportRow>(
  { reads: ['product_imports'] },
  `SELECT ${COLUMNS} FROM product_imports WHERE store_id = ? ORDER BY id DESC LIMIT 1`,
);

/** The store's open import, or else its last one. */
export function lastImport(db: Reader, storeId: Id): ProductImport | undefined {
  const row = db.get(newestImport, storeId);
  return row && importOf(row);
}

const insertImport = command(
  { writes: ['product_imports'] },
  `INSERT INTO product_imports (store_id, account_id, origin, file_name, state, start_time)
   VALUES (@storeId, @accountId, @origin, @fileName, 'checking', @startTime)`,
);

export const addImport = (
  tx: WriteTx,
  row: Pick<ProductImport, 'storeId' | 'accountId' | 'origin' | 'fileName' | 'startTime'>,
): Id => tx.insert(insertImport, { ...row });

const stateOfImport = query<{ state: ImportState }>(
  { reads: ['product_imports'] },
  'SELECT state FROM product_imports WHERE id = ?',
);

export const importState = (db: Reader, id: Id): ImportState | undefined => db.get(stateOfImport, id)?.state;

const setState = command(
  { writes: ['product_imports'] },
  'UPDATE product_imports SET state = @state, end_time = @endTime WHERE id = @id',
);

/** @returns false if the import is no longer in a state that this one may follow */
export function moveImport(tx: WriteTx, id: Id, state: ImportState, now: number): boolean {
  const before = importState(tx, id);
  if (before === undefined || !MOVES[before].includes(state)) return false;
  tx.run(setState, { id, state, endTime: isOpen(state) ? null : now });
  tx.invalidate('product imports');
  return true;
}

const setPreview = command(
  { writes: ['product_imports'] },
  'UPDATE product_imports SET preview = @preview, changes = @changes WHERE id = @id',
);

export const savePreview = (
  tx: WriteTx,
  id: Id,
  { preview, changes }: { preview: ImportPreview; changes: number },
): void => {
  tx.run(setPreview, { id, preview: JSON.stringify(preview), changes });
};

const addToCounts = command(
  { writes: ['product_imports'] },
  'UPDATE product_imports SET applied = applied + @applied, skipped = skipped + @skipped WHERE id = @id',
);

export const countChanges = (tx: WriteTx, id: Id, counts: { applied: number; skipped: number }): void => {
  tx.run(addToCounts, { id, ...counts });
};

const MAX_PROBLEMS = 100;

const problemsOfImport = query<{ problems: string }>(
  { reads: ['product_imports'] },
  'SELECT problems FROM product_imports WHERE id = ?',
);

const setProblems = command(
  { writes: ['product_imports'] },
  'UPDATE product_imports SET problems = @problems, problem_count = problem_count + @added WHERE id = @id',
);

/** Keeps the first of them, and counts them all. */
export function addProblems(tx: WriteTx, id: Id, added: readonly Message[]): void {
  if (added.length === 0) return;
  const problems: Message[] = JSON.parse(tx.get(problemsOfImport, id)?.problems ?? '[]');
  const kept = [...problems, ...added].slice(0, MAX_PROBLEMS);
  tx.run(setProblems, { id, problems: JSON.stringify(kept), added: added.length });
}

/** Data with which the job applies an import. */
export type ApplyingImport = Pick<ProductImport, 'id' | 'storeId' | 'accountId' | 'origin'>;

const applyingImports = query<ApplyingImport>(
  { reads: ['product_imports'] },
  `SELECT id, store_id AS storeId, account_id AS accountId, origin
   FROM product_imports WHERE end_time IS NULL AND state = 'applying' ORDER BY id`,
);

/** Oldest first. */
export const importsToApply = (db: Reader): readonly ApplyingImport[] =>
  db.cached('product imports', 'applying', () => db.all(applyingImports));

const openImport = query<{ id: Id; state: ImportState }>(
  { reads: ['product_imports'] },
  'SELECT id, state FROM product_imports WHERE store_id = ? AND end_time IS NULL',
);

export const openImportOf = (db: Reader, storeId: Id): { id: Id; state: ImportState } | undefined =>
  db.get(openImport, storeId);

const checkedAtCrash = command(
  { writes: ['product_imports'] },
  "UPDATE product_imports SET state = 'interrupted', end_time = ? WHERE end_time IS NULL AND state = 'checking'",
);

/** For the start of the server: the uploaded files of these checks are gone. */
export const interruptChecks = (tx: WriteTx, now: number): number => tx.run(checkedAtCrash, now);

const DAY = 24 * 3_600_000;
const KEPT = 30 * DAY; // the audit log records who imported what

const forgottenPreviews = command(
  { writes: ['product_imports'] },
  "UPDATE product_imports SET state = 'canceled', end_time = @now WHERE end_time IS NULL AND state = 'ready' AND start_time < @before",
);

const oldImports = command(
  { writes: ['product_imports'], reads: ['product_import_steps'] },
  `DELETE FROM product_imports WHERE end_time < ?
   AND NOT EXISTS (SELECT 1 FROM product_import_steps s WHERE s.import_id = product_imports.id)`,
);

/** Cancels previews that were not confirmed within a day, and deletes imports that ended 30 days ago. */
export function deleteOldImports(tx: WriteTx, now: number): void {
  if (tx.run(forgottenPreviews, { now, before: now - DAY }) > 0) tx.invalidate('product imports');
  tx.run(oldImports, now - KEPT);
}
