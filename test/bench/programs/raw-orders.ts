import Sqlite from 'better-sqlite3';
import { openTestDatabase } from '../../sql.ts';

/**
 * Writes only the rows of an order create: copies of the newest order, in groups of 64. Run as `raw-orders FILE
 * SECONDS`; prints the orders per second.
 */
const GROUP = 64;
const SETTINGS = [
  'synchronous',
  'foreign_keys',
  'mmap_size',
  'journal_size_limit',
  'wal_autocheckpoint',
  'cache_size',
  'temp_store',
];
const [file = '', seconds = ''] = process.argv.slice(2);

type Row = Record<string, string | number | null>;

const sqlite = openLikeRaan(file);
let newestEntry = Number(rows('SELECT max(id) AS last FROM stock_ledger')[0]?.last);
const writeOrder = orderWriter();
const begin = sqlite.prepare('BEGIN IMMEDIATE');
const commit = sqlite.prepare('COMMIT');

const start = performance.now();
const end = start + Number(seconds) * 1_000;
let orders = 0;
while (performance.now() < end) {
  begin.run();
  for (let i = 0; i < GROUP; i += 1) writeOrder();
  commit.run();
  orders += GROUP;
}
console.log((orders * 1_000) / (performance.now() - start));
sqlite.close();

/** A bare connection with the schema and settings of raan. */
function openLikeRaan(file: string): Sqlite.Database {
  const db = openTestDatabase(file);
  const settings = SETTINGS.map((name) => `${name} = ${Object.values(db.raw.pragma<object>(name) ?? {})[0]}`);
  db.close();
  const sqlite = new Sqlite(file);
  sqlite.pragma('journal_mode = WAL');
  for (const setting of settings) sqlite.pragma(setting);
  return sqlite;
}

function rows(sql: string, ...values: unknown[]): Row[] {
  return sqlite.prepare<unknown[], Row>(sql).all(...values);
}

/** An insert of copies of `row` with new values in the `changed` columns. */
function inserter(table: string, row: Row, ...changed: string[]): (...values: number[]) => void {
  const columns = Object.keys(row);
  const bound = Object.values(row);
  const places = changed.map((column) => columns.indexOf(column));
  const insert = sqlite.prepare(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  return (...values) => {
    for (let i = 0; i < places.length; i += 1) bound[places[i] as number] = values[i] as number;
    insert.run(bound);
  };
}

function orderWriter(): () => void {
  const order = rows('SELECT * FROM orders ORDER BY id DESC LIMIT 1')[0] as Row;
  const address = rows('SELECT * FROM addresses WHERE version = ?', order.recipient_address)[0] as Row;
  const lines = rows('SELECT * FROM order_lines WHERE order_id = ? ORDER BY id', order.id).map((line) =>
    lineWriter(line),
  );
  const next = {
    order: Number(order.id),
    number: Number(order.order_number),
    address: Number(rows('SELECT max(version) AS last FROM addresses')[0]?.last),
    line: Number(rows('SELECT max(id) AS last FROM order_lines')[0]?.last),
  };
  const count = sqlite.prepare(
    `UPDATE store_counters SET last_order_number = last_order_number + 1, quota_used = quota_used + 1 WHERE store_id = ?`,
  );
  const insertAddress = inserter('addresses', address, 'version');
  const insertOrder = inserter('orders', order, 'id', 'order_number', 'recipient_address');
  return () => {
    count.run(order.store_id);
    insertAddress(++next.address);
    insertOrder(++next.order, ++next.number, next.address);
    for (const writeLine of lines) writeLine(++next.line, next.order);
  };
}

/** Writes a copy of the line with its stock, ledger row and reservation. */
function lineWriter(line: Row): (id: number, orderId: number) => void {
  const reservation = rows('SELECT * FROM reservations WHERE line_id = ?', line.id)[0] as Row;
  const { variant_id, warehouse_id, qty } = reservation;
  const stock = rows(
    'SELECT * FROM stock WHERE variant_id = ? AND warehouse_id = ?',
    variant_id,
    warehouse_id,
  )[0] as Row;
  const ledger = rows('SELECT * FROM stock_ledger WHERE id = ?', stock.newest_entry)[0] as Row;
  let time = Number(ledger.time);
  let previous = Number(ledger.id);
  let reserved = Number(ledger.reserved_after);
  const insertLine = inserter('order_lines', line, 'id', 'order_id');
  const moveStock = sqlite.prepare(
    `UPDATE stock INDEXED BY sqlite_autoindex_stock_1 SET reserved = reserved + ?, update_time = ?, newest_entry = ?
     WHERE is_fast_moving = ? AND variant_id = ? AND warehouse_id = ?`,
  );
  const ledgerColumns = ['id', 'previous', 'time', 'reserved_before', 'reserved_after', 'order_id'];
  const insertLedger = inserter('stock_ledger', ledger, ...ledgerColumns);
  const insertReservation = inserter('reservations', reservation, 'line_id');
  return (id, orderId) => {
    const before = reserved;
    time += 1;
    reserved += Number(qty);
    insertLine(id, orderId);
    newestEntry += 1;
    insertLedger(newestEntry, previous, time, before, reserved, orderId);
    previous = newestEntry;
    moveStock.run(qty, time, previous, stock.is_fast_moving, variant_id, warehouse_id);
    insertReservation(id);
  };
}
