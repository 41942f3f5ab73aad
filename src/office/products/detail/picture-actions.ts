import { movePicture, removePicture } from '../../../domain/catalogue/product-pictures.ts';
import { fields, integer, text } from '../../forms/fields.ts';
import { postForm, type Screen } from '../../screen.ts';
import { productPage } from './product-page.tsx';
import { productOf, productPath } from './product-paths.ts';
import { productTexts } from './product-texts.ts';

const moveForm = fields({ url: text(), position: integer(0, 1_000) });
const removeForm = fields({ url: text() });

export const pictureScreens: readonly Screen[] = [
  postForm('/products/:id/pictures/move', 'products', {
    schema: moveForm,
    page: (context) => productPage(context),
    submit: async (context, input) => {
      const product = productOf(context);
      await context.write((tx) => movePicture(tx, product.id, input, context.now));
      return context.redirect(productPath(product));
    },
  }),
  postForm('/products/:id/pictures/remove', 'products', {
    schema: removeForm,
    page: (context) => productPage(context),
    submit: async (context, { url }) => {
      const product = productOf(context);
      await context.write((tx) => removePicture(tx, product.id, url, context.now));
      return context.redirect(productPath(product), productTexts(context.language).pictureRemoved);
    },
  }),
];
