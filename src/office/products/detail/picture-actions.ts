import { addPictures, movePicture, removePicture } from '../../../domain/catalogue/pictures.ts';
import { fields, files, text, whole } from '../../forms/fields.ts';
import type { StoreContext } from '../../request-context.ts';
import { post, type Screen } from '../../screen.ts';
import { MAX_UPLOAD_BYTES, prepareUploads } from './picture-uploads.ts';
import { productPage } from './product-page.tsx';
import { pathOf, productOf } from './product-paths.ts';
import { productTexts } from './product-texts.ts';

const uploadForm = fields({ picture: files });
const moveForm = fields({ url: text(), place: whole(0, 1_000) });
const removeForm = fields({ url: text() });

export const pictureScreens: readonly Screen[] = [
  post('/products/:id/pictures', 'staff', uploadPictures, { upload: MAX_UPLOAD_BYTES }),
  post('/products/:id/pictures/move', 'staff', (context) => {
    const product = productOf(context);
    const form = context.form(moveForm);
    return form.submit(
      async (wanted) => {
        await context.write((tx) => movePicture(tx, product.id, wanted, context.now));
        return context.redirect(pathOf(product));
      },
      () => productPage(context, { pictures: form }),
    );
  }),
  post('/products/:id/pictures/remove', 'staff', (context) => {
    const product = productOf(context);
    const form = context.form(removeForm);
    return form.submit(
      async ({ url }) => {
        await context.write((tx) => removePicture(tx, product.id, url, context.now));
        return context.redirect(pathOf(product), productTexts(context.language).pictureRemoved);
      },
      () => productPage(context, { pictures: form }),
    );
  }),
];

/** Adds all pictures, or none if one of them is unreadable. */
function uploadPictures(context: StoreContext) {
  const product = productOf(context);
  const t = productTexts(context.language);
  const form = context.form(uploadForm);
  if (form.value?.picture.length === 0) form.addError(t.choosePictures, 'picture');
  return form.submit(
    async ({ picture }) => {
      const { prepared, errors } = await prepareUploads(context, picture);
      if (errors.length > 0) {
        form.addError(errors.join(' · '), 'picture');
        return { ...productPage(context, { pictures: form }), status: 422 };
      }
      const added = await context.write((tx) => addPictures(tx, product.id, prepared, context.now));
      return context.redirect(pathOf(product), added === 0 ? t.picturesExist : t.pictureAdded(added));
    },
    () => productPage(context, { pictures: form }),
  );
}
