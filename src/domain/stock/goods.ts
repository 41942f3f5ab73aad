import type { Reader } from '../../db/reader.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import type { StockRemoval } from '../../lib/messages/code-names.ts';
import { message } from '../../lib/messages/message.ts';
import { unavailability } from './adjust-on-hand.ts';
import { type LineProblem, requireLines, requireWarehouse, throwLineProblems } from './line-checks.ts';
import { type DocumentMovement, postDocument } from './move-stock.ts';
import type { DocumentLine } from './stock-documents.ts';

// Receives, writes off and transfers goods, all or nothing. Each function returns its document and throws AppError
// invalid_request, or InvalidLines for invalid lines.

export interface Goods {
  storeId: Id;
  warehouseId: Id;
  /** The acting user, if known. */
  userId?: Id | undefined;
  note?: string | undefined;
  lines: readonly DocumentLine[];
}

const BOUNDS = { maxLines: 1_000, minPieces: 1 };

/** Receives purchased goods, each line with its cost, or goods on consignment. */
export function receive(tx: WriteTx, goods: Goods & { kind: 'purchase' | 'deposit' }, now: number): Id {
  const { kind, storeId, warehouseId, lines } = goods;
  requireLines(tx, storeId, lines, BOUNDS);
  requireWarehouse(tx, storeId, warehouseId);
  throwLineProblems(lines.flatMap((line, i) => costProblem(line, i, kind === 'purchase')));
  return postDocument(tx, goods, lines, steps(lines, warehouseId, 1), now);
}

export function writeOff(tx: WriteTx, goods: Goods & { kind: 'damaged' | 'lost' | 'withdrawn' }, now: number): Id {
  const { storeId, warehouseId, lines } = goods;
  requireLines(tx, storeId, lines, BOUNDS);
  requireWarehouse(tx, storeId, warehouseId);
  requireAllAvailable(tx, goods, 'written_off');
  return postDocument(tx, goods, lines, steps(lines, warehouseId, -1), now);
}

export function transfer(tx: WriteTx, goods: Goods & { toWarehouseId: Id }, now: number): Id {
  const { storeId, warehouseId, toWarehouseId, lines } = goods;
  requireLines(tx, storeId, lines, BOUNDS);
  requireWarehouse(tx, storeId, warehouseId);
  requireWarehouse(tx, storeId, toWarehouseId);
  if (warehouseId === toWarehouseId) throw invalidRequest('transfer_to_same_warehouse');
  requireAllAvailable(tx, goods, 'transferred');
  const moved = [...steps(lines, warehouseId, -1), ...steps(lines, toWarehouseId, 1)];
  return postDocument(tx, { ...goods, kind: 'transfer' }, lines, moved, now);
}

const steps = (lines: readonly DocumentLine[], warehouseId: Id, sign: 1 | -1): DocumentMovement[] =>
  lines.map(({ variantId, qty }) => ({ variantId, warehouseId, onHand: sign * qty }));

function costProblem({ cost }: DocumentLine, line: number, isPurchase: boolean): LineProblem[] {
  if (isPurchase && cost === undefined)
    return [{ line, problem: message('cost_required_for_purchase', { path: 'cost' }) }];
  return !isPurchase && cost !== undefined
    ? [{ line, problem: message('cost_only_for_purchase', { path: 'cost' }) }]
    : [];
}

/** Sums the lines of a variant and reports the first line that exceeds the available stock. */
function requireAllAvailable(db: Reader, { warehouseId, lines }: Goods, removal: StockRemoval): void {
  const taken = new Map<Id, number>();
  const problems = new Map<Id, LineProblem>();
  lines.forEach(({ variantId, qty }, line) => {
    const sum = (taken.get(variantId) ?? 0) + qty;
    taken.set(variantId, sum);
    if (problems.has(variantId)) return;
    const problem = unavailability(db, { variantId, warehouseId }, sum, removal);
    if (problem) problems.set(variantId, { line, problem, isShortage: true });
  });
  throwLineProblems([...problems.values()]);
}
