import type * as v from 'valibot';
import { deleteVariant } from '../../../domain/catalogue/delete-product.ts';
import { changeVariant } from '../../../domain/catalogue/edit-variant.ts';
import { setVariantPicture } from '../../../domain/catalogue/product-pictures.ts';
import { fields, file } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { pictureEdits, pictureFields } from '../../forms/picture-field.tsx';
import type { OfficeResponse, Page } from '../../office-response.ts';
import { commonTexts } from '../../page/common-texts.ts';
import type { StoreContext } from '../../request-context.ts';
import { get, postForm, type Screen } from '../../screen.ts';
import { MAX_UPLOAD_BYTES, prepareUploads } from './picture-uploads.ts';
import { editPath, isOnlyVariant, productPath, variantOf } from './product-paths.ts';
import { productTexts } from './product-texts.ts';
import { changesOf, checkCodes, variantForm } from './variant-fields.ts';
import { variantPage } from './variant-page.tsx';

const NO_FIELDS = fields({});

export const variantScreens: readonly Screen[] = [
  get('/products/:id/variants/:variant', 'products', (context) => {
    const { product } = variantOf(context);
    return isOnlyVariant(context, product) ? context.redirect(productPath(product)) : variantPage(context);
  }),
  postForm('/products/:id/variants/:variant', 'products', {
    schema: variantForm,
    page: fieldsPage,
    submit: saveFields,
    check: checkOwnSku,
  }),
  postForm('/products/:id/variants/:variant/delete', 'products', {
    schema: NO_FIELDS,
    page: deletionPage,
    submit: async (context) => {
      const { product, variant } = variantOf(context);
      await context.write((tx) => deleteVariant(tx, variant.id, context.now));
      return context.redirect(productPath(product), productTexts(context.language).variantDeleted);
    },
  }),
];

async function saveFields(context: StoreContext, input: v.InferOutput<typeof variantForm>): Promise<OfficeResponse> {
  const { product, variant } = variantOf(context);
  await context.write((tx) => changeVariant(tx, variant.id, changesOf(context, variant, input), context.now));
  return context.redirect(editPath(context, product, variant), commonTexts(context.language).saved);
}

function checkOwnSku(context: StoreContext, form: Form<v.InferOutput<typeof variantForm>>): void {
  checkCodes(context, form, variantOf(context).variant);
}

function fieldsPage(context: StoreContext, form: Form<unknown>): Page {
  return variantPage(context, { fields: form });
}

function deletionPage(context: StoreContext, deletion: Form<unknown>): Page {
  return variantPage(context, { deletion });
}

function picturePage(context: StoreContext, picture: Form<unknown>): Page {
  return variantPage(context, { picture });
}

const uploadForm = fields({ picture: file, ...pictureFields });

export const variantPictureScreens: readonly Screen[] = [
  postForm('/products/:id/variants/:variant/picture', 'products', {
    schema: uploadForm,
    page: picturePage,
    submit: setPicture,
    maxBytes: MAX_UPLOAD_BYTES,
  }),
  postForm('/products/:id/variants/:variant/picture/remove', 'products', {
    schema: NO_FIELDS,
    page: picturePage,
    submit: async (context) => {
      const { product, variant } = variantOf(context);
      await context.write((tx) => setVariantPicture(tx, variant.id, null, context.now));
      return context.redirect(editPath(context, product, variant), productTexts(context.language).pictureRemoved);
    },
  }),
];

async function setPicture(
  context: StoreContext,
  { picture, ...edits }: v.InferOutput<typeof uploadForm>,
  form: Form<unknown>,
): Promise<OfficeResponse> {
  const { product, variant } = variantOf(context);
  const { prepared, errors } = await prepareUploads(context, [picture], pictureEdits(edits));
  const [preparedPicture] = prepared;
  if (!preparedPicture) {
    form.addError(errors.join(' · '), 'picture');
    return { ...picturePage(context, form), status: 422 };
  }
  await context.write((tx) => setVariantPicture(tx, variant.id, preparedPicture, context.now));
  return context.redirect(editPath(context, product, variant), productTexts(context.language).pictureAdded(1));
}
