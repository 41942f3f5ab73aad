import { fileScreens, get, largeFileScreens, type Screen, withScanner } from '../screen.ts';
import { categoryScreens } from './categories/category-screens.tsx';
import { deletedProductScreens } from './deleted-products.tsx';
import { bundleScreens } from './detail/bundle-actions.ts';
import { newProductScreens } from './detail/new-product.tsx';
import { newVariantScreens } from './detail/new-variants.tsx';
import { pictureScreens } from './detail/picture-actions.ts';
import { deletionScreens, productFormScreens } from './detail/product-actions.ts';
import { productPage } from './detail/product-page.tsx';
import { variantPictureScreens, variantScreens } from './detail/variant-actions.ts';
import { labelScreens } from './labels/label-screens.tsx';
import { gridScreens } from './list/product-grid.tsx';
import { importScreens } from './list/product-import.tsx';
import { productsPage } from './list/product-list.tsx';
import { organizeScreens } from './organize/organize-screens.tsx';
import { exampleFile, listedFile } from './product-files.ts';
import { pullScreens } from './pull-product.tsx';

/** Fixed paths come before paths with `:id`, because the first match wins. */
export const productScreens: readonly Screen[] = [
  ...withScanner([get('/products', 'products', productsPage)]),
  ...largeFileScreens('/products', 'products and costs', listedFile),
  ...fileScreens('/products/example', 'products and costs', exampleFile),
  ...gridScreens,
  ...importScreens,
  ...categoryScreens,
  ...organizeScreens,
  ...labelScreens,
  ...withScanner(newProductScreens),
  ...deletedProductScreens,
  ...pullScreens,
  ...withScanner([get('/products/:id', 'products', (context) => productPage(context)), ...productFormScreens]),
  ...pictureScreens,
  ...withScanner([...newVariantScreens, ...variantScreens]),
  ...variantPictureScreens,
  ...bundleScreens,
  ...deletionScreens,
];
