import { deleteVariant } from '../../../domain/catalogue/delete.ts';
import { changeVariant } from '../../../domain/catalogue/edit.ts';
import { setVariantPicture } from '../../../domain/catalogue/pictures.ts';
import { fields, file } from '../../forms/fields.ts';
import { commonTexts } from '../../page/common-texts.ts';
import type { StoreContext } from '../../request-context.ts';
import { get, post, type Screen } from '../../screen.ts';
import { MAX_UPLOAD_BYTES, prepareUploads } from './picture-uploads.ts';
import { pathOf, variantOf, variantPath } from './product-paths.ts';
import { productTexts } from './product-texts.ts';
import { checkSku, fieldsOf, pricesOf, variantForm } from './variant-fields.ts';
import { variantPage } from './variant-page.tsx';

const NOTHING = fields({});

export const variantScreens: readonly Screen[] = [
  get('/products/:id/variants/:variant', 'staff', (context) => variantPage(context)),
  post('/products/:id/variants/:variant', 'staff', (context) => {
    const { product, variant } = variantOf(context);
    const form = context.form(variantForm);
    return form.submit(
      async (wanted) => {
        const changes = variant.pulledFrom === null ? fieldsOf(context, wanted) : { prices: pricesOf(context, wanted) };
        await context.write((tx) => {
          if (variant.pulledFrom === null) checkSku(context, wanted, variant.id);
          changeVariant(tx, variant.id, changes, context.now);
        });
        return context.redirect(variantPath(product, variant), commonTexts(context.language).saved);
      },
      () => variantPage(context, { fields: form }),
    );
  }),
  post('/products/:id/variants/:variant/delete', 'staff', (context) => {
    const { product, variant } = variantOf(context);
    const form = context.form(NOTHING);
    return form.submit(
      async () => {
        await context.write((tx) => deleteVariant(tx, variant.id, context.now));
        return context.redirect(pathOf(product), productTexts(context.language).variantDeleted);
      },
      () => variantPage(context, { deletion: form }),
    );
  }),
];

const uploadForm = fields({ picture: file });

export const variantPictureScreens: readonly Screen[] = [
  post('/products/:id/variants/:variant/picture', 'staff', setPicture, { upload: MAX_UPLOAD_BYTES }),
  post('/products/:id/variants/:variant/picture/remove', 'staff', (context) => {
    const { product, variant } = variantOf(context);
    const form = context.form(fields({}));
    return form.submit(
      async () => {
        await context.write((tx) => setVariantPicture(tx, variant.id, null, context.now));
        return context.redirect(variantPath(product, variant), productTexts(context.language).pictureRemoved);
      },
      () => variantPage(context, { picture: form }),
    );
  }),
];

function setPicture(context: StoreContext) {
  const { product, variant } = variantOf(context);
  const form = context.form(uploadForm);
  return form.submit(
    async ({ picture }) => {
      const { prepared, errors } = await prepareUploads(context, [picture]);
      const [one] = prepared;
      if (!one) {
        form.addError(errors.join(' · '), 'picture');
        return { ...variantPage(context, { picture: form }), status: 422 };
      }
      await context.write((tx) => setVariantPicture(tx, variant.id, one, context.now));
      return context.redirect(variantPath(product, variant), productTexts(context.language).pictureAdded(1));
    },
    () => variantPage(context, { picture: form }),
  );
}
