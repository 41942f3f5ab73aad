import type { Context } from '../../../context.ts';
import { addonFile } from '../../../db/addon.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import { concurrencyLimit } from '../../../lib/concurrency-limit.ts';
import { invalidRequest } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { message } from '../../../lib/messages/message.ts';
import { audit } from '../../audit/audit-log.ts';
import type { Store } from '../../stores.ts';
import { type CheckResult, checkInThread } from './check-thread.ts';
import { addSteps } from './import-steps.ts';
import {
  addImport,
  addProblems,
  importState,
  moveImport,
  openImportOf,
  productImport,
  savePreview,
} from './product-imports.ts';

/** An uploaded product file. */
export interface Upload {
  store: Store;
  accountId: Id;
  /** The IP address. */
  origin: string;
  fileName: string;
  bytes: Uint8Array;
}

/** One check at a time, because each may need much memory. */
const limited = concurrencyLimit({ concurrency: 1 });

/**
 * Starts the import of a product file. An unconfirmed preview of the store is canceled.
 *
 * @returns the id, and a promise that resolves when the check has ended
 * @throws AppError invalid_request while another import of the store is checked or applied
 */
export async function startImport(ctx: Context, upload: Upload): Promise<{ id: Id; checked: Promise<void> }> {
  const { store, accountId, origin, fileName } = upload;
  const id = await ctx.write((tx) => {
    const now = ctx.now();
    const open = openImportOf(tx, store.id);
    if (open && open.state !== 'ready') throw invalidRequest('import_is_running');
    if (open) moveImport(tx, open.id, 'canceled', now);
    return addImport(tx, { storeId: store.id, accountId, origin, fileName, startTime: now });
  });
  return { id, checked: limited(() => check(ctx, id, upload)) };
}

async function check(ctx: Context, id: Id, { store, fileName: name, bytes }: Upload): Promise<void> {
  const job = {
    database: ctx.db.file,
    nativeBinding: addonFile(ctx.db.file),
    codes: ctx.config.values,
    store,
    name,
    bytes,
  };
  const isWanted = (tx: Context['db']) => importState(tx, id) === 'checking';
  if (!ctx.db.isOpen || !isWanted(ctx.db)) return;
  try {
    const result = await checkInThread(job, (steps) =>
      ctx.write((tx) => {
        if (isWanted(tx)) addSteps(tx, id, steps);
        return isWanted(tx);
      }),
    );
    if (result) await ctx.write((tx) => saveResult(tx, id, result, ctx.now()));
  } catch (error) {
    if (!ctx.db.isOpen) return; // the server has stopped; its next start marks the check as interrupted
    ctx.log.error({ err: error }, 'checking a product file failed');
    await ctx.write((tx) => reject(tx, id, [message('import_check_failed')], ctx.now()));
  }
}

function saveResult(tx: WriteTx, id: Id, result: CheckResult, now: number): void {
  if ('problems' in result) reject(tx, id, result.problems, now);
  else if (moveImport(tx, id, 'ready', now)) savePreview(tx, id, result);
}

function reject(tx: WriteTx, id: Id, problems: readonly Message[], now: number): void {
  if (moveImport(tx, id, 'rejected', now)) addProblems(tx, id, problems);
}

/** Confirms a preview, so that the job applies it. @throws AppError invalid_request if the import is not ready */
export function confirmImport(tx: WriteTx, storeId: Id, id: Id, now: number): void {
  const { changes } = productImport(tx, storeId, id);
  if (!moveImport(tx, id, 'applying', now)) throw invalidRequest('import_not_ready');
  audit(tx, 'product_import_started', { storeId, subjectId: id, detail: { changes } });
}

/** Cancels an open import. Applied changes are kept. */
export function cancelImport(tx: WriteTx, storeId: Id, id: Id, now: number): void {
  const { state, changes, applied, skipped } = productImport(tx, storeId, id);
  if (!moveImport(tx, id, 'canceled', now) || state !== 'applying') return;
  audit(tx, 'product_import_canceled', { storeId, subjectId: id, detail: { changes, applied, skipped } });
}
