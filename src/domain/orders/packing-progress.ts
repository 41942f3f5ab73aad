import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import { variantsOfBarcode } from '../barcodes.ts';
import type { Act } from './history.ts';
import { existingOrder } from './order.ts';
import { isPacked, markPacked, type Packed, type Piece, packItems, packPiece } from './packing.ts';

// What is packed of an order that is being packed, so that a reload or another device continues. The only writer of
// packed_pieces.

const piecesOfOrder = query<{ variantId: Id; qty: number }>(
  { reads: ['packed_pieces'] },
  'SELECT variant_id AS variantId, qty FROM packed_pieces WHERE order_id = ?',
);

export const packedPieces = (db: Reader, orderId: Id): Packed =>
  new Map(db.all(piecesOfOrder, orderId).map(({ variantId, qty }) => [variantId, qty]));

const putPieces = command(
  { writes: ['packed_pieces'] },
  `INSERT INTO packed_pieces (order_id, variant_id, qty) VALUES (?, ?, ?)
   ON CONFLICT DO UPDATE SET qty = excluded.qty`,
);

const deletePieces = command({ writes: ['packed_pieces'] }, 'DELETE FROM packed_pieces WHERE order_id = ?');

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
  for (const [variantId, qty] of packed) if (qty !== before.get(variantId)) tx.run(putPieces, orderId, variantId, qty);
  if (!isPacked(items, packed)) return false;
  markPacked(tx, orderId, act);
  clearPackedPieces(tx, orderId);
  return true;
}

export const clearPackedPieces = (tx: WriteTx, orderId: Id): number => tx.run(deletePieces, orderId);
