import type { Reader } from '../../src/context.ts';
import { stockOfVariant } from '../../src/domain/stock/stock-levels.ts';
import { sql } from '../sql.ts';
import { violation } from './violation.ts';
import type { World } from './world.ts';

const isDeleted = sql<object>(
  'SELECT 1 FROM variants v JOIN products p ON p.id = v.product_id WHERE v.id = ? AND p.delete_time IS NOT NULL',
);

/** What the partner knows from the change feed is the available stock of the catalogue. */
export function checkMirror({ partner, variants }: World, db: Reader): void {
  for (const id of variants.values()) {
    if (db.get(isDeleted, id)) continue;
    for (const { warehouseId, onHand, reserved } of stockOfVariant(db, id).warehouses) {
      const mirrored = partner.mirror.get(`${id} ${warehouseId}`);
      if (mirrored !== onHand - reserved)
        violation('the mirror differs from the stock', { id, warehouseId, mirrored, available: onHand - reserved });
    }
  }
}
