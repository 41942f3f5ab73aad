import type { Context } from '../../../context.ts';
import type { Reader } from '../../../db/reader.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import { AppError, messageOfError } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { audit } from '../../audit/audit-log.ts';
import { applyStep } from './apply-step.ts';
import { conflictOf } from './conflicts.ts';
import { deleteStep, nextStep } from './import-steps.ts';
import {
  type ApplyingImport,
  addProblems,
  countChanges,
  importsToApply,
  moveImport,
  productImport,
} from './product-imports.ts';

const MAX_MILLIS = 8; // of a transaction, for which every other write waits

/** Applies the next steps of the oldest confirmed import in one transaction. @returns whether there may be more */
export async function applyNextSteps(ctx: Context): Promise<boolean> {
  if (importsToApply(ctx.db).length === 0) return false;
  try {
    return await ctx.write((tx) => {
      const end = ctx.monotonic() + MAX_MILLIS;
      return applySteps(tx, ctx.now(), () => ctx.monotonic() > end);
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return applyOneStep(ctx);
  }
}

/** After a step was rejected: the transaction with the others was rolled back. */
async function applyOneStep(ctx: Context): Promise<boolean> {
  let stepId: Id | undefined;
  try {
    return await ctx.write((tx) => {
      stepId = currentStep(tx)?.id;
      return applySteps(tx, ctx.now(), () => true);
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await ctx.write((tx) => skipStep(tx, stepId, messageOfError(error)));
    return true;
  }
}

function currentStep(db: Reader) {
  const [current] = importsToApply(db);
  const next = current && nextStep(db, current.id);
  return next && { ...next, importId: current.id };
}

/** @param isOver whether to stop after a step */
function applySteps(tx: WriteTx, now: number, isOver: () => boolean): boolean {
  const [current] = importsToApply(tx);
  if (!current) return false;
  const counts = { applied: 0, skipped: 0 };
  const problems: Message[] = [];
  let next = nextStep(tx, current.id);
  for (; next; next = isOver() ? undefined : nextStep(tx, current.id)) {
    const conflict = conflictOf(tx, current.storeId, next.step);
    if (conflict) problems.push(conflict);
    else applyStep(tx, current, next.step, now);
    counts[conflict ? 'skipped' : 'applied'] += next.step.length;
    deleteStep(tx, next.id);
  }
  addProblems(tx, current.id, problems);
  countChanges(tx, current.id, counts);
  if (!nextStep(tx, current.id)) finish(tx, current, now);
  return true;
}

/** Skips the step that `applyStep` rejected, unless the job or a request has skipped it in the meantime. */
function skipStep(tx: WriteTx, rejectedId: Id | undefined, why: Message): void {
  const current = currentStep(tx);
  if (!current || current.id !== rejectedId) return;
  const { id, importId, step } = current;
  addProblems(tx, importId, [{ ...why, path: [{ row: step[0]?.row ?? 0 }] }]);
  countChanges(tx, importId, { applied: 0, skipped: step.length });
  deleteStep(tx, id);
}

function finish(tx: WriteTx, current: ApplyingImport, now: number): void {
  if (moveImport(tx, current.id, 'done', now)) auditEnd(tx, current);
}

/** The account that confirmed the import is the actor, also of what the job has applied. */
function auditEnd(tx: WriteTx, { id, storeId, accountId, origin }: ApplyingImport): void {
  const { applied, skipped } = productImport(tx, storeId, id);
  const actor = { kind: 'account', id: accountId, address: origin } as const;
  audit(tx, 'products_imported', { storeId, subjectId: id, actor, detail: { applied, skipped } });
}

const MAX_TRANSACTIONS = 10; // per run, so that a stop does not wait for a large import
const PAUSE = 10_000; // milliseconds after an error, such as a full disk

/** The job that applies confirmed imports. */
export function importJob(ctx: Context): () => Promise<void> {
  let pausedUntil = 0;
  return async () => {
    if (ctx.monotonic() < pausedUntil) return;
    try {
      for (let i = 0; i < MAX_TRANSACTIONS && (await applyNextSteps(ctx)); i += 1);
    } catch (error) {
      pausedUntil = ctx.monotonic() + PAUSE;
      throw error;
    }
  };
}
