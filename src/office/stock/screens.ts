import { get, type Screen } from '../screen.ts';
import { countAllScreens } from './counts/all.tsx';
import { countScreens } from './counts/counts.tsx';
import { countPrintScreens } from './counts/print.tsx';
import { countSheetScreens } from './counts/sheet.tsx';
import { assemblyScreens } from './documents/assembly.tsx';
import { documentCsv, documentPage } from './documents/document.tsx';
import { documentsCsv, documentsPage } from './documents/documents.tsx';
import { receiveScreens } from './documents/receive.tsx';
import { returnScreens } from './documents/return.tsx';
import { transferScreens } from './documents/transfer.tsx';
import { writeOffScreens } from './documents/write-off.tsx';
import { ledgerCsv } from './ledger/csv.ts';
import { askedOf, storeLedger } from './ledger/ledger.tsx';
import { pastCsv, pastPage } from './shelf/past.tsx';
import { shelfCsv, shelfPage } from './shelf/shelf.tsx';
import { variantScreens } from './variant/variant.tsx';

export const stockScreens: readonly Screen[] = [
  get('/stock', 'staff', shelfPage),
  get('/stock/list.csv', 'staff', shelfCsv),
  get('/stock/ledger', 'staff', storeLedger),
  get('/stock/ledger.csv', 'staff', (visit) => ledgerCsv(visit, askedOf(visit).filter)),
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
  ...countAllScreens,
  ...countPrintScreens,
];
