import type { Screen } from '../screen.ts';
import { bookingScreens } from './booking-queue.tsx';
import { codScreens } from './cod/cod-list.tsx';
import { orderDetailScreens } from './detail/order-detail-screens.tsx';
import { editOrderScreens } from './entry/edit-order.tsx';
import { newOrderScreens } from './entry/new-order.tsx';
import { bulkScreens } from './list/bulk-actions.tsx';
import { newOrdersScreens } from './list/new-orders.tsx';
import { listScreens } from './list/order-list.tsx';
import { csvScreens } from './list/order-list-csv.ts';
import { printScreens } from './list/print-documents.tsx';
import { packScreens } from './pack/packing-screens.tsx';

export const orderScreens: readonly Screen[] = [
  ...newOrderScreens,
  ...editOrderScreens,
  ...listScreens,
  ...newOrdersScreens,
  ...csvScreens,
  ...bulkScreens,
  ...printScreens,
  ...bookingScreens,
  ...codScreens,
  ...packScreens,
  ...orderDetailScreens,
];
