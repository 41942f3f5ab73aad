import { countProducts } from '../../domain/catalogue/list.ts';
import { addDemoProducts, addFirstProduct, DEMO_PRODUCTS } from '../../domain/setup/products.ts';
import { importProducts } from '../../domain/storefile/csv/import.ts';
import { readProductFile } from '../../domain/storefile/csv/read.ts';
import { productTemplate } from '../../domain/storefile/csv/template.ts';
import { Fault } from '../../lib/errors.ts';
import type { Page } from '../answer.ts';
import { amount, fields, file, optionalText, text, whole } from '../forms/fields.ts';
import type { Form } from '../forms/form.ts';
import { AmountField, FileField, Post, Submit, TextField, WholeField } from '../forms/inputs.tsx';
import { download } from '../page/downloads.ts';
import { Notice } from '../page/parts.tsx';
import { words } from '../page/texts.ts';
import { refusalText } from '../refusals.ts';
import { get, post, type Screen } from '../screen.ts';
import type { Visit } from '../visit.ts';
import { firstRunTexts } from './first-run-texts.ts';
import { pathOf, wizardPage } from './wizard.tsx';

const PATH = pathOf('product');
const NEXT = pathOf('channel');
const LARGEST_FILE = 8 * 2 ** 20;

const productForm = fields({ name: text(200), price: amount, qty: whole(0), sku: optionalText(100) });
const fileForm = fields({ file });

/** The third step: a product typed in, those of a file, or the demo's. */
export const productScreens: readonly Screen[] = [
  get(PATH, 'owner', (visit) => productPage(visit)),
  post(PATH, 'owner', (visit) => {
    const form = visit.form(productForm);
    return form.submit(
      async (product) => {
        const wanted = { ...product, userId: visit.account.id };
        await visit.ctx.write((db) => addFirstProduct(db, visit.store.id, wanted, visit.now));
        return visit.redirect(NEXT, firstRunTexts(visit.language).productSaved);
      },
      () => productPage(visit, { product: form }),
    );
  }),
  post(`${PATH}/demo`, 'owner', async (visit) => {
    const { values } = visit.ctx.config;
    const added = await visit.ctx.write((db) => addDemoProducts(db, visit.store.id, values, visit.now));
    return visit.redirect(NEXT, firstRunTexts(visit.language).demoLoaded(added));
  }),
  post(
    `${PATH}/file`,
    'owner',
    (visit) => {
      const form = visit.form(fileForm);
      return form.submit(
        (wanted) => importFile(visit, form, wanted.file),
        () => productPage(visit, { file: form }),
      );
    },
    { upload: LARGEST_FILE },
  ),
  get(`${PATH}/example.csv`, 'owner', (visit) =>
    download(Buffer.from(productTemplate(visit.ctx.db, visit.store.id, { inThai: visit.language === 'th' })), {
      name: 'products.csv',
      type: 'text/csv; charset=utf-8',
    }),
  ),
];

/** All of the file or nothing; each fault of it stands at the field. */
async function importFile(visit: Visit, form: Form<unknown>, chosen: File) {
  const t = firstRunTexts(visit.language);
  const bytes = new Uint8Array(await chosen.arrayBuffer());
  try {
    const csv = readProductFile(bytes, chosen.name);
    const { products } = await visit.ctx.write((db) =>
      importProducts(db, visit.store, csv, visit.ctx.config.values, visit.now, visit.account.id),
    );
    return visit.redirect(NEXT, t.imported(products.added.length));
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const shown = error.lines.slice(0, MOST_FAULTS).map((line) => refusalText(visit.language, line));
    const more = error.lines.length - shown.length;
    form.blame([...shown, ...(more > 0 ? [t.more(more)] : [])].join('\n'), 'file');
    return { ...productPage(visit, { file: form }), status: 422 };
  }
}

const MOST_FAULTS = 10;

const EXAMPLE = { name: 'กาแฟคั่วกลาง 250 กรัม', price: '220', qty: '50', sku: 'HB-M250' };

function productPage(visit: Visit, forms: { product?: Form<unknown>; file?: Form<unknown> } = {}): Page {
  const t = firstRunTexts(visit.language);
  const there = countProducts(visit.ctx.db, visit.store.id);
  return wizardPage(visit, 'product', {
    title: t.productTitle,
    body: (
      <>
        {there > 0 && <Notice tone="good">{t.productsThere(there)}</Notice>}
        <p class="hint">{t.productHint}</p>
        <ProductForm visit={visit} form={forms.product} />
        <div class="columns">
          <section class="card">
            <h2>{t.fromFile}</h2>
            <p class="hint">
              {t.fileHint}{' '}
              <a href={`/office${PATH}/example.csv`} download>
                {t.template}
              </a>
            </p>
            <Post visitor={visit} action={`${PATH}/file`} form={forms.file} class="faults-in-lines" files>
              <FileField form={forms.file} name="file" label={t.file} accept=".csv,text/csv" required />
              <Submit class="secondary outline">{t.importFile}</Submit>
            </Post>
          </section>
          <section class="card">
            <h2>{t.demo}</h2>
            <p class="hint">{t.demoHint(DEMO_PRODUCTS)}</p>
            <Post visitor={visit} action={`${PATH}/demo`}>
              <Submit class="secondary outline">{t.loadDemo}</Submit>
            </Post>
          </section>
        </div>
        <p>
          <a href={`/office${NEXT}`}>{there > 0 ? words(visit.language).next : t.skip} ›</a>
        </p>
      </>
    ),
  });
}

function ProductForm({ visit, form }: { visit: Visit; form: Form<unknown> | undefined }) {
  const t = firstRunTexts(visit.language);
  const { optional } = words(visit.language);
  const example = visit.asked.url.searchParams.has('example') ? EXAMPLE : undefined;
  return (
    <section class="card">
      <h2>{t.oneProduct}</h2>
      <p>
        <a href={`/office${PATH}?example=1`}>{t.example}</a>
      </p>
      <Post visitor={visit} action={PATH} form={form}>
        <TextField form={form} name="name" label={t.productName} value={example?.name} required />
        <div class="fields">
          <AmountField form={form} name="price" label={t.price} value={example?.price} required />
          <WholeField form={form} name="qty" label={t.qty} value={example?.qty} required />
          <TextField form={form} name="sku" label={`${t.sku} (${optional})`} value={example?.sku} />
        </div>
        <Submit>{t.addProduct}</Submit>
      </Post>
    </section>
  );
}
