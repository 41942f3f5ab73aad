import type { Database } from '../../src/db/database.ts';
import { openDatabase } from '../../src/db/open.ts';
import { indexedUpTo, indexOrders } from '../../src/domain/orders/list/index-rows.ts';

/** The newest orders of the store that are still open. */
export const OPEN = 2_000;
const MINUTE = 60_000;
const GIVEN = ['สมชาย', 'สมหญิง', 'วิชัย', 'ประเสริฐ', 'มาลี', 'สุดา', 'กิตติ', 'อารีย์', 'ณัฐพล', 'พิมพ์ชนก', 'ธนากร', 'จิราภรณ์'];
const MORE = ['วรรณา', 'ศิริพร', 'อนุชา', 'ปิยะ', 'นภัสสร', 'ชลธิชา', 'ธีรภัทร', 'กมลวรรณ', 'Somchai', 'Napat', 'สุรชัย', 'บุญมี'];
const STARTS = [
  'ใจ',
  'ทอง',
  'ศรี',
  'วงศ์',
  'แก้ว',
  'บุญ',
  'เจริญ',
  'รัตน',
  'สุข',
  'พันธ์',
  'ชัย',
  'มงคล',
  'ประ',
  'อินทร',
  'จันทร์',
  'เพชร',
];
const ENDS = [
  'ดี',
  'คำ',
  'สวัสดิ์',
  'สกุล',
  'กุล',
  'มาก',
  'พงษ์',
  'สมบัติ',
  'วัฒน์',
  'เลิศ',
  'รุ่งเรือง',
  'ทิพย์',
  'ชาติ',
  'พร',
  'นุกูล',
  'วิไล',
];

/**
 * Writes so many orders into a database that has a store with a catalogue and none yet: a year or two of a busy one, a
 * minute apart, nearly all of them completed. Their stock is not moved: only the list reads them.
 */
export function writeManyOrders(file: string, count: number, now: number): void {
  const { db } = openDatabase(file, { create: false });
  db.exec('PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF; BEGIN');
  writeNames(db);
  db.exec(rowsOf(count, now));
  db.exec('COMMIT');
  while (indexedUpTo(db) < count) {
    db.run('BEGIN');
    indexOrders(db, 20_000);
    db.run('COMMIT');
  }
  db.get('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
}

function writeNames(db: Database): void {
  db.exec(
    'CREATE TEMP TABLE given (k INTEGER PRIMARY KEY, name TEXT); CREATE TEMP TABLE family (k INTEGER PRIMARY KEY, name TEXT)',
  );
  for (const [i, name] of [...GIVEN, ...MORE].entries()) db.run('INSERT INTO given VALUES (?, ?)', i, name);
  const families = STARTS.flatMap((start) =>
    ENDS.flatMap((end) => ['', 'ธรรม', 'ชัย'].map((more) => start + end + more)),
  );
  for (const [i, name] of families.entries()) db.run('INSERT INTO family VALUES (?, ?)', i, name);
}

/** What became of order `i`: the newest are open, of the others some were canceled. */
function rowsOf(count: number, now: number): string {
  const isOpen = `i > ${count - OPEN}`;
  const closed = `CASE WHEN i % 40 = 0 THEN 'canceled' WHEN i % 41 = 0 THEN 'expired' ELSE 'completed' END`;
  const time = `${now} - (${count} - i) * ${MINUTE}`;
  const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;
  const address = `(SELECT max(version) FROM addresses)`;
  return `
    CREATE TEMP TABLE first AS SELECT (SELECT id FROM stores) AS store, coalesce(${address}, 0) AS address,
      (SELECT min(id) FROM variants) AS variant, (SELECT count(*) FROM variants) AS variants,
      (SELECT min(id) FROM warehouses) AS warehouse, (SELECT min(id) FROM channels) AS channel;
    ${numbers} INSERT INTO addresses (version, store_id, is_primary, create_time, name, telephone, telephone_key, postal_code)
      SELECT first.address + i, first.store, 0, ${time}, given.name || ' ' || family.name,
        printf('0%d%08d', 8 + i % 2, i * 2654435761 % 100000000), printf('0%d%08d', 8 + i % 2, i * 2654435761 % 100000000), 50200
      FROM n, first JOIN given ON given.k = i * 7919 % ${GIVEN.length + MORE.length} JOIN family ON family.k = i * 104729 % 768;
    ${numbers} INSERT INTO orders (id, store_id, order_number, channel_id, external_order_id, status, stage, shipping_type, sales_channel,
        recipient_address, sender_name, subtotal, discount, shipping_fee, other_fee, is_cod, total, ship_before_pay,
        auto_request_xshipping, order_time, create_time, update_time, ship_deadline_time, paid_time, live_shipments)
      SELECT i, store, i, channel, iif(i % 2 = 0, 'SHOP-' || i, NULL), iif(${isOpen}, 'open', ${closed}),
        iif(${isOpen}, CASE i % 3 WHEN 0 THEN 'unpaid' WHEN 1 THEN 'to_pack' ELSE 'shipped' END, ${closed}),
        iif(i % 2, 'ems', 'flash'), CASE i % 4 WHEN 0 THEN 'facebook' WHEN 1 THEN 'line' WHEN 2 THEN 'shopee' ELSE 'website' END,
        address + i, 'ร้าน', 1000000, 0, 0, 0, 0, 1000000, 0, 1, ${time}, ${time}, ${time},
        ${time} + 86400000, iif(${isOpen} AND i % 3 = 0, NULL, ${time}), NOT (${isOpen}) OR i % 3 = 2 FROM n, first;
    ${numbers}, two(t) AS (VALUES (0), (1))
      INSERT INTO order_lines (id, order_id, product_id, variant_id, name, variant_name, sku, qty, price, amount)
      SELECT i * 2 + t, i, v.product_id, v.id, 'กาแฟคั่วบด', v.name, v.sku, 1, 500000, 500000
      FROM n CROSS JOIN two CROSS JOIN first CROSS JOIN variants v ON v.id = variant + (i * 7 + t) % variants;
    ${numbers} INSERT INTO payments (order_id, method, amount, status, create_time)
      SELECT i, 'transfer', 1000000, iif(${isOpen} AND i % 3 = 0, 'notified', 'confirmed'), ${time} FROM n
      WHERE NOT (${isOpen}) OR i % 3 > 0 OR i % 9 = 0;
    ${numbers} INSERT INTO shipments (id, order_id, shipping_type, tracking_number, status, create_time, book_time, ship_time)
      SELECT i, i, 'ems', printf('EX%09dTH', i),
        CASE WHEN ${isOpen} THEN 'in_transit' WHEN i % 50 = 7 THEN 'returned' ELSE 'delivered' END, ${time}, ${time}, ${time}
      FROM n WHERE i % 3 = 2 OR NOT (${isOpen}) AND i % 40 > 0 AND i % 41 > 0;
    INSERT INTO shipment_items SELECT s.id, l.id, l.variant_id, warehouse, 1
      FROM shipments s JOIN order_lines l ON l.order_id = s.order_id, first;
    UPDATE orders SET to_take_in = 1 WHERE id IN (SELECT order_id FROM shipments WHERE status = 'returned');
    INSERT INTO bookings (order_id, store_id, shipping_type, key, status, reason, create_time)
      SELECT id, store_id, shipping_type, 'key' || id, 'failed', 'no such postal code', create_time
      FROM orders WHERE stage = 'to_pack' AND id % 15 = 1;
    UPDATE store_counters SET last_order_number = ${count};
    UPDATE sales_summed SET order_id = ${count};`;
}
