import type { Reader } from '../../db/reader.ts';
import { command, type Query, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';

// The only writer of alert_positions. Rows of these tables are never deleted, so each fact is read once.

const NEWEST = {
  orders: query<{ id: number | null }>({ reads: ['orders'] }, 'SELECT max(id) AS id FROM orders'),
  payments: query<{ id: number | null }>({ reads: ['payments'] }, 'SELECT max(id) AS id FROM payments'),
  order_history: query<{ id: number | null }>({ reads: ['order_history'] }, 'SELECT max(id) AS id FROM order_history'),
  audit_log: query<{ id: number | null }>({ reads: ['audit_log'] }, 'SELECT max(id) AS id FROM audit_log'),
  stock_ledger: query<{ id: number | null }>({ reads: ['stock_ledger'] }, 'SELECT max(id) AS id FROM stock_ledger'),
} satisfies Record<string, Query<{ id: number | null }>>;

export type Source = keyof typeof NEWEST;

const SOURCES = Object.keys(NEWEST) as Source[];

const newestId = (db: Reader, source: Source): number => db.get(NEWEST[source])?.id ?? 0;

const storedPosition = query<{ position: number }>(
  { reads: ['alert_positions'] },
  'SELECT position FROM alert_positions WHERE source = ?',
);

/** The id of the last row that was read. */
export const positionOf = (db: Reader, source: Source): number => db.get(storedPosition, source)?.position ?? 0;

export const isBehind = (db: Reader, source: Source): boolean => newestId(db, source) > positionOf(db, source);

const putPosition = command(
  { writes: ['alert_positions'] },
  'INSERT INTO alert_positions VALUES (?, ?) ON CONFLICT DO UPDATE SET position = excluded.position',
);

export const moveTo = (tx: WriteTx, source: Source, position: number): number => tx.run(putPosition, source, position);

/** Skips everything that has happened so far. */
export function skipPast(tx: WriteTx): void {
  for (const source of SOURCES) moveTo(tx, source, newestId(tx, source));
}
