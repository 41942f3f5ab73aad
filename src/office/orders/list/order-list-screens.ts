import type { Screen } from '../../screen.ts';
import { bulkScreens } from './bulk-actions.tsx';
import { newOrdersScreens } from './new-orders.tsx';
import { listScreens } from './order-list.tsx';
import { csvScreens } from './order-list-csv.ts';
import { printScreens } from './print-documents.tsx';

export const orderListScreens: readonly Screen[] = [
  ...listScreens,
  ...newOrdersScreens,
  ...csvScreens,
  ...bulkScreens,
  ...printScreens,
];
