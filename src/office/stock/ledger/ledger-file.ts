import type { LedgerFilter, LedgerKey } from '../../../domain/stock/ledger-keys.ts';
import { ledgerPage, type StoreEntry } from '../../../domain/stock/stock-history.ts';
import { idText } from '../../../lib/ids.ts';
import { type Columns, type ListFile, longListFile, secondColumn } from '../../page/list-file.ts';
import type { StoreContext } from '../../request-context.ts';
import { variantColumns } from '../stock-components.tsx';
import { documentKindLabels, movementLabel } from '../stock-labels.ts';
import { stockTexts } from '../stock-texts.ts';
import { warehouseNames } from '../warehouse-options.ts';

function columnsOf(context: StoreContext): Columns<StoreEntry> {
  const { language } = context;
  const t = stockTexts(language);
  const kinds = documentKindLabels(language);
  const nameOf = warehouseNames(context);
  return {
    [t.time]: secondColumn(({ time }) => time),
    ...variantColumns(context),
    [t.warehouse]: ({ warehouseId }) => nameOf(warehouseId),
    [t.onHandBefore]: ({ before }) => before.onHand,
    [t.onHandAfter]: ({ after }) => after.onHand,
    [t.reservedBefore]: ({ before }) => before.reserved,
    [t.reservedAfter]: ({ after }) => after.reserved,
    [t.reason]: (entry) => movementLabel(language, entry),
    [t.order]: ({ orderNumber, orderId, documentOrderNumber }) =>
      orderNumber ?? documentOrderNumber ?? (orderId === null ? null : t.otherStoreOrder),
    [t.by]: ({ userId, userName }) => userName ?? (userId === null ? null : idText(userId)),
    [t.document]: ({ documentId, documentKind }) =>
      documentId === null || documentKind === null ? null : t.documentNumber(kinds[documentKind], idText(documentId)),
  };
}

/** The ledger as a file. Without a filter it is empty. */
export const ledgerFile = (context: StoreContext, filter: LedgerFilter | undefined): ListFile =>
  longListFile(
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
