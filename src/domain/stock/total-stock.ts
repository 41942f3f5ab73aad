import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { Id } from '../../lib/ids.ts';
import type { Level } from './ledger.ts';

/** The sum of the variants' own stock in all warehouses. Bundles and pulled variants have none. */
export function totalStock(db: Reader, variantIds: readonly Id[]): Level {
  const ids = JSON.stringify(variantIds);
  const { onHand, reserved } = db.get(storedStock, ids) ?? { onHand: 0, reserved: 0 };
  return { onHand: onHand + (db.get(countedChange, ids)?.onHand ?? 0), reserved };
}

// The view `current_stock` looks for a count that is being applied at each row. Over 34,000 rows, 2,000 variants in 17
// warehouses, it takes 40 ms; these two queries take 6 ms.

const OWN_STOCK_IN_USE = `v.is_bundle = 0 AND v.pulled_from_variant_id IS NULL
     AND s.warehouse_id NOT IN (SELECT id FROM warehouses WHERE remove_time IS NOT NULL)`;

/** Reads the primary key of `stock`, which needs its first column. */
const storedStock = query<Level>(
  { reads: ['stock', 'variants', 'warehouses'] },
  `SELECT coalesce(sum(s.on_hand), 0) AS onHand, coalesce(sum(s.reserved), 0) AS reserved
   FROM json_each(?) c CROSS JOIN variants v ON v.id = c.value
     CROSS JOIN stock s ON s.is_fast_moving IN (0, 1) AND s.variant_id = v.id
   WHERE ${OWN_STOCK_IN_USE}`,
);

/** Remaining changes of the count that is being applied. */
const countedChange = query<Pick<Level, 'onHand'>>(
  { reads: ['count_lines', 'stock', 'stock_documents', 'variants', 'warehouses'] },
  `SELECT coalesce(sum(l.counted + l.kept - s.on_hand), 0) AS onHand
   FROM stock_documents d CROSS JOIN count_lines l ON l.document_id = d.id AND l.applied = 0
     JOIN variants v ON v.id = l.variant_id
     JOIN stock s ON s.variant_id = l.variant_id AND s.warehouse_id = d.warehouse_id
   WHERE d.applying = 1 AND l.variant_id IN (SELECT value FROM json_each(?)) AND ${OWN_STOCK_IN_USE}`,
);
