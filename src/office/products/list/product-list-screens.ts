import { exportProducts } from '../../../domain/storefile/csv/export.ts';
import { productTemplate } from '../../../domain/storefile/csv/template.ts';
import { download } from '../../page/downloads.ts';
import { get, type Screen } from '../../screen.ts';
import { gridScreens } from './product-grid.tsx';
import { importScreens } from './product-import.tsx';
import { productsPage } from './product-list.tsx';

const CSV = 'text/csv; charset=utf-8';

/** The catalogue as a list, as a grid and as a file. */
export const productListScreens: readonly Screen[] = [
  get('/products', 'staff', productsPage),
  get('/products.csv', 'owner', (context) =>
    download(Buffer.from(exportProducts(context.db, context.store.id)), { name: 'products.csv', type: CSV }),
  ),
  get('/products/example.csv', 'owner', (context) =>
    download(Buffer.from(productTemplate(context.db, context.store.id, { inThai: context.language === 'th' })), {
      name: 'products.csv',
      type: CSV,
    }),
  ),
  ...gridScreens,
  ...importScreens,
];
