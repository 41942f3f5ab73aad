import type { LedgerFilter, LedgerKey } from '../../../domain/stock/ledger-keys.ts';
import { ledgerPage, type StoreEntry } from '../../../domain/stock/stock-history.ts';
import { bangkokSecond } from '../../../lib/calendar.ts';
import { type CsvColumns, csvStream } from '../../page/downloads.ts';
import type { StoreContext } from '../../request-context.ts';
import { variantName } from '../stock-components.tsx';

const COLUMNS: CsvColumns<StoreEntry> = {
  time: ({ time }) => bangkokSecond(time),
  variant: ({ variantId }) => variantId,
  sku: ({ sku }) => sku,
  name: variantName,
  warehouse: ({ warehouseKey }) => warehouseKey,
  on_hand_before: ({ before }) => before.onHand,
  on_hand_after: ({ after }) => after.onHand,
  reserved_before: ({ before }) => before.reserved,
  reserved_after: ({ after }) => after.reserved,
  reason: ({ reason }) => reason,
  order_number: ({ orderNumber }) => orderNumber,
  user: ({ userName }) => userName,
  document: ({ documentId }) => documentId,
};

/** The ledger as CSV. Without a filter the file is empty. */
export const ledgerCsv = (context: StoreContext, filter: LedgerFilter | undefined): Response =>
  csvStream('stock-ledger', filter ? ledgerPages(context, filter) : [], COLUMNS);

const PAGE_SIZE = 400; // entries that are read without yielding to the event loop

function* ledgerPages({ db, store }: StoreContext, filter: LedgerFilter): Generator<StoreEntry[]> {
  let after: LedgerKey | undefined;
  do {
    const { entries, next } = ledgerPage(db, store.id, { ...filter, after, limit: PAGE_SIZE });
    yield entries;
    after = next;
  } while (after);
}
