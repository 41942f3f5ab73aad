import type * as v from 'valibot';
import type { WriteTx } from '../../../context.ts';
import { deleteProduct, restoreVariant } from '../../../domain/catalogue/delete-product.ts';
import { editPrices } from '../../../domain/catalogue/edit-grid.ts';
import { editSkus } from '../../../domain/catalogue/edit-skus.ts';
import { changeVariant } from '../../../domain/catalogue/edit-variant.ts';
import { defaultTier } from '../../../domain/catalogue/price-tiers.ts';
import type { Product, ShippingRate, Variant } from '../../../domain/catalogue/product-detail.ts';
import { variantDetail } from '../../../domain/catalogue/product-part.ts';
import { addPictures } from '../../../domain/catalogue/product-pictures.ts';
import { changeProduct, requirePriceRange } from '../../../domain/catalogue/products.ts';
import { shippingTypes } from '../../../domain/orders/order-codes.ts';
import { variantById } from '../../../domain/variants.ts';
import { notFound } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import { message } from '../../../lib/messages/message.ts';
import { describe } from '../../../lib/messages/messages.ts';
import type { Money } from '../../../lib/money.ts';
import { MAX_LENGTH } from '../../../lib/text-limits.ts';
import { fields, files, listOf, optionalAmount, optionalId, optionalText, text } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { pictureFields } from '../../forms/picture-field.tsx';
import type { OfficeResponse, Page } from '../../office-response.ts';
import { commonTexts } from '../../page/common-texts.ts';
import type { StoreContext } from '../../request-context.ts';
import { post, postForm, type Screen } from '../../screen.ts';
import { ORGANIZATION_FIELDS, typedOrganization } from './organization-fields.tsx';
import { chosenPictures, MAX_UPLOAD_BYTES } from './picture-uploads.ts';
import { productPage } from './product-page.tsx';
import { pageQueryOf, productOf, productPath } from './product-paths.ts';
import { productTexts } from './product-texts.ts';
import { changesOf, checkCodes, VARIANT_FIELDS } from './variant-fields.ts';
import { changedPrices, PRICE_LIST_FIELDS } from './variant-prices.ts';
import { changedSkus, checkSkus, listField, SKU_LIST_FIELDS } from './variant-skus.ts';

// Handlers of the forms on the product page.

const productForm = fields({
  name: text(MAX_LENGTH.name),
  description: optionalText(MAX_LENGTH.description),
  ...ORGANIZATION_FIELDS,
  min: optionalAmount,
  max: optionalAmount,
  shipping_type: listOf(optionalText(64)),
  first: listOf(optionalAmount),
  each_more: listOf(optionalAmount),
  picture: files,
  ...pictureFields,
  /** The only variant when the page was opened. Without it the form has no fields of a variant. */
  variant: optionalId,
  ...VARIANT_FIELDS,
  ...PRICE_LIST_FIELDS,
  ...SKU_LIST_FIELDS,
});

export const productFormScreens: readonly Screen[] = [
  post('/products/:id/details', 'products', saveProduct, { maxBytes: MAX_UPLOAD_BYTES }),
];

/** Saves all of the form or nothing: details, new pictures and the fields of the only variant. */
async function saveProduct(context: StoreContext): Promise<OfficeResponse> {
  const product = productOf(context);
  const form = context.form(productForm);
  const variant = onlyVariant(context, product, form.valid?.variant);
  form.check(() => requirePriceRange(form.valid ?? {}));
  checkRates(context, form, form.valid ?? {});
  if (variant) checkCodes(context, form, variant);
  checkSkus(context, form);
  const pictures = await chosenPictures(context, form);
  return form.submit(
    async (input) => {
      const added = await context.write((tx) => {
        changeProduct(tx, product.id, detailsOf(input), context.now);
        if (variant) changeVariant(tx, variant.id, changesOf(context, variant, input), context.now);
        savePrices(tx, context, input);
        editSkus(tx, context.store.id, changedSkus(input), context.now);
        return addPictures(tx, product.id, pictures, context.now);
      });
      const path = `${productPath(product)}${pageQueryOf(context)}`;
      return context.redirect(path, savedText(context, pictures.length, added));
    },
    () => productPage(context, { details: form }),
    (path) => listField(form.value, path),
  );
}

function savePrices(tx: WriteTx, { store, now }: StoreContext, input: ProductInput): void {
  const tier = defaultTier(tx, store.id);
  if (tier) editPrices(tx, { storeId: store.id, tierId: tier.id }, changedPrices(input), now);
}

type ProductInput = v.InferOutput<typeof productForm>;

/** @throws AppError not_found if the variant was deleted while the form was open */
function onlyVariant({ db }: StoreContext, product: Pick<Product, 'id'>, id: Id | undefined): Variant | undefined {
  if (id === undefined) return undefined;
  const variant = variantDetail(db, product.id, id);
  if (!variant) throw notFound('variant_not_found', { variant: id });
  return variant;
}

const detailsOf = ({ name, description = '', min, max, ...input }: ProductInput) => ({
  name,
  description,
  ...typedOrganization(input),
  min: min ?? null,
  max: max ?? null,
  shippingRates: ratesOf(input),
});

function savedText({ language }: StoreContext, chosen: number, added: number): string {
  const { saved } = commonTexts(language);
  const t = productTexts(language);
  if (chosen === 0) return saved;
  return `${saved} · ${added === 0 ? t.picturesExist : t.pictureAdded(added)}`;
}

function deletionPage(context: StoreContext, deletion: Form<unknown>): Promise<Page> {
  return productPage(context, { deletion });
}

interface TypedRates {
  shipping_type: (string | undefined)[];
  first: (Money | undefined)[];
  each_more: (Money | undefined)[];
}

const ratesOf = ({ shipping_type, first, each_more }: TypedRates): ShippingRate[] =>
  shipping_type.flatMap((shippingType, i) =>
    shippingType === undefined
      ? []
      : [{ shippingType, first: first[i] ?? (0 as Money), eachMore: each_more[i] ?? (0 as Money) }],
  );

function checkRates(
  context: StoreContext,
  form: Form<unknown>,
  { shipping_type = [], first = [] }: Partial<TypedRates>,
): void {
  const known = shippingTypes(context.app.config.values);
  shipping_type.forEach((type, i) => {
    if (type === undefined) return;
    if (first[i] === undefined) form.addError(describe(message('input_empty'), context.language), ['first', i]);
    if (!known.includes(type)) form.addError(commonTexts(context.language).choose, ['shipping_type', i]);
    if (shipping_type.indexOf(type) < i)
      form.addError(productTexts(context.language).duplicateCourier, ['shipping_type', i]);
  });
}

const noFields = fields({});

export const deletionScreens: readonly Screen[] = [
  postForm('/products/:id/delete', 'products', {
    schema: noFields,
    page: deletionPage,
    submit: async (context) => {
      const product = productOf(context);
      await context.write((tx) => deleteProduct(tx, product.id, context.now));
      return context.redirect('/products', productTexts(context.language).productDeleted(product.name));
    },
  }),
  postForm('/products/:id/variants/:variant/restore', 'products', {
    schema: noFields,
    page: deletionPage,
    submit: async (context) => {
      const product = productOf(context);
      const id = context.id('variant');
      const variant = variantById(context.db, id);
      if (variant?.productId !== product.id || variant.live || variant.pulledFrom !== null)
        throw notFound('deleted_variant_not_found');
      await context.write((tx) => restoreVariant(tx, id, context.now));
      return context.redirect(productPath(product), productTexts(context.language).restored);
    },
  }),
];
