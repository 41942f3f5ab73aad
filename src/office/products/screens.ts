import type { Screen } from '../screen.ts';
import { productDetailScreens } from './detail/screens.ts';
import { productListScreens } from './list/screens.ts';

export const productScreens: readonly Screen[] = [...productListScreens, ...productDetailScreens];
