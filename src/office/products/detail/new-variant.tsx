import { addVariant } from '../../../domain/catalogue/add.ts';
import { freeVariantKey } from '../../../domain/catalogue/keys.ts';
import { AppError } from '../../../lib/errors.ts';
import type { Page } from '../../answer.ts';
import type { Form } from '../../forms/form.ts';
import { Post, Submit } from '../../forms/inputs.tsx';
import { commonTexts } from '../../page/common-texts.ts';
import { Heading } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { get, post, type Screen } from '../../screen.ts';
import { pathOf, productOf } from './product-paths.ts';
import { productTexts } from './product-texts.ts';
import { checkSku, newVariantOf, variantForm } from './variant-fields.ts';
import { MoreFields, NameFields, OpeningFields, PriceFields } from './variant-form.tsx';

/** Registered before the variant pages, because `new` also matches `:variant`. */
export const newVariantScreens: readonly Screen[] = [
  get('/products/:id/variants/new', 'staff', (context) => newVariantPage(context, context.form(variantForm))),
  post('/products/:id/variants/new', 'staff', (context) => {
    const product = productOf(context);
    const form = context.form(variantForm);
    return form.submit(
      async (wanted) => {
        const variant = {
          ...newVariantOf(context, wanted),
          key: freeVariantKey(context.db, context.store.id, product.key),
        };
        await context.write((tx) => {
          checkSku(context, wanted);
          addVariant(tx, product.id, variant, context.now);
        });
        return context.redirect(pathOf(product), productTexts(context.language).variantAdded);
      },
      () => newVariantPage(context, form),
    );
  }),
];

function newVariantPage(context: StoreContext, form: Form<unknown>): Page {
  const t = productTexts(context.language);
  const product = productOf(context);
  if (product.parentId !== null) throw new AppError('not_found', 'pulled_product_variants_fixed');
  return {
    title: t.newVariant,
    body: (
      <>
        <Heading title={t.newVariant} back={{ href: `/office${pathOf(product)}`, label: product.name }} />
        <section class="card form-only">
          <Post action={`${pathOf(product)}/variants/new`} form={form}>
            <NameFields context={context} />
            <PriceFields context={context} />
            <OpeningFields context={context} />
            <MoreFields context={context} />
            <Submit label={commonTexts(context.language).save} />
          </Post>
        </section>
      </>
    ),
  };
}
