import type { Screen } from '../screen.ts';
import { bookingScreens } from './bookings/screens.tsx';
import { codScreens } from './cod/screens.tsx';
import { orderDetailScreens } from './detail/screens.ts';
import { entryScreens } from './entry/screens.ts';
import { orderListScreens } from './list/screens.ts';
import { packScreens } from './pack/screens.tsx';

export const orderScreens: readonly Screen[] = [
  ...entryScreens,
  ...orderListScreens,
  ...bookingScreens,
  ...codScreens,
  ...packScreens,
  ...orderDetailScreens,
];
