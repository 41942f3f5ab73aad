import type { Reader } from '../../db/reader.ts';
import type { Id } from '../../lib/ids.ts';
import { stockOf } from '../stock/levels.ts';
import { followersOf, keepsStock, type SoldVariant, variantById } from '../variants.ts';
import { variantsOfProduct } from './lookup.ts';
import { wholesOf } from './part-rules.ts';

/** What deleting something would mean. */
export interface DeletionOutlook {
  /** On hand and reserved of what keeps stock: it stays in the books, but cannot be sold. */
  onHand: number;
  reserved: number;
  /** What other stores pulled, and then has nothing available. */
  pulled: readonly SoldVariant[];
  /** What it is a part of: it cannot be deleted before these. */
  wholes: readonly SoldVariant[];
}

export const productOutlook = (db: Reader, id: Id): DeletionOutlook =>
  outlookOf(db, variantsOfProduct(db, id), (whole) => whole.productId !== id);

export const variantOutlook = (db: Reader, id: Id): DeletionOutlook => outlookOf(db, [id], () => true);

function outlookOf(db: Reader, ids: readonly Id[], stays: (whole: SoldVariant) => boolean): DeletionOutlook {
  const variants = ids.flatMap((id) => variantById(db, id) ?? []);
  const levels = variants.filter(keepsStock).flatMap(({ id }) => stockOf(db, id));
  return {
    onHand: levels.reduce((sum, level) => sum + level.onHand, 0),
    reserved: levels.reduce((sum, level) => sum + level.reserved, 0),
    pulled: ids.flatMap((id) => followersOf(db, id).pulled).flatMap((id) => variantById(db, id) ?? []),
    wholes: ids.flatMap((id) => wholesOf(db, id)).filter(stays),
  };
}
