import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import { CURRENT_STOCK } from '../../db/tables.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { requireAvailable } from '../stock/adjust-on-hand.ts';
import { MAX_PIECES, requireWarehouse, stockProblem } from '../stock/line-checks.ts';
import { type DocumentMovement, postDocument } from '../stock/move-stock.ts';
import { BY_PRODUCT_NAME, type NamedVariant, partsOf, VARIANT_NAME_COLUMNS } from '../variants.ts';
import { averageCosts, costOfParts, costsOfParts } from './average-costs.ts';

/** The assembly or disassembly of `qty` pieces of a variant in one warehouse. */
export interface Assembly {
  storeId: Id;
  warehouseId: Id;
  variantId: Id;
  qty: number;
  /** The acting user. Webhooks of assemblies do not contain a user. */
  userId?: Id | undefined;
  note?: string | undefined;
}

/** @returns the document. @throws AppError invalid_request if the variant has no parts or they are not available */
export function assemble(tx: WriteTx, assembly: Assembly, now: number): Id {
  const parts = partSteps(tx, assembly);
  for (const { onHand, ...location } of parts) requireAvailable(tx, location, onHand, 'put_together');
  const steps = [...parts.map(negated), productStep(assembly)];
  const documentId = postDocument(tx, { ...assembly, kind: 'assembly' }, [assembly], steps, now);
  const { variantId, qty } = assembly;
  const cost = costOfParts(tx, partsOf(tx, variantId));
  averageCosts(tx, { units: [{ variantId, qty, cost }], documentId }, now);
  return documentId;
}

/** @returns the document. @throws AppError invalid_request if the variant has no parts or is not available */
export function disassemble(tx: WriteTx, assembly: Assembly, now: number): Id {
  const parts = partSteps(tx, assembly);
  const { onHand, ...location } = productStep(assembly);
  requireAvailable(tx, location, onHand, 'taken_apart');
  const steps = [negated(productStep(assembly)), ...parts];
  const documentId = postDocument(tx, { ...assembly, kind: 'disassembly' }, [assembly], steps, now);
  const costs = costsOfParts(tx, assembly.variantId);
  const units = parts.map((part) => ({ variantId: part.variantId, qty: part.onHand, cost: costs.get(part.variantId) }));
  averageCosts(tx, { units, documentId }, now);
  return documentId;
}

const productStep = ({ variantId, warehouseId, qty }: Assembly): DocumentMovement => ({
  variantId,
  warehouseId,
  onHand: qty,
});

const negated = (step: DocumentMovement): DocumentMovement => ({ ...step, onHand: -step.onHand });

function partSteps(db: Reader, { storeId, warehouseId, variantId, qty }: Assembly): DocumentMovement[] {
  if (!(Number.isInteger(qty) && qty >= 1 && qty <= MAX_PIECES))
    throw invalidRequest('not_a_whole_number_between', { path: 'qty', least: 1, most: MAX_PIECES });
  requireWarehouse(db, storeId, warehouseId);
  const parts = partsOf(db, variantId);
  const problem = stockProblem(db, storeId, variantId);
  if (problem) throw invalidRequest(problem);
  if (parts.length === 0) throw invalidRequest('variant_without_parts', { variant: variantId });
  return parts.map((part) => ({ variantId: part.variantId, warehouseId, onHand: part.qty * qty }));
}

const assembledVariantsOfStore = query<NamedVariant>(
  { reads: ['products', 'variant_parts', 'variants'] },
  `SELECT ${VARIANT_NAME_COLUMNS} FROM products p JOIN variants v ON v.product_id = p.id
   WHERE p.store_id = ? AND p.delete_time IS NULL AND v.delete_time IS NULL AND v.is_bundle = 0
     AND v.id IN (SELECT variant_id FROM variant_parts)
   ORDER BY ${BY_PRODUCT_NAME}`,
);

/** The store's live variants with own stock that are assembled from parts, by product name. */
export const assembledVariants = (db: Reader, storeId: Id): NamedVariant[] => db.all(assembledVariantsOfStore, storeId);

/** A part of a variant with its stock in a warehouse. */
interface PartInWarehouse extends NamedVariant {
  qty: number;
  onHand: number;
  reserved: number;
}

const partsWithStock = query<PartInWarehouse>(
  { reads: [...CURRENT_STOCK, 'products', 'variant_parts', 'variants'] },
  `SELECT ${VARIANT_NAME_COLUMNS}, l.qty, coalesce(s.on_hand, 0) AS onHand, coalesce(s.reserved, 0) AS reserved
   FROM variant_parts l JOIN variants v ON v.id = l.part_id JOIN products p ON p.id = v.product_id
   LEFT JOIN current_stock s ON s.variant_id = v.id AND s.warehouse_id = @warehouseId
   WHERE l.variant_id = @variantId ORDER BY v.id`,
);

export const partsInWarehouse = (db: Reader, variantId: Id, warehouseId: Id): PartInWarehouse[] =>
  db.all(partsWithStock, { variantId, warehouseId });
