import type { Screen } from '../screen.ts';
import { bookingScreens } from './bookings/booking-queue.tsx';
import { codScreens } from './cod/cod-screens.tsx';
import { orderDetailScreens } from './detail/order-detail-screens.ts';
import { editOrderScreens } from './entry/edit-order.tsx';
import { newOrderScreens } from './entry/new-order.tsx';
import { orderListScreens } from './list/order-list-screens.ts';
import { packScreens } from './pack/packing-screens.tsx';

export const orderScreens: readonly Screen[] = [
  ...newOrderScreens,
  ...editOrderScreens,
  ...orderListScreens,
  ...bookingScreens,
  ...codScreens,
  ...packScreens,
  ...orderDetailScreens,
];
