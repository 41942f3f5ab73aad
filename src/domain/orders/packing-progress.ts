import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import { variantsOfBarcode } from '../barcodes.ts';
import type { Act } from './history.ts';
import { existingOrder } from './order.ts';
import { isPacked, markPacked, type Piece, packItems, packPiece } from './packing.ts';
import { clearPackedPieces, packedPieces, savePackedQty } from './packing-rows.ts';

/**
 * Packs a piece. The last one marks the order as packed.
 *
 * @returns whether the order is packed now
 * @throws AppError not_found; invalid_request at `code` if the order does not need the piece
 */
export function packOne(tx: WriteTx, orderId: Id, piece: Piece, act: Act): boolean {
  const items = packItems(tx, existingOrder(tx, orderId));
  const before = packedPieces(tx, orderId);
  const withBarcode = 'code' in piece ? variantsOfBarcode(tx, piece.code) : [];
  const packed = packPiece(items, before, { ...piece, withBarcode });
  for (const [variantId, qty] of packed) if (qty !== before.get(variantId)) savePackedQty(tx, orderId, variantId, qty);
  if (!isPacked(items, packed)) return false;
  markPacked(tx, orderId, act);
  clearPackedPieces(tx, orderId);
  return true;
}

/** Takes a piece out of the box again. Does nothing if none is packed. */
export function unpackOne(tx: WriteTx, orderId: Id, variantId: Id): void {
  const qty = packedPieces(tx, orderId).get(variantId) ?? 0;
  if (qty > 0) savePackedQty(tx, orderId, variantId, qty - 1);
}
