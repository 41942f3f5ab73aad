import { addPictures, movePicture, removePicture } from '../../../domain/catalogue/pictures.ts';
import { fields, files, text, whole } from '../../forms/fields.ts';
import { post, type Screen } from '../../screen.ts';
import type { Visit } from '../../visit.ts';
import { LARGEST_UPLOAD, preparedUploads } from './picture-uploads.ts';
import { productPage } from './product-page.tsx';
import { pathOf, productOf } from './product-paths.ts';
import { productTexts } from './product-texts.ts';

const uploadForm = fields({ picture: files });
const moveForm = fields({ url: text(), place: whole(0, 1_000) });
const removeForm = fields({ url: text() });

export const pictureScreens: readonly Screen[] = [
  post('/products/:id/pictures', 'staff', uploadPictures, { upload: LARGEST_UPLOAD }),
  post('/products/:id/pictures/move', 'staff', (visit) => {
    const product = productOf(visit);
    const form = visit.form(moveForm);
    return form.submit(
      async (wanted) => {
        await visit.ctx.write((db) => movePicture(db, product.id, wanted, visit.now));
        return visit.redirect(pathOf(product));
      },
      () => productPage(visit, { pictures: form }),
    );
  }),
  post('/products/:id/pictures/remove', 'staff', (visit) => {
    const product = productOf(visit);
    const form = visit.form(removeForm);
    return form.submit(
      async ({ url }) => {
        await visit.ctx.write((db) => removePicture(db, product.id, url, visit.now));
        return visit.redirect(pathOf(product), productTexts(visit.language).pictureRemoved);
      },
      () => productPage(visit, { pictures: form }),
    );
  }),
];

/** All are added, or none where one of them cannot be read. */
function uploadPictures(visit: Visit) {
  const product = productOf(visit);
  const t = productTexts(visit.language);
  const form = visit.form(uploadForm);
  if (form.value?.picture.length === 0) form.blame(t.choosePictures, 'picture');
  return form.submit(
    async ({ picture }) => {
      const { prepared, faults } = await preparedUploads(visit, picture);
      if (faults.length > 0) {
        form.blame(faults.join(' · '), 'picture');
        return { ...productPage(visit, { pictures: form }), status: 422 };
      }
      const added = await visit.ctx.write((db) => addPictures(db, product.id, prepared, visit.now));
      return visit.redirect(pathOf(product), added === 0 ? t.pictureThere : t.pictureAdded(added));
    },
    () => productPage(visit, { pictures: form }),
  );
}
