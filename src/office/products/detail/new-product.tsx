import { addProduct, addVariant } from '../../../domain/catalogue/add-product.ts';
import { freeVariantKey } from '../../../domain/catalogue/catalogue-keys.ts';
import { addPictures } from '../../../domain/catalogue/product-pictures.ts';
import { notFound } from '../../../lib/errors.ts';
import { MAX_LENGTH } from '../../../lib/text-limits.ts';
import { fields, files, optionalText, text } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { Post, Submit, TextAreaField, TextField } from '../../forms/inputs.tsx';
import { PictureField, pictureEdits, pictureFields } from '../../forms/picture-field.tsx';
import type { Page } from '../../office-response.ts';
import { commonTexts } from '../../page/common-texts.ts';
import { ButtonLink, Heading } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { get, post, type Screen } from '../../screen.ts';
import { ORGANIZATION_FIELDS, OrganizationFields, typedOrganization } from './organization-fields.tsx';
import { MAX_UPLOAD_BYTES, prepareUploads } from './picture-uploads.ts';
import { productOf, productPath } from './product-paths.ts';
import { productTexts } from './product-texts.ts';
import { checkBarcodes, checkCodes, checkSku, newVariantOf, VARIANT_FIELDS, variantForm } from './variant-fields.ts';
import { MoreFields, NameFields, OpeningFields, PriceFields } from './variant-form.tsx';

const productForm = fields({
  name: text(MAX_LENGTH.name),
  description: optionalText(MAX_LENGTH.description),
  ...ORGANIZATION_FIELDS,
  picture: files,
  ...pictureFields,
  ...VARIANT_FIELDS,
});

export const newProductScreens: readonly Screen[] = [
  get('/products/new', 'products', (context) => newProductPage(context, context.form(productForm))),
  post('/products/new', 'products', addNewProduct, { maxBytes: MAX_UPLOAD_BYTES }),
];

/** Adds the product even if a picture is unreadable. The message after the redirect lists the unreadable pictures. */
function addNewProduct(context: StoreContext) {
  const t = productTexts(context.language);
  const form = context.form(productForm);
  checkCodes(context, form);
  return form.submit(
    async ({ name, description, category, tags, picture, turn, part, ...input }) => {
      const { prepared, errors } = await prepareUploads(context, picture, pictureEdits({ turn, part }));
      const variant = newVariantOf(context, input);
      const id = await context.write((tx) => {
        checkSku(context, input);
        checkBarcodes(context, input);
        const product = { name, description, ...typedOrganization({ category, tags }), variant };
        const added = addProduct(tx, context.store.id, product, context.now);
        addPictures(tx, added, prepared, context.now);
        return added;
      });
      return context.redirect(productPath({ id }), [t.productAdded, ...errors].join(' · '));
    },
    () => newProductPage(context, form),
  );
}

function newProductPage(context: StoreContext, form: Form<unknown>): Page {
  const t = productTexts(context.language);
  return {
    title: t.newProduct,
    body: (
      <>
        <Heading title={t.newProduct} back={{ href: '/office/products', label: t.products }}>
          {context.stores.length > 1 && context.store.sandboxOf === null && (
            <ButtonLink href="/office/products/pull" label={t.pull} />
          )}
        </Heading>
        <section class="card form-only">
          <Post action="/products/new" form={form} files>
            <TextField name="name" label={t.name} required autofocus />
            <NameFields context={context} />
            <PriceFields context={context} />
            <OpeningFields context={context} />
            <PictureField
              language={context.language}
              name="picture"
              label={t.pictures}
              hint={t.uploadHint}
              crop
              multiple
            />
            <TextAreaField name="description" label={t.description} rows="3" />
            <OrganizationFields context={context} />
            <MoreFields context={context} />
            <div class="save-bar">
              <Submit label={commonTexts(context.language).save} />
            </div>
          </Post>
        </section>
      </>
    ),
  };
}

/** Registered before the variant pages, because `new` also matches `:variant`. */
export const newVariantScreens: readonly Screen[] = [
  get('/products/:id/variants/new', 'products', (context) => newVariantPage(context, context.form(variantForm))),
  post('/products/:id/variants/new', 'products', (context) => {
    const product = productOf(context);
    const form = context.form(variantForm);
    checkCodes(context, form);
    return form.submit(
      async (input) => {
        const variant = {
          ...newVariantOf(context, input),
          key: freeVariantKey(context.db, context.store.id, product.key),
        };
        await context.write((tx) => {
          checkSku(context, input);
          checkBarcodes(context, input);
          addVariant(tx, product.id, variant, context.now);
        });
        return context.redirect(productPath(product), productTexts(context.language).variantAdded);
      },
      () => newVariantPage(context, form),
    );
  }),
];

function newVariantPage(context: StoreContext, form: Form<unknown>): Page {
  const t = productTexts(context.language);
  const product = productOf(context);
  if (product.parentId !== null) throw notFound('pulled_product_variants_fixed');
  return {
    title: t.newVariant,
    body: (
      <>
        <Heading title={t.newVariant} back={{ href: `/office${productPath(product)}`, label: product.name }} />
        <section class="card form-only">
          <Post action={`${productPath(product)}/variants/new`} form={form}>
            <NameFields context={context} />
            <PriceFields context={context} />
            <OpeningFields context={context} />
            <MoreFields context={context} />
            <div class="save-bar">
              <Submit label={commonTexts(context.language).save} />
            </div>
          </Post>
        </section>
      </>
    ),
  };
}
