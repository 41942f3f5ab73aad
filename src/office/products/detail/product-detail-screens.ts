import { get, type Screen } from '../../screen.ts';
import { deletedScreens } from '../deleted-products.tsx';
import { pullScreens } from '../pull-product.tsx';
import { partScreens } from './bundle-actions.ts';
import { newProductScreens } from './new-product.tsx';
import { newVariantScreens } from './new-variant.tsx';
import { pictureScreens } from './picture-actions.ts';
import { deletionScreens, formScreens } from './product-actions.ts';
import { productPage } from './product-page.tsx';
import { variantPictureScreens, variantScreens } from './variant-actions.ts';

/** A product's pages. Fixed paths come before those with an id in their place. */
export const productDetailScreens: readonly Screen[] = [
  ...newProductScreens,
  ...deletedScreens,
  ...pullScreens,
  get('/products/:id', 'staff', (context) => productPage(context)),
  ...formScreens,
  ...pictureScreens,
  ...newVariantScreens,
  ...variantScreens,
  ...variantPictureScreens,
  ...partScreens,
  ...deletionScreens,
];
