import type { Screen } from '../../screen.ts';
import { editOrderScreens } from './edit.tsx';
import { newOrderScreens } from './new.tsx';

export const entryScreens: readonly Screen[] = [...newOrderScreens, ...editOrderScreens];
