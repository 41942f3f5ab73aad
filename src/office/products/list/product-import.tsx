import { applyNextSteps } from '../../../domain/storefile/imports/apply.ts';
import { isOpen } from '../../../domain/storefile/imports/import-states.ts';
import { lastImport, type ProductImport, productImport } from '../../../domain/storefile/imports/product-imports.ts';
import { cancelImport, confirmImport, startImport } from '../../../domain/storefile/imports/start-import.ts';
import type { Id } from '../../../lib/ids.ts';
import { isDoneWithin } from '../../../lib/is-done-within.ts';
import { fields, file } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { FileField, Post, Submit } from '../../forms/inputs.tsx';
import { requireTable, TABLE_TYPES, type UploadedFile } from '../../forms/uploaded-file.ts';
import type { OfficeResponse, Page } from '../../office-response.ts';
import { ButtonLink, Heading, Notice } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { get, post, type Screen } from '../../screen.ts';
import { importPage } from './import-page.tsx';
import { changeTotals } from './import-preview.tsx';
import { productListTexts } from './product-list-texts.ts';
import { RowProblems } from './row-problems.tsx';

export const MAX_PRODUCT_FILE = 16 * 2 ** 20; // bytes
const MAX_WAIT = 3_000; // milliseconds; short files are checked and imported within one request
const fileForm = fields({ file });

/** Upload, preview, import. Only the import changes products; it continues when the browser is closed. */
export const importScreens: readonly Screen[] = [
  get('/products/import', 'products and costs', (context) => filePage(context, context.form(fileForm))),
  post('/products/import', 'products and costs', upload, { maxBytes: MAX_PRODUCT_FILE }),
  get('/products/import/:id', 'products and costs', (context) =>
    importPage(context, productImport(context.db, context.store.id, context.id())),
  ),
  post('/products/import/:id/apply', 'products and costs', async (context) => {
    const id = context.id();
    return applyImport(context, id, { millis: MAX_WAIT, next: '/products' });
  }),
  post('/products/import/:id/cancel', 'products and costs', async (context) => {
    const id = context.id();
    await context.write((tx) => cancelImport(tx, context.store.id, id, context.now));
    return context.redirect(`/products/import/${id}`);
  }),
];

function upload(context: StoreContext): Promise<OfficeResponse> {
  const form = context.form(fileForm);
  return form.submit(
    async ({ file }) => {
      const { id, state, problems, problemCount } = await checkUpload(context, file, MAX_WAIT);
      if (state !== 'rejected') return context.redirect(`/products/import/${id}`);
      return { ...filePage(context, undefined, { problems, problemCount }), status: 422 };
    },
    () => filePage(context, form),
  );
}

/** Starts the import of a file, and waits at most `millis` milliseconds for its check. */
export async function checkUpload(context: StoreContext, file: UploadedFile, millis: number): Promise<ProductImport> {
  requireTable(file, 'file');
  const { app, store, account, request } = context;
  const uploaded = { store, accountId: account.id, origin: request.address, fileName: file.name, bytes: file.bytes };
  const { id, checked } = await startImport(app, uploaded);
  await isDoneWithin(checked, millis);
  return productImport(app.db, store.id, id);
}

/**
 * Confirms an import and applies it for at most `millis` milliseconds; the job does the rest. Redirects to `next` with
 * the changes, or to the page of the import if it is not done or skipped changes.
 */
export async function applyImport(
  context: StoreContext,
  id: Id,
  { millis, next }: { millis: number; next: string },
): Promise<OfficeResponse> {
  await context.write((tx) => confirmImport(tx, context.store.id, id, context.now));
  await applyFor(context, id, millis);
  const { state, skipped, preview } = productImport(context.db, context.store.id, id);
  if (state !== 'done' || skipped > 0 || !preview) return context.redirect(`/products/import/${id}`);
  const t = productListTexts(context.language);
  return context.redirect(next, [t.imported, ...changeTotals(preview.totals, t)].join(' · '));
}

async function applyFor({ app, store }: StoreContext, id: Id, millis: number): Promise<void> {
  const end = app.monotonic() + millis;
  while (app.monotonic() < end && isOpen(productImport(app.db, store.id, id).state)) await applyNextSteps(app);
}

type Problems = Pick<ProductImport, 'problems' | 'problemCount'>;

function filePage(context: StoreContext, form: Form<unknown> | undefined, found?: Problems): Page {
  const t = productListTexts(context.language);
  return {
    title: t.importTitle,
    body: (
      <>
        <Heading title={t.importTitle} back={{ href: '/office/products', label: t.title }}>
          <ButtonLink href="/office/products/example.xlsx" icon="download" download label={t.template} />
        </Heading>
        <UnfinishedImport context={context} />
        {found && (
          <Notice tone="bad">
            <p>{t.invalidFile(found.problemCount)}</p>
            <RowProblems context={context} problems={found.problems} count={found.problemCount} />
          </Notice>
        )}
        <section class="card form-only">
          <p>{t.importHint}</p>
          <Post action="/products/import" form={form} files>
            <FileField name="file" label={t.file} hint={t.fileLimit} accept={TABLE_TYPES} required />
            <Submit label={t.check} />
          </Post>
        </section>
      </>
    ),
  };
}

function UnfinishedImport({ context }: { context: StoreContext }) {
  const t = productListTexts(context.language);
  const last = lastImport(context.db, context.store.id);
  if (!last || !isOpen(last.state)) return null;
  return (
    <Notice>
      {t.openImport} <a href={`/office/products/import/${last.id}`}>{t.showImport}</a>
    </Notice>
  );
}
