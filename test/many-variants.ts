import { tamper } from './sql.ts';
import { cafe, openShop, type Shop } from './support.ts';

const TIERS_AND_WAREHOUSES = 17;

const listed = (word: string, change: (i: number) => object = () => ({})) =>
  Array.from({ length: TIERS_AND_WAREHOUSES }, (_, i) => ({ key: `${word}${i}`, name: `${word} ${i}`, ...change(i) }));

/** A product of one variant. */
export const single = (key: string, name: string) => ({
  key,
  name,
  variants: [{ key: `${key}1`, name: '1', sku: `${key}-0001`, prices: { tier0: '10' }, stock: { warehouse0: 1 } }],
});

/** A shop with these products, 17 price tiers and 17 warehouses. */
export const openWideShop = (products: readonly object[]): Promise<Shop> =>
  openShop({
    stores: [
      cafe({ price_tiers: listed('tier', (i) => ({ default: i === 0 })), warehouses: listed('warehouse'), products }),
    ],
  });

/**
 * Adds variants named `2`, `3` … `count` to a product of one variant, with the SKUs `<key>-0002` … Variant `i` has a price
 * of 10 baht and `i` satang in each tier, and one unit in each warehouse.
 */
export function addVariants({ ctx }: Pick<Shop, 'ctx'>, key: string, count: number): void {
  tamper(
    ctx,
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
     INSERT INTO variants (store_id, product_id, key, name, sku, folded_name, folded_sku, create_time, update_time)
     SELECT store_id, id, key || '-' || i, i, printf('%s-%04d', key, i), i, lower(printf('%s-%04d', key, i)), create_time, create_time FROM products, n WHERE key = ? AND i > 1`,
    key,
  );
  tamper(
    ctx,
    `INSERT OR IGNORE INTO prices (variant_id, price_tier_id, price)
     SELECT v.id, t.id, 100000 + 100 * v.name FROM variants v JOIN products p ON p.id = v.product_id, price_tiers t
     WHERE p.key = ?`,
    key,
  );
  tamper(
    ctx,
    `INSERT OR IGNORE INTO stock (variant_id, warehouse_id, on_hand)
     SELECT v.id, w.id, 1 FROM variants v JOIN products p ON p.id = v.product_id, warehouses w WHERE p.key = ?`,
    key,
  );
}
