import { addProduct } from '../../../domain/catalogue/add-product.ts';
import { addPictures } from '../../../domain/catalogue/product-pictures.ts';
import { MAX_LENGTH } from '../../../lib/text-limits.ts';
import { fields, files, optionalText, text } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { Post, Submit, TextAreaField, TextField } from '../../forms/inputs.tsx';
import { PictureField, pictureFields } from '../../forms/picture-field.tsx';
import type { OfficeResponse, Page } from '../../office-response.ts';
import { commonTexts } from '../../page/common-texts.ts';
import { ButtonLink, Heading } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { get, post, type Screen } from '../../screen.ts';
import { ORGANIZATION_FIELDS, OrganizationFields, typedOrganization } from './organization-fields.tsx';
import { chosenPictures, MAX_UPLOAD_BYTES } from './picture-uploads.ts';
import { productPath } from './product-paths.ts';
import { productTexts } from './product-texts.ts';
import { checkCodes, VARIANT_FIELDS } from './variant-fields.ts';
import { MoreFields, NewPriceFields, NewStockFields, OnlyVariantFields } from './variant-form.tsx';
import { checkRows, newVariantsOf, ROW_FIELDS, readRowsForm, rowField } from './variant-rows.ts';
import { hasRows, OptionFields } from './variant-rows-form.tsx';

const productForm = fields({
  name: text(MAX_LENGTH.name),
  description: optionalText(MAX_LENGTH.description),
  ...ORGANIZATION_FIELDS,
  picture: files,
  ...pictureFields,
  ...VARIANT_FIELDS,
  ...ROW_FIELDS,
});

export const newProductScreens: readonly Screen[] = [
  get('/products/new', 'products', (context) => newProductPage(context, context.form(productForm))),
  post('/products/new', 'products', addNewProduct, { maxBytes: MAX_UPLOAD_BYTES }),
];

/** Adds the product with its variants and pictures, or nothing. */
async function addNewProduct(context: StoreContext): Promise<OfficeResponse> {
  const form = readRowsForm(context, productForm);
  checkCodes(context, form);
  checkRows(context, form);
  const pictures = await chosenPictures(context, form);
  return form.submit(
    async ({ name, description, category, tags, ...input }) => {
      const id = await context.write((tx) => {
        const variants = newVariantsOf(context, input);
        const product = { name, description, ...typedOrganization({ category, tags }), variants };
        const added = addProduct(tx, context.store.id, product, context.now);
        addPictures(tx, added, pictures, context.now);
        return added;
      });
      return context.redirect(productPath({ id }), productTexts(context.language).productAdded);
    },
    () => newProductPage(context, form),
    rowField,
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
        <Post action="/products/new" form={form} files>
          <Submit class="visually-hidden" tabindex={-1} aria-hidden="true" label={commonTexts(context.language).save} />
          <div class="with-side new-product">
            <section class="card">
              <TextField name="name" label={t.name} required autofocus={!hasRows(form)} />
              <OptionFields context={context} form={form} />
              <NewPriceFields context={context} prices={[]} hasRows={hasRows(form)} />
            </section>
            <NewPictures context={context} />
            <section class="card">
              <NewStockFields context={context} hasRows={hasRows(form)} />
              <TextAreaField name="description" label={t.description} rows="2" />
              {!hasRows(form) && <OnlyVariantFields context={context} />}
              <MoreFields context={context} />
            </section>
            <section class="card">
              <OrganizationFields context={context} />
            </section>
          </div>
          <div class="save-bar">
            <Submit label={commonTexts(context.language).save} />
          </div>
        </Post>
      </>
    ),
  };
}

const NewPictures = ({ context: { language } }: { context: StoreContext }) => (
  <section class="card product-pictures">
    <PictureField
      {...{ language, name: 'picture', crop: true, multiple: true }}
      label={productTexts(language).pictures}
      hint={productTexts(language).uploadHint}
    />
  </section>
);
