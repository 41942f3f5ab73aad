import { deleteProduct, restoreVariant } from '../../../domain/catalogue/delete.ts';
import type { ShippingRate } from '../../../domain/catalogue/detail.ts';
import { deletedVariants } from '../../../domain/catalogue/lookup.ts';
import { changeProduct } from '../../../domain/catalogue/products.ts';
import { shippingTypes } from '../../../domain/orders/codes.ts';
import { Refusal } from '../../../lib/errors.ts';
import type { Money } from '../../../lib/money.ts';
import { faultText } from '../../forms/faults.ts';
import { fields, optionalAmount, optionalText, several, text } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { words } from '../../page/texts.ts';
import { post, type Screen } from '../../screen.ts';
import type { Visit } from '../../visit.ts';
import { productPage } from './product-page.tsx';
import { pathOf, productOf } from './product-paths.ts';
import { productTexts } from './product-texts.ts';

// What the forms of a product's page do.

const LONGEST_DESCRIPTION = 20_000;

const detailsForm = fields({
  name: text(300),
  description: optionalText(LONGEST_DESCRIPTION),
  min: optionalAmount,
  max: optionalAmount,
});

const shippingForm = fields({
  shipping_type: several(optionalText(64)),
  first: several(optionalAmount),
  each_more: several(optionalAmount),
});

export const formScreens: readonly Screen[] = [
  post('/products/:id/details', 'staff', (visit) => {
    const product = productOf(visit);
    const form = visit.form(detailsForm);
    return form.submit(
      async ({ name, description = '', min = null, max = null }) => {
        await visit.ctx.write((db) => changeProduct(db, product.id, { name, description, min, max }, visit.now));
        return visit.redirect(pathOf(product), words(visit.language).saved);
      },
      () => productPage(visit, { details: form }),
    );
  }),
  post('/products/:id/shipping', 'staff', (visit) => {
    const product = productOf(visit);
    const form = visit.form(shippingForm);
    if (form.value) blameRates(visit, form, form.value);
    return form.submit(
      async (wanted) => {
        const shippingRates = ratesOf(wanted);
        await visit.ctx.write((db) => changeProduct(db, product.id, { shippingRates }, visit.now));
        return visit.redirect(pathOf(product), words(visit.language).saved);
      },
      () => productPage(visit, { shipping: form }),
    );
  }),
];

interface WrittenRates {
  shipping_type: (string | undefined)[];
  first: (Money | undefined)[];
  each_more: (Money | undefined)[];
}

const ratesOf = ({ shipping_type, first, each_more }: WrittenRates): ShippingRate[] =>
  shipping_type.flatMap((shippingType, i) =>
    shippingType === undefined
      ? []
      : [{ shippingType, first: first[i] ?? (0 as Money), eachMore: each_more[i] ?? (0 as Money) }],
  );

function blameRates(visit: Visit, form: Form<unknown>, { shipping_type, first }: WrittenRates): void {
  const known = shippingTypes(visit.ctx.config.values);
  shipping_type.forEach((type, i) => {
    if (type === undefined) return;
    if (first[i] === undefined) form.blame(faultText(visit.language, 'required'), ['first', i]);
    if (!known.includes(type)) form.blame(words(visit.language).choose, ['shipping_type', i]);
    if (shipping_type.indexOf(type) < i) form.blame(productTexts(visit.language).twice, ['shipping_type', i]);
  });
}

const NOTHING = fields({});

export const deletionScreens: readonly Screen[] = [
  post('/products/:id/delete', 'staff', (visit) => {
    const product = productOf(visit);
    const form = visit.form(NOTHING);
    return form.submit(
      async () => {
        await visit.ctx.write((db) => deleteProduct(db, product.id, visit.now));
        return visit.redirect('/products', productTexts(visit.language).productDeleted(product.name));
      },
      () => productPage(visit, { deletion: form }),
    );
  }),
  post('/products/:id/variants/:variant/restore', 'staff', (visit) => {
    const product = productOf(visit);
    const form = visit.form(NOTHING);
    const id = visit.id('variant');
    if (!deletedVariants(visit.ctx.db, product.id).some((variant) => variant.id === id))
      throw new Refusal('not_found', 'there is no such deleted variant');
    return form.submit(
      async () => {
        await visit.ctx.write((db) => restoreVariant(db, id, visit.now));
        return visit.redirect(pathOf(product), productTexts(visit.language).restored);
      },
      () => productPage(visit, { deletion: form }),
    );
  }),
];
