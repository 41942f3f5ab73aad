import { openTestDatabase, sql } from '../sql.ts';

/** The rows that one order of two lines adds, by table; programs/raw-orders.ts writes the same. */
const ROWS_OF_AN_ORDER = { addresses: 1, order_lines: 2, orders: 1, reservations: 2, stock_ledger: 2 };

/** Tables that a server also writes without orders, and those of the search indexes. */
const OTHER_TABLES = /^(tokens|first_run|channel_(calls|days)|(variant_words|order_search).*)$/;

/** The number of rows in each table. */
export function countRows(file: string): Map<string, number> {
  const db = openTestDatabase(file);
  const tables = db
    .all(sql<{ name: string }>(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`))
    .filter(({ name }) => !OTHER_TABLES.test(name));
  const counts = tables.map(({ name }) => {
    const count = db.get(sql<{ count: number }>(`SELECT count(*) AS count FROM ${name}`))?.count ?? 0;
    return [name, count] as const;
  });
  db.close();
  return new Map(counts);
}

/** @throws if an order did not write the rows of the raw comparison */
export function checkRowsOfAnOrder(before: Map<string, number>, after: Map<string, number>): void {
  const added = [...after].map(([name, count]) => [name, count - (before.get(name) ?? 0)] as const);
  const written = JSON.stringify(Object.fromEntries(added.filter(([, count]) => count > 0)));
  if (written !== JSON.stringify(ROWS_OF_AN_ORDER))
    throw new Error(`an order now adds ${written}: update programs/raw-orders.ts and row-counts.ts`);
}
