import { hasManyVariants } from '../../domain/catalogue/product-lookup.ts';
import type { StoreContext } from '../request-context.ts';
import { fileScreens, get, largeFileScreens, type Screen, withScanner } from '../screen.ts';
import { countPrintScreens, countScreens } from './counts/count-list.tsx';
import { countSheetScreens } from './counts/count-sheet.tsx';
import { countWarehouseScreens } from './counts/count-warehouse.tsx';
import { assemblyScreens } from './documents/assembly.tsx';
import { returnScreens } from './documents/customer-return.tsx';
import { documentsFile, documentsPage } from './documents/document-list.tsx';
import { documentFile, documentPage } from './documents/document-page.tsx';
import { receiveScreens, transferScreens, writeOffScreens } from './documents/goods-screens.tsx';
import { ledgerFile } from './ledger/ledger-file.ts';
import { ofBusyUser, readLedgerQuery, storeLedgerPage } from './ledger/ledger-page.tsx';
import { lineSearchScreens } from './lines/line-search.tsx';
import { pastStockFile, pastStockPage } from './list/past-stock.tsx';
import { stockFile, stockPage } from './list/stock-list.tsx';
import { variantStockScreens } from './variant-stock.tsx';

/** For screens that read all variants of the store. The value of past stock also reads their ledgers. */
const ofManyVariants = ({ db, store }: StoreContext): boolean => hasManyVariants(db, store.id);

export const stockScreens: readonly Screen[] = [
  ...withScanner([get('/stock', 'orders or stock', stockPage, { isLarge: ofManyVariants })]),
  ...largeFileScreens('/stock/list', 'stock', stockFile),
  get('/stock/ledger', 'stock', storeLedgerPage, { isLarge: ofBusyUser }),
  ...fileScreens('/stock/ledger', 'stock', (context) => ledgerFile(context, readLedgerQuery(context).filter), {
    isLarge: ofBusyUser,
  }),
  get('/stock/past', 'stock or costs', pastStockPage, {
    isLarge: (context) => context.may('costs') || ofManyVariants(context),
  }),
  ...largeFileScreens('/stock/past', 'stock or costs', pastStockFile),
  get('/stock/documents', 'stock', documentsPage),
  ...largeFileScreens('/stock/documents', 'stock', documentsFile),
  get('/stock/documents/:id', 'stock', documentPage),
  ...largeFileScreens('/stock/documents/:id/lines', 'stock', documentFile),
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
