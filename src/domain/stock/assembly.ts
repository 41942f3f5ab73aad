import type { Reader } from '../../db/reader.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { Refusal } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { partsOf } from '../variants.ts';
import { requireFree } from './adjust.ts';
import { unfitness } from './keeper.ts';
import { MOST_PIECES, requireWarehouse } from './lines.ts';
import { post, type Step } from './post.ts';

/** So many of a variant, made of its parts or taken apart again, in one warehouse. */
export interface Assembly {
  storeId: Id;
  warehouseId: Id;
  variantId: Id;
  qty: number;
  /** Whose doing it is. Apps are not told: the reasons of assembly name nobody to them. */
  userId?: Id | undefined;
  note?: string | undefined;
}

/**
 * Makes `qty` of the variant out of its parts: all parts are there, or nothing is done. Answers the document.
 *
 * @throws Refusal invalid_request where it has no parts, or they are not free
 */
export function assemble(tx: WriteTx, assembly: Assembly, now: number): Id {
  const parts = partsFor(tx, assembly);
  for (const { onHand, ...place } of parts) requireFree(tx, place, onHand, 'put together');
  const steps = [...parts.map(outOf), productOf(assembly)];
  return post(tx, { ...assembly, kind: 'assembly' }, [assembly], steps, now);
}

/**
 * Takes `qty` of the variant apart. Answers the document.
 *
 * @throws Refusal invalid_request where it has no parts, or so many of it are not free
 */
export function disassemble(tx: WriteTx, assembly: Assembly, now: number): Id {
  const parts = partsFor(tx, assembly);
  const { onHand, ...place } = productOf(assembly);
  requireFree(tx, place, onHand, 'taken apart');
  const steps = [outOf(productOf(assembly)), ...parts];
  return post(tx, { ...assembly, kind: 'disassembly' }, [assembly], steps, now);
}

const productOf = ({ variantId, warehouseId, qty }: Assembly): Step => ({ variantId, warehouseId, onHand: qty });

const outOf = (step: Step): Step => ({ ...step, onHand: -step.onHand });

/** What `qty` of it are made of. */
function partsFor(db: Reader, { storeId, warehouseId, variantId, qty }: Assembly): Step[] {
  if (!(Number.isInteger(qty) && qty >= 1 && qty <= MOST_PIECES))
    throw new Refusal('invalid_request', `qty must be a whole number from 1 to ${MOST_PIECES}`);
  requireWarehouse(db, storeId, warehouseId);
  const parts = partsOf(db, variantId);
  const problem = unfitness(db, storeId, variantId) ?? (parts.length === 0 ? `variant ${variantId} has no parts` : '');
  if (problem) throw new Refusal('invalid_request', problem);
  return parts.map((part) => ({ variantId: part.variantId, warehouseId, onHand: part.qty * qty }));
}
