import { deleteProduct, restoreVariant } from '../../../domain/catalogue/delete-product.ts';
import type { ShippingRate } from '../../../domain/catalogue/product-detail.ts';
import { changeProduct, requirePriceRange } from '../../../domain/catalogue/products.ts';
import { shippingTypes } from '../../../domain/orders/order-codes.ts';
import { variantById } from '../../../domain/variants.ts';
import { notFound } from '../../../lib/errors.ts';
import { message } from '../../../lib/messages/message.ts';
import { describe } from '../../../lib/messages/messages.ts';
import type { Money } from '../../../lib/money.ts';
import { MAX_LENGTH } from '../../../lib/text-limits.ts';
import { fields, listOf, optionalAmount, optionalText, text } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import type { Page } from '../../office-response.ts';
import { commonTexts } from '../../page/common-texts.ts';
import type { StoreContext } from '../../request-context.ts';
import { postForm, type Screen } from '../../screen.ts';
import { ORGANIZATION_FIELDS, typedOrganization } from './organization-fields.tsx';
import { productPage } from './product-page.tsx';
import { productOf, productPath } from './product-paths.ts';
import { productTexts } from './product-texts.ts';

// Handlers of the forms on the product page.

const detailsForm = fields({
  name: text(MAX_LENGTH.name),
  description: optionalText(MAX_LENGTH.description),
  ...ORGANIZATION_FIELDS,
  min: optionalAmount,
  max: optionalAmount,
  shipping_type: listOf(optionalText(64)),
  first: listOf(optionalAmount),
  each_more: listOf(optionalAmount),
});

export const productFormScreens: readonly Screen[] = [
  postForm('/products/:id/details', 'products', {
    schema: detailsForm,
    page: detailsPage,
    submit: async (context, input) => {
      const { name, description = '', min = null, max = null } = input;
      const product = productOf(context);
      const change = { name, description, ...typedOrganization(input), min, max, shippingRates: ratesOf(input) };
      await context.write((tx) => changeProduct(tx, product.id, change, context.now));
      return context.redirect(productPath(product), commonTexts(context.language).saved);
    },
    check: (context, form) => {
      form.check(() => requirePriceRange(form.valid ?? {}));
      checkRates(context, form, form.valid ?? {});
    },
  }),
];

function detailsPage(context: StoreContext, details: Form<unknown>): Promise<Page> {
  return productPage(context, { details });
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
