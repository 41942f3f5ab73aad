import { hasManyVariants } from '../../domain/catalogue/product-lookup.ts';
import type { StoreContext } from '../request-context.ts';
import { get, largeFile, type Screen, withScanner } from '../screen.ts';
import { countPrintScreens, countScreens } from './counts/count-list.tsx';
import { countSheetScreens } from './counts/count-sheet.tsx';
import { countWarehouseScreens } from './counts/count-warehouse.tsx';
import { assemblyScreens } from './documents/assembly.tsx';
import { returnScreens } from './documents/customer-return.tsx';
import { documentsCsv, documentsPage } from './documents/document-list.tsx';
import { documentCsv, documentPage } from './documents/document-page.tsx';
import { receiveScreens, transferScreens, writeOffScreens } from './documents/goods-screens.tsx';
import { ledgerCsv } from './ledger/ledger-csv.ts';
import { ofBusyUser, readLedgerQuery, storeLedgerPage } from './ledger/ledger-page.tsx';
import { lineSearchScreens } from './lines/line-search.tsx';
import { pastStockCsv, pastStockPage } from './list/past-stock.tsx';
import { stockCsv, stockPage } from './list/stock-list.tsx';
import { variantStockScreens } from './variant-stock.tsx';

/** For screens that read all variants of the store. */
const ofManyVariants = ({ db, store }: StoreContext): boolean => hasManyVariants(db, store.id);

export const stockScreens: readonly Screen[] = [
  ...withScanner([get('/stock', 'stock', stockPage, { isLarge: ofManyVariants })]),
  largeFile('/stock/list.csv', 'stock', stockCsv),
  get('/stock/ledger', 'stock', storeLedgerPage, { isLarge: ofBusyUser }),
  get('/stock/ledger.csv', 'stock', (context) => ledgerCsv(context, readLedgerQuery(context).filter), {
    isLarge: ofBusyUser,
  }),
  get('/stock/past', 'stock', pastStockPage, { isLarge: ofManyVariants }),
  largeFile('/stock/past.csv', 'stock', pastStockCsv),
  get('/stock/documents', 'stock', documentsPage),
  largeFile('/stock/documents.csv', 'stock', documentsCsv),
  get('/stock/documents/:id', 'stock', documentPage),
  largeFile('/stock/documents/:id/lines.csv', 'stock', documentCsv),
  ...variantStockScreens,
  ...receiveScreens,
  ...returnScreens,
  ...writeOffScreens,
  ...transferScreens,
  ...assemblyScreens,
  ...countScreens,
  ...countSheetScreens,
  ...countWarehouseScreens,
  ...countPrintScreens,
  ...lineSearchScreens,
];
