import { get, type Screen } from '../screen.ts';
import { assemblyScreens } from './assembly.tsx';
import { countPrintScreens } from './count-print.tsx';
import { countSheetScreens } from './count-sheet.tsx';
import { countScreens } from './counts.tsx';
import { documentCsv, documentPage } from './document.tsx';
import { documentsCsv, documentsPage } from './documents.tsx';
import { storeFilter, storeLedger } from './ledger.tsx';
import { ledgerCsv } from './ledger-csv.ts';
import { pastCsv, pastPage } from './past.tsx';
import { receiveScreens } from './receive.tsx';
import { returnScreens } from './return.tsx';
import { shelfCsv, shelfPage } from './shelf.tsx';
import { transferScreens } from './transfer.tsx';
import { variantScreens } from './variant.tsx';
import { writeOffScreens } from './write-off.tsx';

export const stockScreens: readonly Screen[] = [
  get('/stock', 'staff', shelfPage),
  get('/stock/list.csv', 'staff', shelfCsv),
  get('/stock/ledger', 'staff', storeLedger),
  get('/stock/ledger.csv', 'staff', (visit) => ledgerCsv(visit, storeFilter(visit))),
  get('/stock/past', 'staff', pastPage),
  get('/stock/past.csv', 'staff', pastCsv),
  get('/stock/documents', 'staff', documentsPage),
  get('/stock/documents.csv', 'staff', documentsCsv),
  get('/stock/documents/:id', 'staff', documentPage),
  get('/stock/documents/:id/lines.csv', 'staff', documentCsv),
  ...variantScreens,
  ...receiveScreens,
  ...returnScreens,
  ...writeOffScreens,
  ...transferScreens,
  ...assemblyScreens,
  ...countScreens,
  ...countSheetScreens,
  ...countPrintScreens,
];
