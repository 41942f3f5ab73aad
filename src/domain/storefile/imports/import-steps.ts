import type { Reader } from '../../../db/reader.ts';
import { command, query } from '../../../db/statement.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Step } from './planned-change.ts';

// The only writer of product_import_steps.

const insertStep = command(
  { writes: ['product_import_steps'] },
  'INSERT INTO product_import_steps (import_id, changes) VALUES (?, ?)',
);

/** @param steps as JSON */
export function addSteps(tx: WriteTx, importId: Id, steps: readonly string[]): void {
  for (const step of steps) tx.insert(insertStep, importId, step);
}

const nextSteps = query<{ id: Id; changes: string }>(
  { reads: ['product_import_steps'] },
  'SELECT id, changes FROM product_import_steps WHERE import_id = +? ORDER BY id LIMIT 1',
);

/** The step to apply next, if there is one. */
export function nextStep(db: Reader, importId: Id): { id: Id; step: Step } | undefined {
  const row = db.get(nextSteps, importId);
  return row && { id: row.id, step: JSON.parse(row.changes) };
}

const deleteRow = command({ writes: ['product_import_steps'] }, 'DELETE FROM product_import_steps WHERE id = ?');

/** Commits with what the step changes, so no step is applied twice. */
export const deleteStep = (tx: WriteTx, id: Id): number => tx.run(deleteRow, id);

const deleteUnneeded = command(
  { writes: ['product_import_steps'], reads: ['product_imports'] },
  `DELETE FROM product_import_steps WHERE id IN (SELECT s.id FROM product_import_steps s JOIN product_imports i
   ON i.id = s.import_id WHERE i.end_time IS NOT NULL LIMIT +?)`,
);

/** Deletes steps of imports that have ended. @returns how many */
export const deleteUnneededSteps = (tx: WriteTx, limit: number): number => tx.run(deleteUnneeded, limit);
