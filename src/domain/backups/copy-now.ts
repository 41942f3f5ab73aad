import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Context } from '../../context.ts';
import { copyMoment } from '../../db/copy.ts';
import { schemaVersion } from '../../db/migrate.ts';
import type { RowCounts } from '../../db/snapshot.ts';
import { OperatorError } from '../../lib/errors.ts';
import { dropHalf, isLeftBehind } from './folder.ts';
import { makeWhole } from './whole.ts';

export interface MadeCopy {
  file: string;
  /** Bytes. */
  size: number;
  schemaVersion: number;
  /** Rows of each table. */
  rows: RowCounts;
}

/**
 * Copies what the database is at this moment into a new file, whoever else works on it, and reads the copy back.
 *
 * @throws OperatorError where the file is there already, or one is being made
 */
export async function copyNow(ctx: Context, file: string): Promise<MadeCopy> {
  const begun = `${file}.part`;
  if (await isLeftBehind(begun, ctx.now())) await dropHalf(begun);
  for (const taken of [file, begun])
    if (existsSync(taken)) throw new OperatorError('backup_target_exists', { file: taken });
  const rows = await makeWhole(file, (half) => copyMoment(ctx.db.file, half));
  return { file, size: (await stat(file)).size, schemaVersion: schemaVersion(ctx.db), rows };
}
