import { get, type Screen } from '../screen.ts';
import { deletedScreens } from './deleted.tsx';
import { productPage } from './detail.tsx';
import { deletionScreens, formScreens } from './detail-acts.ts';
import { newProductScreens } from './detail-new.tsx';
import { newVariantScreens } from './detail-new-variant.tsx';
import { partScreens } from './detail-part-acts.ts';
import { pictureScreens } from './detail-picture-acts.ts';
import { variantPictureScreens, variantScreens } from './detail-variant-acts.ts';
import { pullScreens } from './pull.tsx';

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
