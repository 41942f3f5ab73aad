import type { LedgerFilter, LedgerKey } from '../../../domain/stock/ledger-keys.ts';
import { ledgerPage, type StoreEntry } from '../../../domain/stock/stock-history.ts';
import { textCell } from '../../../domain/storefile/csv/cells.ts';
import { bangkokSecond } from '../../../lib/calendar.ts';
import { writeCsv } from '../../../lib/csv.ts';
import type { StoreContext } from '../../request-context.ts';
import { variantName } from '../stock-components.tsx';

const COLUMNS = [
  'time',
  'variant',
  'sku',
  'name',
  'warehouse',
  'on_hand_before',
  'on_hand_after',
  'reserved_before',
  'reserved_after',
  'reason',
  'order_number',
  'user',
  'document',
];

const cells = (entry: StoreEntry): (string | number | null)[] =>
  [
    bangkokSecond(entry.time),
    entry.variantId,
    entry.sku,
    variantName(entry),
    entry.warehouseKey,
    entry.before.onHand,
    entry.after.onHand,
    entry.before.reserved,
    entry.after.reserved,
    entry.reason,
    entry.orderNumber,
    entry.userName,
    entry.documentId,
  ].map((cell) => (typeof cell === 'string' ? textCell(cell) : cell));

const BATCH_ROWS = 400; // read without yielding to the event loop

/** Streams the ledger as CSV, reading it in batches. Without a filter the file is empty. */
export function ledgerCsv(context: StoreContext, filter: LedgerFilter | undefined): Response {
  let after: LedgerKey | undefined;
  const bytes = new ReadableStream<Uint8Array>({
    start: (to) => to.enqueue(Buffer.from(writeCsv(COLUMNS, []))),
    async pull(to) {
      if (!filter) return to.close();
      await new Promise((resolve) => setImmediate(resolve));
      const page = ledgerPage(context.db, context.store.id, { ...filter, after, limit: BATCH_ROWS });
      if (page.entries.length > 0) to.enqueue(Buffer.from(rowsOnly(page.entries.map(cells))));
      after = page.next;
      if (!after) to.close();
    },
  });
  return new Response(bytes, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="stock-ledger.csv"',
    },
  });
}

/** CSV rows without the byte order mark and header. */
const rowsOnly = (rows: readonly (readonly (string | number | null)[])[]): string =>
  writeCsv([], rows).replace(/^\uFEFF?(\r\n)?/, '');
