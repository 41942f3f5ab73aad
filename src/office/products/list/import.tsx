import type { ProductChanges } from '../../../domain/storefile/csv/changes.ts';
import { importProducts } from '../../../domain/storefile/csv/import.ts';
import { readCsv } from '../../../lib/csv.ts';
import type { Page } from '../../answer.ts';
import { fields, file, text } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { FileField, Post, Submit } from '../../forms/inputs.tsx';
import { ButtonLink, Heading, Notice } from '../../page/parts.tsx';
import { rehearse } from '../../rehearse.ts';
import { get, post, type Screen } from '../../screen.ts';
import type { Visit } from '../../visit.ts';
import { texts } from './texts.ts';

const MEGABYTE = 2 ** 20;
const LARGEST = 4 * MEGABYTE;
const chosen = fields({ file });
/** The file's bytes travel with the page that shows what they would change, as base64. */
const shown = fields({ name: text(300), bytes: text(2 * LARGEST) });

/** A product file is tried first, all of it is undone, and only the second word imports it. */
export const importScreens: readonly Screen[] = [
  get('/products/import', 'owner', (visit) => filePage(visit, visit.form(chosen))),
  post(
    '/products/import',
    'owner',
    (visit) => {
      const form = visit.form(chosen);
      return form.submit(
        async ({ file }) => {
          const bytes = Buffer.from(await file.arrayBuffer());
          const changes = await rehearse(visit.ctx, importStep(visit, bytes, file.name));
          return previewPage(visit, changes, { name: file.name, bytes });
        },
        () => filePage(visit, form),
      );
    },
    { upload: LARGEST },
  ),
  post(
    '/products/import/apply',
    'owner',
    (visit) => {
      const form = visit.form(shown);
      return form.submit(
        async ({ name, bytes }) => {
          await visit.ctx.write(importStep(visit, Buffer.from(bytes, 'base64'), name));
          return visit.redirect('/products', texts(visit.language).imported);
        },
        () => filePage(visit, form),
      );
    },
    { upload: 2 * LARGEST },
  ),
];

const importStep =
  ({ ctx, store, now }: Visit, bytes: Uint8Array, name: string) =>
  (db: Visit['ctx']['db']): ProductChanges =>
    importProducts(db, store, readCsv(bytes, name), ctx.config.values, now);

function filePage(visit: Visit, form: Form<unknown>): Page {
  const t = texts(visit.language);
  return {
    title: t.importTitle,
    body: (
      <>
        <Heading title={t.importTitle} back={{ href: '/office/products', label: t.title }}>
          <ButtonLink href="/office/products/example.csv" icon="download" download>
            {t.template}
          </ButtonLink>
        </Heading>
        <section class="card">
          <p>{t.importHint}</p>
          <Post visitor={visit} action="/products/import" form={form} files>
            <FileField form={form} name="file" label={t.file} accept=".csv,.tsv,.txt,text/csv" required />
            <Submit>{t.check}</Submit>
          </Post>
        </section>
      </>
    ),
  };
}

function previewPage(visit: Visit, changes: ProductChanges, file: { name: string; bytes: Buffer }): Page {
  const t = texts(visit.language);
  const groups = groupsOf(changes, t);
  return {
    title: t.preview,
    body: (
      <>
        <Heading title={t.preview} back={{ href: '/office/products/import', label: t.again }} />
        {groups.length === 0 ? (
          <Notice>{t.same}</Notice>
        ) : (
          <>
            <section class="card">
              {groups.map(([title, names]) => (
                <details open={groups.length === 1 || names.length <= SHOWN}>
                  <summary>
                    <strong>{title}</strong>
                  </summary>
                  <ul class="break">
                    {names.slice(0, SHOWN).map((name) => (
                      <li>{name}</li>
                    ))}
                    {names.length > SHOWN && <li>{t.more(names.length - SHOWN)}</li>}
                  </ul>
                </details>
              ))}
            </section>
            <Post visitor={visit} action="/products/import/apply" files>
              <input type="hidden" name="name" value={file.name} />
              <input type="hidden" name="bytes" value={file.bytes.toString('base64')} />
              <Submit>{t.apply}</Submit>
            </Post>
          </>
        )}
      </>
    ),
  };
}

const SHOWN = 30;

function groupsOf({ products, variants, stock }: ProductChanges, t: ReturnType<typeof texts>): [string, string[]][] {
  const groups: [string, string[]][] = [
    [t.added(products.added.length), products.added],
    [t.restored(products.restored.length), products.restored],
    [t.changed(products.changed.length), products.changed],
    [t.addedVariants(variants.added.length), variants.added],
    [t.restoredVariants(variants.restored.length), variants.restored],
    [t.changedVariants(variants.changed.length), variants.changed],
    [
      t.stock(stock.length),
      stock.map((change) => `${change.variant} · ${change.warehouse}: ${change.old} → ${change.new}`),
    ],
  ];
  return groups.filter(([, names]) => names.length > 0);
}
