import { collationKey } from '../../../src/lib/name-order.ts';
import { change, sql, type TestDatabase } from '../../sql.ts';
import { bulkWrite } from '../bulk-write.ts';
import { KINDS_OF_GOODS, ORIGINS, SIZES, VARIETIES } from './product-words.ts';

const DESCRIPTION = `'เมล็ดคัดพิเศษจากไร่ที่เรารู้จักชื่อคนปลูก หอมช็อกโกแลตและถั่ว ส่งใหม่ทุกสัปดาห์ เก็บได้นานหกเดือนในที่แห้ง'`;
const WORDS = { kind: KINDS_OF_GOODS, origin: ORIGINS, variety: VARIETIES, size: SIZES };
const RATES = `'[{"shippingType":"ems","first":450000,"eachMore":125000}]'`;

/**
 * Writes products of four variants each, with prices in each tier and stock in each warehouse, into a database with a
 * store and no products.
 * @param time their creation time, before the first order
 */
export function writeManyProducts(file: string, count: number, time: number): void {
  bulkWrite(file, (db) => {
    for (const [table, words] of Object.entries(WORDS)) writeWords(db, table, words);
    db.exec(rowsOf(count, time));
    for (const { id, name } of db.all(sql<{ id: number; name: string }>('SELECT id, name FROM products')))
      db.run(change('UPDATE products SET collation_key = ? WHERE id = ?'), collationKey(name), id);
  });
}

function writeWords(db: TestDatabase, table: string, words: readonly string[]): void {
  db.exec(`CREATE TEMP TABLE ${table} (k INTEGER PRIMARY KEY, word TEXT)`);
  for (const [k, word] of words.entries()) db.run(change(`INSERT INTO ${table} VALUES (?, ?)`), k, word);
}

/** The names contain only Thai letters and ASCII, because SQLite's `lower` folds these as raan does. */
const rowsOf = (count: number, time: number): string => `
  WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1}),
    named AS (SELECT i, kind.word || ' ' || origin.word || ' ' || variety.word AS name FROM n
      JOIN kind ON kind.k = i % ${KINDS_OF_GOODS.length} JOIN origin ON origin.k = i / ${KINDS_OF_GOODS.length} % ${ORIGINS.length}
      JOIN variety ON variety.k = (i / ${KINDS_OF_GOODS.length * ORIGINS.length} + i) % ${VARIETIES.length})
    INSERT INTO products (store_id, key, name, folded_name, collation_key, description, shipping_rates, create_time, update_time)
    SELECT (SELECT id FROM stores), 'made' || i, name, lower(name), '', ${DESCRIPTION}, ${RATES}, ${time} + i, ${time} + i * 7919 % 999983
    FROM named ORDER BY i;
  WITH two(t) AS (VALUES (1), (2)), picture AS (SELECT id, t, 'https://img.example/' || key || '-' || t AS url FROM products, two)
    INSERT INTO product_images SELECT id, t - 1, url || '.jpg', url || '-240.jpg', url || '-48.jpg' FROM picture ORDER BY id, t;
  INSERT INTO variants (store_id, product_id, key, name, sku, folded_name, folded_sku, image_url, cost, weight, create_time, update_time)
    SELECT store_id, id, key || 'v' || k, word, printf('TH-%05d-%d', id, k), lower(word), printf('th-%05d-%d', id, k), 'https://img.example/' || key || 'v' || k || '.jpg',
      900000 + k * 800000, 250 * (k + 1), create_time, create_time
    FROM products CROSS JOIN size ORDER BY id, k;
  INSERT INTO prices (variant_id, price_tier_id, price)
    SELECT v.id, t.id, cost + 700000 - 100000 * NOT is_default FROM variants v CROSS JOIN price_tiers t ORDER BY v.id, t.id;
  INSERT INTO stock (variant_id, warehouse_id, on_hand, update_time, newest_entry)
    SELECT v.id, w.id, 1000000, ${time}, row_number() OVER (ORDER BY v.id, w.id) FROM variants v CROSS JOIN warehouses w;
  INSERT INTO stock_ledger (id, variant_id, warehouse_id, time, on_hand_before, on_hand_after, reserved_before, reserved_after, reason)
    SELECT newest_entry, variant_id, warehouse_id, update_time, 0, on_hand, 0, 0, 'system_init' FROM stock ORDER BY 1;`;
