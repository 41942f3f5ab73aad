import { get, type Screen } from '../../screen.ts';
import { deletedScreens } from '../deleted.tsx';
import { pullScreens } from '../pull.tsx';
import { deletionScreens, formScreens } from './acts.ts';
import { newProductScreens } from './new.tsx';
import { newVariantScreens } from './new-variant.tsx';
import { productPage } from './page.tsx';
import { partScreens } from './part-acts.ts';
import { pictureScreens } from './picture-acts.ts';
import { variantPictureScreens, variantScreens } from './variant-acts.ts';

/** A product's pages. Fixed paths come before those with an id in their place. */
export const productDetailScreens: readonly Screen[] = [
  ...newProductScreens,
  ...deletedScreens,
  ...pullScreens,
  get('/products/:id', 'staff', (visit) => productPage(visit)),
  ...formScreens,
  ...pictureScreens,
  ...newVariantScreens,
  ...variantScreens,
  ...variantPictureScreens,
  ...partScreens,
  ...deletionScreens,
];
