import type { Screen } from '../../screen.ts';
import { editOrderScreens } from './edit-order.tsx';
import { newOrderScreens } from './new-order.tsx';

export const entryScreens: readonly Screen[] = [...newOrderScreens, ...editOrderScreens];
