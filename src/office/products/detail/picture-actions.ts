import { addPictures, movePicture, removePicture } from '../../../domain/catalogue/product-pictures.ts';
import { fields, files, integer, text } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { pictureEdits, pictureFields } from '../../forms/picture-field.tsx';
import type { Page } from '../../office-response.ts';
import type { StoreContext } from '../../request-context.ts';
import { post, postForm, type Screen } from '../../screen.ts';
import { MAX_UPLOAD_BYTES, prepareUploads } from './picture-uploads.ts';
import { productPage } from './product-page.tsx';
import { productOf, productPath } from './product-paths.ts';
import { productTexts } from './product-texts.ts';

const uploadForm = fields({ picture: files, ...pictureFields });
const moveForm = fields({ url: text(), position: integer(0, 1_000) });
const removeForm = fields({ url: text() });

export const pictureScreens: readonly Screen[] = [
  post('/products/:id/pictures', 'products', uploadPictures, { maxBytes: MAX_UPLOAD_BYTES }),
  postForm('/products/:id/pictures/move', 'products', {
    schema: moveForm,
    page: picturesPage,
    submit: async (context, input) => {
      const product = productOf(context);
      await context.write((tx) => movePicture(tx, product.id, input, context.now));
      return context.redirect(productPath(product));
    },
  }),
  postForm('/products/:id/pictures/remove', 'products', {
    schema: removeForm,
    page: picturesPage,
    submit: async (context, { url }) => {
      const product = productOf(context);
      await context.write((tx) => removePicture(tx, product.id, url, context.now));
      return context.redirect(productPath(product), productTexts(context.language).pictureRemoved);
    },
  }),
];

function picturesPage(context: StoreContext, pictures: Form<unknown>): Promise<Page> {
  return productPage(context, { pictures });
}

/** Adds all pictures, or none if one of them is unreadable. */
function uploadPictures(context: StoreContext) {
  const product = productOf(context);
  const t = productTexts(context.language);
  const form = context.form(uploadForm);
  if (form.value?.picture.length === 0) form.addError(t.choosePictures, 'picture');
  return form.submit(
    async ({ picture, ...edits }) => {
      const { prepared, errors } = await prepareUploads(context, picture, pictureEdits(edits));
      if (errors.length > 0) {
        form.addError(errors.join(' · '), 'picture');
        return { ...(await picturesPage(context, form)), status: 422 };
      }
      const added = await context.write((tx) => addPictures(tx, product.id, prepared, context.now));
      return context.redirect(productPath(product), added === 0 ? t.picturesExist : t.pictureAdded(added));
    },
    () => picturesPage(context, form),
  );
}
