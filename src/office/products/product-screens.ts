import type { Screen } from '../screen.ts';
import { productDetailScreens } from './detail/product-detail-screens.ts';
import { productListScreens } from './list/product-list-screens.ts';

export const productScreens: readonly Screen[] = [...productListScreens, ...productDetailScreens];
