import type { ProductChanges } from '../../../domain/storefile/csv/changes.ts';
import { importProducts } from '../../../domain/storefile/csv/import.ts';
import { readProductFile } from '../../../domain/storefile/csv/read.ts';
import type { Csv } from '../../../lib/csv.ts';
import { Fault } from '../../../lib/errors.ts';
import type { Answer, Page } from '../../answer.ts';
import { fields, file, text } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { FileField, Post, Submit } from '../../forms/inputs.tsx';
import { ButtonLink, Heading, Notice } from '../../page/components.tsx';
import { refusalText } from '../../refusals.ts';
import { rehearse } from '../../rehearse.ts';
import type { StoreContext } from '../../request-context.ts';
import { get, post, type Screen } from '../../screen.ts';
import { previewPage, sumsOf } from './import-preview.tsx';
import { productListTexts } from './product-list-texts.ts';

const MEGABYTE = 2 ** 20;
const LARGEST = 4 * MEGABYTE;
const chosen = fields({ file });
/** The file's bytes travel with the page that shows what they would change, as base64. */
const shown = fields({ name: text(300), bytes: text(2 * LARGEST) });

/** A product file is tried first, all of it is undone, and only the second word imports it. */
export const importScreens: readonly Screen[] = [
  get('/products/import', 'owner', (context) => filePage(context, context.form(chosen))),
  post(
    '/products/import',
    'owner',
    (context) => {
      const form = context.form(chosen);
      return form.submit(
        ({ file }) =>
          orItsFaults(context, async () => {
            const bytes = Buffer.from(await file.arrayBuffer());
            const changes = await rehearse(context.app, importStep(context, readProductFile(bytes, file.name)));
            return previewPage(context, changes, { name: file.name, bytes });
          }),
        () => filePage(context, form),
      );
    },
    { upload: LARGEST },
  ),
  post(
    '/products/import/apply',
    'owner',
    (context) => {
      const form = context.form(shown);
      return form.submit(
        ({ name, bytes }) =>
          orItsFaults(context, async () => {
            const csv = readProductFile(Buffer.from(bytes, 'base64'), name);
            const changes = await context.write(importStep(context, csv));
            const t = productListTexts(context.language);
            return context.redirect('/products', [t.imported, ...sumsOf(changes, t)].join(' · '));
          }),
        () => filePage(context, form),
      );
    },
    { upload: 2 * LARGEST },
  ),
];

const importStep =
  ({ app, store, account, now }: StoreContext, csv: Csv) =>
  (db: StoreContext['app']['db']): ProductChanges =>
    importProducts(db, store, csv, app.config.values, now, account.id);

/** What `run` answers, or the page of the file with all that is wrong with it. */
async function orItsFaults(context: StoreContext, run: () => Promise<Answer>): Promise<Answer> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { ...filePage(context, undefined, error.lines), status: 422 };
  }
}

function filePage(context: StoreContext, form: Form<unknown> | undefined, faults: readonly string[] = []): Page {
  const t = productListTexts(context.language);
  return {
    title: t.importTitle,
    body: (
      <>
        <Heading title={t.importTitle} back={{ href: '/office/products', label: t.title }}>
          <ButtonLink href="/office/products/example.csv" icon="download" download>
            {t.template}
          </ButtonLink>
        </Heading>
        {faults.length > 0 && <Faults context={context} faults={faults} />}
        <section class="card form-only">
          <p>{t.importHint}</p>
          <Post context={context} action="/products/import" form={form} files>
            <FileField form={form} name="file" label={t.file} accept=".csv,.tsv,.txt,text/csv" required />
            <Submit>{t.check}</Submit>
          </Post>
        </section>
      </>
    ),
  };
}

const MOST_FAULTS = 100;

function Faults({ context, faults }: { context: StoreContext; faults: readonly string[] }) {
  const t = productListTexts(context.language);
  const more = faults.length - MOST_FAULTS;
  return (
    <Notice tone="bad">
      <p>{t.invalidFile(faults.length)}</p>
      <ul>
        {faults.slice(0, MOST_FAULTS).map((line) => (
          <li class="break">{refusalText(context.language, line)}</li>
        ))}
        {more > 0 && <li>{t.more(more)}</li>}
      </ul>
    </Notice>
  );
}
