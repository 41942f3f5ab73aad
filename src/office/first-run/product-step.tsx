import { countProducts } from '../../domain/catalogue/product-list.ts';
import { addPictures } from '../../domain/catalogue/product-pictures.ts';
import { addDemoProducts, addFirstProduct, DEMO_PRODUCTS } from '../../domain/setup/products.ts';
import { MAX_LENGTH } from '../../lib/text-limits.ts';
import { errorText } from '../error-text.ts';
import { amount, fields, file, files, integer, optionalText, text } from '../forms/fields.ts';
import type { Form } from '../forms/form.ts';
import { AmountField, FileField, IntegerField, Post, PostButton, Submit, TextField } from '../forms/inputs.tsx';
import { PictureField, pictureFields } from '../forms/picture-field.tsx';
import { TABLE_TYPES, type UploadedFile } from '../forms/uploaded-file.ts';
import type { OfficeResponse, Page } from '../office-response.ts';
import { commonTexts } from '../page/common-texts.ts';
import { Notice } from '../page/components.tsx';
import { chosenPictures, MAX_UPLOAD_BYTES } from '../products/detail/picture-uploads.ts';
import { productTexts } from '../products/detail/product-texts.ts';
import { applyImport, checkUpload, MAX_PRODUCT_FILE } from '../products/list/product-import.tsx';
import { exampleFile } from '../products/product-files.ts';
import type { StoreContext } from '../request-context.ts';
import { fileScreens, get, post, type Screen } from '../screen.ts';
import { firstRunTexts } from './first-run-texts.ts';
import { pathOf, wizardPage } from './wizard.tsx';

const PATH = pathOf('product');
const NEXT = pathOf('payments');

const productForm = fields({
  name: text(MAX_LENGTH.name),
  price: amount,
  qty: integer(0),
  sku: optionalText(MAX_LENGTH.sku),
  picture: files,
  ...pictureFields,
});
const fileForm = fields({ file });

/** The third step: one typed product, an XLSX or CSV file, or sample products. */
export const productStepScreens: readonly Screen[] = [
  get(PATH, 'owner', (context) => productPage(context)),
  post(PATH, 'owner', addTypedProduct, { maxBytes: MAX_UPLOAD_BYTES }),
  post(`${PATH}/demo`, 'owner', async (context) => {
    const { values } = context.app.config;
    const added = await context.write((tx) => addDemoProducts(tx, context.store.id, values, context.now));
    return context.redirect(NEXT, firstRunTexts(context.language).demoLoaded(added));
  }),
  post(
    `${PATH}/file`,
    'owner',
    (context) => {
      const form = context.form(fileForm);
      return form.submit(
        (input) => importFile(context, form, input.file),
        () => productPage(context, { file: form }),
      );
    },
    { maxBytes: MAX_PRODUCT_FILE },
  ),
  ...fileScreens(`${PATH}/example`, 'owner', exampleFile),
];

async function addTypedProduct(context: StoreContext): Promise<OfficeResponse> {
  const form = context.form(productForm);
  const pictures = await chosenPictures(context, form);
  return form.submit(
    async ({ name, price, qty, sku }) => {
      const product = { name, price, qty, sku, userId: context.account.id };
      await context.write((tx) => {
        const id = addFirstProduct(tx, context.store.id, product, context.now);
        addPictures(tx, id, pictures, context.now);
      });
      return context.redirect(NEXT, firstRunTexts(context.language).productSaved);
    },
    () => productPage(context, { product: form }),
  );
}

const MAX_WAIT = 10_000; // milliseconds; most first files are checked and imported within one request

const MAX_ERRORS = 10;

/** Imports the file. If it has problems, lists them at the field instead. */
async function importFile(context: StoreContext, form: Form<unknown>, chosen: UploadedFile) {
  const t = firstRunTexts(context.language);
  const { id, state, problems, problemCount } = await checkUpload(context, chosen, MAX_WAIT);
  if (state === 'rejected') {
    const texts = problems.slice(0, MAX_ERRORS).map((problem) => errorText(context.language, problem));
    const more = problemCount - texts.length;
    form.addError([...texts, ...(more > 0 ? [t.more(more)] : [])].join('\n'), 'file');
    return { ...productPage(context, { file: form }), status: 422 };
  }
  if (state !== 'ready') return context.redirect(`/products/import/${id}`);
  return applyImport(context, id, { millis: MAX_WAIT, next: NEXT });
}

const EXAMPLE = { name: 'กาแฟคั่วกลาง 250 กรัม', price: '220', qty: '50', sku: 'HB-M250' };

function productPage(context: StoreContext, forms: { product?: Form<unknown>; file?: Form<unknown> } = {}): Page {
  const t = firstRunTexts(context.language);
  const productCount = countProducts(context.db, context.store.id);
  return wizardPage(context, 'product', {
    title: t.productTitle,
    next: { path: NEXT, label: productCount > 0 ? commonTexts(context.language).next : t.skip },
    body: (
      <>
        {productCount > 0 && <Notice tone="good">{t.productsExist(productCount)}</Notice>}
        <p class="hint">{t.productHint}</p>
        <ProductForm context={context} form={forms.product} />
        <div class="columns">
          <section class="card">
            <h2>{t.fromFile}</h2>
            <p class="hint">
              {t.fileHint}{' '}
              <a href={`/office${PATH}/example.xlsx`} download>
                {t.template}
              </a>
            </p>
            <Post action={`${PATH}/file`} form={forms.file} class="errors-in-lines" files>
              <FileField name="file" label={t.file} accept={TABLE_TYPES} required />
              <Submit class="secondary outline" label={t.importFile} />
            </Post>
          </section>
          <section class="card">
            <h2>{t.demo}</h2>
            <p class="hint">{t.demoHint(DEMO_PRODUCTS)}</p>
            <PostButton action={`${PATH}/demo`} class="secondary outline" label={t.loadDemo} />
          </section>
        </div>
      </>
    ),
  });
}

function ProductForm({ context, form }: { context: StoreContext; form: Form<unknown> | undefined }) {
  const t = firstRunTexts(context.language);
  const { pictures, uploadHint } = productTexts(context.language);
  const { optional } = commonTexts(context.language);
  const example = context.request.url.searchParams.has('example') ? EXAMPLE : undefined;
  return (
    <section class="card">
      <h2>{t.oneProduct}</h2>
      <p>
        <a href={`/office${PATH}?example=1`}>{t.example}</a>
      </p>
      <Post action={PATH} form={form} files>
        <TextField name="name" label={t.productName} value={example?.name} required />
        <div class="fields">
          <AmountField name="price" label={t.price} value={example?.price} required />
          <IntegerField name="qty" label={t.qty} value={example?.qty} required />
          <TextField name="sku" label={`${t.sku} (${optional})`} value={example?.sku} />
        </div>
        <PictureField
          language={context.language}
          name="picture"
          label={`${pictures} (${optional})`}
          hint={uploadHint}
          crop
          multiple
        />
        <Submit label={t.addProduct} />
      </Post>
    </section>
  );
}
