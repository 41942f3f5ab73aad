import { erasePerson } from '../../../domain/privacy/erase.ts';
import { exportPerson, type PersonExport } from '../../../domain/privacy/export.ts';
import { exportJson, exportPage } from '../../../domain/privacy/export-page.ts';
import { type Person, rowsOfPerson } from '../../../domain/privacy/person.ts';
import { count } from '../../../lib/number-format.ts';
import { fields } from '../../forms/fields.ts';
import { Post, Submit } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { ButtonLink, Confirm, Facts, Heading, Notice, SENSITIVE_FILE } from '../../page/components.tsx';
import { download } from '../../page/downloads.ts';
import type { StoreContext } from '../../request-context.ts';
import { get, postForm, type Screen } from '../../screen.ts';
import { customerDataTexts } from './customer-data-texts.ts';

const ACCESS = 'customer_data and settings';

interface PersonScreens {
  /** Path below `/office`, with the `:id` of the person. */
  path: string;
  back: (context: StoreContext) => { href: string; label: string };
  /** @throws AppError not_found, also for an erased customer */
  personOf: (context: StoreContext) => Person;
  /** The page to which the erasure redirects. */
  doneUrl: string;
}

const noFields = fields({});

/** The export and the erasure of a person. */
export const personScreens = (screens: PersonScreens): readonly Screen[] => {
  const { path, personOf, doneUrl } = screens;
  return [
    get(path, ACCESS, (context) => personPage(context, screens)),
    get(`${path}/export.json`, ACCESS, (context) => exportResponse(context, personOf(context), 'json', exportJson), {
      sensitive: true,
    }),
    get(`${path}/export.html`, ACCESS, (context) => exportResponse(context, personOf(context), 'html', exportPage), {
      sensitive: true,
    }),
    postForm(`${path}/erase`, ACCESS, {
      schema: noFields,
      page: (context, { error }) => personPage(context, screens, error), // why the customer could not be erased
      submit: async (context) => {
        const { orders } = await erasePerson(context.app, context.store.id, personOf(context));
        return context.redirect(doneUrl, customerDataTexts(context.language).erased(count(orders.length)));
      },
      sensitive: true,
    }),
  ];
};

async function personPage(
  context: StoreContext,
  { path: pattern, back, personOf }: PersonScreens,
  error?: string,
): Promise<Page> {
  const t = customerDataTexts(context.language);
  const person = personOf(context);
  const { addresses, orders, notes } = await rowsOfPerson(context.db, context.store.id, person);
  const path = pattern.replace(':id', String(context.id()));
  return {
    title: person.name,
    body: (
      <>
        <Heading title={person.name} back={back(context)}>
          <Confirm label={t.erase}>
            <Post action={`${path}/erase`}>
              <p>{t.eraseHint}</p>
              <Submit label={t.eraseYes} />
            </Post>
          </Confirm>
        </Heading>
        {error !== undefined && <Notice tone="bad">{error}</Notice>}
        <section class="card">
          <Facts
            facts={[
              [t.telephone, (person.telephones ?? [person.telephone]).join(', ')],
              [t.orders, count(orders.length)],
              [t.addresses, count(addresses.length)],
              [t.notes, count(notes.length)],
            ]}
          />
        </section>
        <section class="card">
          <h2>{t.export}</h2>
          <p class="hint">{t.exportHint}</p>
          <div class="actions">
            <ButtonLink href={`/office${path}/export.html`} label={t.exportHtml} {...SENSITIVE_FILE} />
            <ButtonLink href={`/office${path}/export.json`} label={t.exportJson} {...SENSITIVE_FILE} />
          </div>
        </section>
      </>
    ),
  };
}

async function exportResponse(
  context: StoreContext,
  person: Person,
  extension: 'html' | 'json',
  text: (exported: PersonExport) => Promise<string>,
): Promise<Response> {
  const data = await exportPerson(context.app, context.store.id, person);
  const type = extension === 'html' ? 'text/html; charset=utf-8' : 'application/json';
  return download(Buffer.from(await text(data)), { name: `customer-${context.id()}.${extension}`, type });
}
