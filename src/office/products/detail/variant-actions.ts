import { deleteVariant } from '../../../domain/catalogue/delete.ts';
import { changeVariant } from '../../../domain/catalogue/edit.ts';
import { setVariantPicture } from '../../../domain/catalogue/pictures.ts';
import { fields, file } from '../../forms/fields.ts';
import { words } from '../../page/texts.ts';
import { get, post, type Screen } from '../../screen.ts';
import type { Visit } from '../../visit.ts';
import { LARGEST_UPLOAD, preparedUploads } from './picture-uploads.ts';
import { pathOf, variantOf, variantPath } from './product-paths.ts';
import { productTexts } from './product-texts.ts';
import { checkSku, fieldsOf, pricesOf, variantForm } from './variant-fields.ts';
import { variantPage } from './variant-page.tsx';

const NOTHING = fields({});

export const variantScreens: readonly Screen[] = [
  get('/products/:id/variants/:variant', 'staff', (visit) => variantPage(visit)),
  post('/products/:id/variants/:variant', 'staff', (visit) => {
    const { product, variant } = variantOf(visit);
    const form = visit.form(variantForm);
    return form.submit(
      async (wanted) => {
        const changes = variant.pulledFrom === null ? fieldsOf(visit, wanted) : { prices: pricesOf(visit, wanted) };
        await visit.ctx.write((db) => {
          if (variant.pulledFrom === null) checkSku(visit, wanted, variant.id);
          changeVariant(db, variant.id, changes, visit.now);
        });
        return visit.redirect(variantPath(product, variant), words(visit.language).saved);
      },
      () => variantPage(visit, { fields: form }),
    );
  }),
  post('/products/:id/variants/:variant/delete', 'staff', (visit) => {
    const { product, variant } = variantOf(visit);
    const form = visit.form(NOTHING);
    return form.submit(
      async () => {
        await visit.ctx.write((db) => deleteVariant(db, variant.id, visit.now));
        return visit.redirect(pathOf(product), productTexts(visit.language).variantDeleted);
      },
      () => variantPage(visit, { deletion: form }),
    );
  }),
];

const uploadForm = fields({ picture: file });

export const variantPictureScreens: readonly Screen[] = [
  post('/products/:id/variants/:variant/picture', 'staff', setPicture, { upload: LARGEST_UPLOAD }),
  post('/products/:id/variants/:variant/picture/remove', 'staff', (visit) => {
    const { product, variant } = variantOf(visit);
    const form = visit.form(fields({}));
    return form.submit(
      async () => {
        await visit.ctx.write((db) => setVariantPicture(db, variant.id, null, visit.now));
        return visit.redirect(variantPath(product, variant), productTexts(visit.language).pictureRemoved);
      },
      () => variantPage(visit, { picture: form }),
    );
  }),
];

function setPicture(visit: Visit) {
  const { product, variant } = variantOf(visit);
  const form = visit.form(uploadForm);
  return form.submit(
    async ({ picture }) => {
      const { prepared, faults } = await preparedUploads(visit, [picture]);
      const [one] = prepared;
      if (!one) {
        form.blame(faults.join(' · '), 'picture');
        return { ...variantPage(visit, { picture: form }), status: 422 };
      }
      await visit.ctx.write((db) => setVariantPicture(db, variant.id, one, visit.now));
      return visit.redirect(variantPath(product, variant), productTexts(visit.language).pictureAdded(1));
    },
    () => variantPage(visit, { picture: form }),
  );
}
