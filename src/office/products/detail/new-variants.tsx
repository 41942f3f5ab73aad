import { addVariants } from '../../../domain/catalogue/add-product.ts';
import { firstVariant } from '../../../domain/catalogue/product-part.ts';
import { notFound } from '../../../lib/errors.ts';
import { fields } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { Post, Submit } from '../../forms/inputs.tsx';
import type { OfficeResponse, Page } from '../../office-response.ts';
import { commonTexts } from '../../page/common-texts.ts';
import { Heading } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { get, post, type Screen } from '../../screen.ts';
import { productOf, productPath } from './product-paths.ts';
import { productTexts } from './product-texts.ts';
import { checkCodes, VARIANT_FIELDS } from './variant-fields.ts';
import { MoreFields } from './variant-form.tsx';
import { variantRowTexts } from './variant-row-texts.ts';
import { checkRows, newVariantsOf, ROW_FIELDS, readRowsForm, rowField } from './variant-rows.ts';
import { NewVariantFields } from './variant-rows-form.tsx';

const variantsForm = fields({ ...VARIANT_FIELDS, ...ROW_FIELDS });

/** Registered before the variant pages, because `new` also matches `:variant`. */
export const newVariantScreens: readonly Screen[] = [
  get('/products/:id/variants/new', 'products', (context) => newVariantsPage(context, context.form(variantsForm))),
  post('/products/:id/variants/new', 'products', addNewVariants),
];

function addNewVariants(context: StoreContext): Promise<OfficeResponse> {
  const product = productOf(context);
  const form = readRowsForm(context, variantsForm, product);
  checkCodes(context, form);
  checkRows(context, form);
  return form.submit(
    async (input) => {
      const added = await context.write((tx) => {
        const variants = newVariantsOf(context, input);
        addVariants(tx, product, variants, context.now);
        return variants.length;
      });
      const { variantAdded } = productTexts(context.language);
      const { variantsAdded } = variantRowTexts(context.language);
      return context.redirect(productPath(product), added === 1 ? variantAdded : variantsAdded(added));
    },
    () => newVariantsPage(context, form),
    rowField,
  );
}

function newVariantsPage(context: StoreContext, form: Form<unknown>): Page {
  const t = productTexts(context.language);
  const { save } = commonTexts(context.language);
  const product = productOf(context);
  if (product.parentId !== null) throw notFound('pulled_product_variants_fixed');
  return {
    title: t.newVariant,
    body: (
      <>
        <Heading title={t.newVariant} back={{ href: `/office${productPath(product)}`, label: product.name }} />
        <section class="card form-only">
          <Post action={`${productPath(product)}/variants/new`} form={form}>
            <Submit class="visually-hidden" tabindex={-1} aria-hidden="true" label={save} />
            <NewVariantFields context={context} form={form} like={firstVariant(context.db, product.id)} />
            <MoreFields context={context} />
            <div class="save-bar">
              <Submit label={save} />
            </div>
          </Post>
        </section>
      </>
    ),
  };
}
