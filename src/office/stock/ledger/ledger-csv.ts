import type { LedgerFilter, LedgerKey } from '../../../domain/stock/ledger-keys.ts';
import { ledgerPage, type StoreEntry } from '../../../domain/stock/stock-history.ts';
import { bangkokSecond } from '../../../lib/calendar.ts';
import { idText } from '../../../lib/ids.ts';
import { type CsvColumns, csvStream } from '../../page/downloads.ts';
import type { StoreContext } from '../../request-context.ts';
import { variantColumns } from '../stock-components.tsx';
import { documentKindLabels, movementLabel } from '../stock-labels.ts';
import { stockTexts } from '../stock-texts.ts';
import { warehouseNames } from '../warehouse-options.ts';

function columnsOf(context: StoreContext): CsvColumns<StoreEntry> {
  const { language } = context;
  const t = stockTexts(language);
  const kinds = documentKindLabels(language);
  const nameOf = warehouseNames(context);
  return {
    [t.time]: ({ time }) => bangkokSecond(time),
    ...variantColumns(context),
    [t.warehouse]: ({ warehouseId }) => nameOf(warehouseId),
    [t.onHandBefore]: ({ before }) => before.onHand,
    [t.onHandAfter]: ({ after }) => after.onHand,
    [t.reservedBefore]: ({ before }) => before.reserved,
    [t.reservedAfter]: ({ after }) => after.reserved,
    [t.reason]: (entry) => movementLabel(language, entry),
    [t.order]: ({ orderNumber, orderId }) => orderNumber ?? (orderId === null ? null : t.otherStoreOrder),
    [t.by]: ({ userId, userName }) => userName ?? (userId === null ? null : idText(userId)),
    [t.document]: ({ documentId, documentKind }) =>
      documentId === null || documentKind === null ? null : t.documentNumber(kinds[documentKind], idText(documentId)),
  };
}

/** The ledger as CSV. Without a filter the file is empty. */
export const ledgerCsv = (context: StoreContext, filter: LedgerFilter | undefined): Response =>
  csvStream(
    stockTexts(context.language).ledger,
    filter ? ledgerPages(context, filter) : [],
    columnsOf(context),
    'stock-ledger',
  );

const PAGE_SIZE = 400; // entries that are read without yielding to the event loop

function* ledgerPages({ db, store }: StoreContext, filter: LedgerFilter): Generator<StoreEntry[]> {
  let after: LedgerKey | undefined;
  do {
    const { entries, next } = ledgerPage(db, store.id, { ...filter, after, limit: PAGE_SIZE });
    yield entries;
    after = next;
  } while (after);
}
