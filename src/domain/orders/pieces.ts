import type { Id } from '../../lib/ids.ts';
import type { Movement } from '../stock/ledger.ts';
import type { Part } from '../variants.ts';
import type { Share } from './allocate.ts';

/** So many of a variant in a warehouse, for an order's line. */
export interface Pieces extends Share {
  lineId: Id;
}

/** The shares of each line as its pieces. */
export const piecesOf = (lineIds: readonly Id[], shares: readonly (readonly Share[])[]): Pieces[] =>
  lineIds.flatMap((lineId, i) => (shares[i] ?? []).map((share) => ({ lineId, ...share })));

/** How many of a line its pieces make; a line's parts are always held and shipped together. */
export const wholeQty = (pieces: readonly Share[], takes: readonly Part[]): number => total(pieces) / total(takes);

const total = (counted: readonly { qty: number }[]): number => counted.reduce((sum, { qty }) => sum + qty, 0);

/** Parts a line's pieces in the order they come: the first ones that make `qty` of the line, and the rest. */
export function splitPieces<Piece extends Share>(
  pieces: readonly Piece[],
  takes: readonly Part[],
  qty: number,
): { first: Piece[]; rest: Piece[] } {
  const wanted = new Map(takes.map((part) => [part.variantId, part.qty * qty]));
  const first: Piece[] = [];
  const rest: Piece[] = [];
  for (const piece of pieces) {
    const left = wanted.get(piece.variantId) ?? 0;
    const taken = Math.min(piece.qty, left);
    wanted.set(piece.variantId, left - taken);
    if (taken > 0) first.push({ ...piece, qty: taken });
    if (taken < piece.qty) rest.push({ ...piece, qty: piece.qty - taken });
  }
  return { first, rest };
}

/**
 * One movement of each place; what comes to nothing is left out. Places are found by their numbers: each order comes here,
 * and to make a text of both takes longer than all else that is done with them.
 */
export function netOf(movements: readonly Movement[]): Required<Movement>[] {
  const net: Required<Movement>[] = [];
  const ofVariant = new Map<Id, Required<Movement>[]>();
  for (const { variantId, warehouseId, onHand = 0, reserved = 0 } of movements) {
    const places = ofVariant.get(variantId) ?? [];
    const known = places.find((place) => place.warehouseId === warehouseId);
    if (known) {
      known.onHand += onHand;
      known.reserved += reserved;
      continue;
    }
    const movement = { variantId, warehouseId, onHand, reserved };
    net.push(movement);
    ofVariant.set(variantId, [...places, movement]);
  }
  return net.filter(({ onHand, reserved }) => onHand !== 0 || reserved !== 0);
}
