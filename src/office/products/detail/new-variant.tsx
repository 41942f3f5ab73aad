import { addVariant } from '../../../domain/catalogue/add.ts';
import { freeVariantKey } from '../../../domain/catalogue/keys.ts';
import { Refusal } from '../../../lib/errors.ts';
import type { Page } from '../../answer.ts';
import type { Form } from '../../forms/form.ts';
import { Post, Submit } from '../../forms/inputs.tsx';
import { Heading } from '../../page/parts.tsx';
import { words } from '../../page/texts.ts';
import { get, post, type Screen } from '../../screen.ts';
import type { Visit } from '../../visit.ts';
import { pathOf, productOf } from './product-paths.ts';
import { productTexts } from './product-texts.ts';
import { checkSku, newVariantOf, variantForm } from './variant-fields.ts';
import { MoreFields, NameFields, OpeningFields, PriceFields } from './variant-form.tsx';

/** Before the page of a product: the path of a new one looks like that of a variant. */
export const newVariantScreens: readonly Screen[] = [
  get('/products/:id/variants/new', 'staff', (visit) => newVariantPage(visit, visit.form(variantForm))),
  post('/products/:id/variants/new', 'staff', (visit) => {
    const product = productOf(visit);
    const form = visit.form(variantForm);
    return form.submit(
      async (wanted) => {
        const variant = {
          ...newVariantOf(visit, wanted),
          key: freeVariantKey(visit.ctx.db, visit.store.id, product.key),
        };
        await visit.ctx.write((db) => {
          checkSku(visit, wanted);
          addVariant(db, product.id, variant, visit.now);
        });
        return visit.redirect(pathOf(product), productTexts(visit.language).addedVariant);
      },
      () => newVariantPage(visit, form),
    );
  }),
];

function newVariantPage(visit: Visit, form: Form<unknown>): Page {
  const t = productTexts(visit.language);
  const product = productOf(visit);
  if (product.parentId !== null) throw new Refusal('not_found', 'a pulled product has the variants of its source');
  return {
    title: t.newVariant,
    body: (
      <>
        <Heading title={t.newVariant} back={{ href: `/office${pathOf(product)}`, label: product.name }} />
        <section class="card form-only">
          <Post visitor={visit} action={`${pathOf(product)}/variants/new`} form={form}>
            <NameFields visit={visit} form={form} />
            <PriceFields visit={visit} form={form} />
            <OpeningFields visit={visit} form={form} />
            <MoreFields visit={visit} form={form} />
            <Submit>{words(visit.language).save}</Submit>
          </Post>
        </section>
      </>
    ),
  };
}
