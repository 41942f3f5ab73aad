import type { Context, WriteTx } from '../../../context.ts';
import type { ProductChanges } from '../../../domain/storefile/csv/changes.ts';
import { importProducts } from '../../../domain/storefile/csv/import.ts';
import { readProductFile } from '../../../domain/storefile/csv/product-file.ts';
import type { Csv } from '../../../lib/csv.ts';
import { OperatorError } from '../../../lib/errors.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { errorText } from '../../error-text.ts';
import { fields, file, text } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { FileField, Post, Submit } from '../../forms/inputs.tsx';
import type { OfficeResponse, Page } from '../../office-response.ts';
import { ButtonLink, Heading, Notice } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { get, post, type Screen } from '../../screen.ts';
import { changeTotals, previewPage } from './import-preview.tsx';
import { productListTexts } from './product-list-texts.ts';

const MEGABYTE = 2 ** 20;
const MAX_FILE_BYTES = 4 * MEGABYTE;
const fileForm = fields({ file });
/** The preview page carries the file along as base64. */
const previewForm = fields({ name: text(300), bytes: text(2 * MAX_FILE_BYTES) });

/** The preview runs the import in a transaction that is rolled back; a confirmation then imports the file. */
export const importScreens: readonly Screen[] = [
  get('/products/import', 'owner', (context) => filePage(context, context.form(fileForm))),
  post(
    '/products/import',
    'owner',
    (context) => {
      const form = context.form(fileForm);
      return form.submit(
        ({ file }) =>
          orFileErrors(context, async () => {
            const bytes = Buffer.from(await file.arrayBuffer());
            const changes = await dryRun(context.app, runImport(context, readProductFile(bytes, file.name)));
            return previewPage(context, changes, { name: file.name, bytes });
          }),
        () => filePage(context, form),
      );
    },
    { maxBytes: MAX_FILE_BYTES },
  ),
  post(
    '/products/import/apply',
    'owner',
    (context) => {
      const form = context.form(previewForm);
      return form.submit(
        ({ name, bytes }) =>
          orFileErrors(context, async () => {
            const csv = readProductFile(Buffer.from(bytes, 'base64'), name);
            const changes = await context.write(runImport(context, csv));
            const t = productListTexts(context.language);
            return context.redirect('/products', [t.imported, ...changeTotals(changes, t)].join(' · '));
          }),
        () => filePage(context, form),
      );
    },
    { maxBytes: 2 * MAX_FILE_BYTES },
  ),
];

const runImport =
  ({ app, store, account, now }: StoreContext, csv: Csv) =>
  (tx: WriteTx): ProductChanges =>
    importProducts(tx, store, csv, app.config.values, now, account.id);

/** The response of `run`, or the file page with every error of the file. */
async function orFileErrors(context: StoreContext, run: () => Promise<OfficeResponse>): Promise<OfficeResponse> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return { ...filePage(context, undefined, error.problems), status: 422 };
  }
}

function filePage(context: StoreContext, form: Form<unknown> | undefined, errors: readonly Message[] = []): Page {
  const t = productListTexts(context.language);
  return {
    title: t.importTitle,
    body: (
      <>
        <Heading title={t.importTitle} back={{ href: '/office/products', label: t.title }}>
          <ButtonLink href="/office/products/example.csv" icon="download" download label={t.template} />
        </Heading>
        {errors.length > 0 && <FileErrors context={context} errors={errors} />}
        <section class="card form-only">
          <p>{t.importHint}</p>
          <Post action="/products/import" form={form} files>
            <FileField name="file" label={t.file} accept=".csv,.tsv,.txt,text/csv" required />
            <Submit label={t.check} />
          </Post>
        </section>
      </>
    ),
  };
}

const MAX_ERRORS = 100;

function FileErrors({ context, errors }: { context: StoreContext; errors: readonly Message[] }) {
  const t = productListTexts(context.language);
  const more = errors.length - MAX_ERRORS;
  return (
    <Notice tone="bad">
      <p>{t.invalidFile(errors.length)}</p>
      <ul>
        {errors.slice(0, MAX_ERRORS).map((problem) => (
          <li class="break">{errorText(context.language, problem)}</li>
        ))}
        {more > 0 && <li>{t.more(more)}</li>}
      </ul>
    </Notice>
  );
}

/** Thrown to roll back the transaction; carries the result. */
class DryRunResult<T> extends Error {
  readonly result: T;
  constructor(result: T) {
    super('dry run');
    this.result = result;
  }
}

/** Runs `step` in a transaction that is rolled back, and returns its result. */
async function dryRun<T>(ctx: Context, step: (tx: WriteTx) => T): Promise<T> {
  try {
    return await ctx.write((tx): T => {
      throw new DryRunResult(step(tx));
    });
  } catch (error) {
    if (error instanceof DryRunResult) return error.result;
    throw error;
  }
}
