import { addProduct } from '../../../domain/catalogue/add.ts';
import { addPictures } from '../../../domain/catalogue/pictures.ts';
import type { Page } from '../../answer.ts';
import { fields, files, optionalText, text } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { FileField, Post, Submit, TextAreaField, TextField } from '../../forms/inputs.tsx';
import { ButtonLink, Heading } from '../../page/parts.tsx';
import { words } from '../../page/texts.ts';
import { get, post, type Screen } from '../../screen.ts';
import type { Visit } from '../../visit.ts';
import { LARGEST_UPLOAD, PICTURE_TYPES, preparedUploads } from './picture-uploads.ts';
import { pathOf } from './product-paths.ts';
import { productTexts } from './product-texts.ts';
import { checkSku, newVariantOf, VARIANT_FIELDS } from './variant-fields.ts';
import { MoreFields, NameFields, OpeningFields, PriceFields } from './variant-form.tsx';

const productForm = fields({
  name: text(300),
  description: optionalText(20_000),
  picture: files,
  ...VARIANT_FIELDS,
});

export const newProductScreens: readonly Screen[] = [
  get('/products/new', 'staff', (visit) => newProductPage(visit, visit.form(productForm))),
  post('/products/new', 'staff', addNewProduct, { upload: LARGEST_UPLOAD }),
];

/** Pictures that cannot be read are not in the way: they are named on the product's page. */
function addNewProduct(visit: Visit) {
  const t = productTexts(visit.language);
  const form = visit.form(productForm);
  return form.submit(
    async ({ name, description, picture, ...wanted }) => {
      const { prepared, faults } = await preparedUploads(visit, picture);
      const variant = newVariantOf(visit, wanted);
      const id = await visit.ctx.write((db) => {
        checkSku(visit, wanted);
        const added = addProduct(db, visit.store.id, { name, description, variant }, visit.now);
        addPictures(db, added, prepared, visit.now);
        return added;
      });
      return visit.redirect(pathOf({ id }), [t.addedProduct, ...faults].join(' · '));
    },
    () => newProductPage(visit, form),
  );
}

function newProductPage(visit: Visit, form: Form<unknown>): Page {
  const t = productTexts(visit.language);
  return {
    title: t.newProduct,
    body: (
      <>
        <Heading title={t.newProduct} back={{ href: '/office/products', label: t.products }}>
          {visit.isOwner && visit.stores.length > 1 && <ButtonLink href="/office/products/pull">{t.pull}</ButtonLink>}
        </Heading>
        <section class="card form-only">
          <Post visitor={visit} action="/products/new" form={form} files>
            <TextField form={form} name="name" label={t.name} required autofocus />
            <NameFields visit={visit} form={form} />
            <PriceFields visit={visit} form={form} />
            <OpeningFields visit={visit} form={form} />
            <FileField
              form={form}
              name="picture"
              label={t.pictures}
              hint={t.uploadHint}
              accept={PICTURE_TYPES}
              multiple
            />
            <TextAreaField form={form} name="description" label={t.description} rows="3" />
            <MoreFields visit={visit} form={form} />
            <Submit>{words(visit.language).save}</Submit>
          </Post>
        </section>
      </>
    ),
  };
}
