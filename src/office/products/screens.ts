import { productListScreens } from './list/screens.ts';
import type { Screen } from '../screen.ts';
import { productDetailScreens } from './detail-screens.ts';

export const productScreens: readonly Screen[] = [...productListScreens, ...productDetailScreens];
