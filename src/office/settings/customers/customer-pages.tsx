import { orderOrDeleted } from '../../../domain/orders/order.ts';
import { erasePerson } from '../../../domain/privacy/erase.ts';
import { exportPerson, type PersonExport } from '../../../domain/privacy/export.ts';
import { exportJson, exportPage } from '../../../domain/privacy/export-page.ts';
import { findPersons, type Person, personOfOrder, rowsOfPerson } from '../../../domain/privacy/person.ts';
import { notFound } from '../../../lib/errors.ts';
import { count } from '../../../lib/number-format.ts';
import { fields, optionalText } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { Post, Submit, TextField } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { ButtonLink, Confirm, Empty, Facts, Heading, Notice, Time } from '../../page/components.tsx';
import { download } from '../../page/downloads.ts';
import { List } from '../../page/list.tsx';
import type { StoreContext } from '../../request-context.ts';
import { get, postForm, type Screen } from '../../screen.ts';
import { settingsTexts } from '../settings-texts.ts';
import { customerTexts } from './customer-texts.ts';

const PATH = '/settings/customers';

const noFields = fields({});

/** A customer is named by the id of one of the orders. */
export const customerScreens: readonly Screen[] = [
  get(PATH, 'customer_data and settings', searchPage),
  get(`${PATH}/:id`, 'customer_data and settings', (context) => personPage(context)),
  get(`${PATH}/:id/export.json`, 'customer_data and settings', (context) => exported(context, 'json', exportJson), {
    sensitive: true,
  }),
  get(`${PATH}/:id/export.html`, 'customer_data and settings', (context) => exported(context, 'html', exportPage), {
    sensitive: true,
  }),
  postForm(
    `${PATH}/:id/erase`,
    'customer_data and settings',
    noFields,
    eraseError,
    async (context) => {
      const { orders } = await erasePerson(context.app, context.store.id, requestedPerson(context));
      return context.redirect(PATH, customerTexts(context.language).erased(count(orders.length)));
    },
    { sensitive: true },
  ),
];

/** @throws AppError not_found, also for an erased customer */
function requestedPerson(context: StoreContext): Person {
  const id = context.id();
  const { storeId } = orderOrDeleted(context.db, id);
  if (storeId !== context.store.id) throw notFound('nothing_at_path');
  return personOfOrder(context.db, id);
}

const searchQuery = fields({ q: optionalText(200) });

function searchPage(context: StoreContext): Page {
  const t = customerTexts(context.language);
  const { q } = context.query(searchQuery);
  const persons = q === undefined ? [] : findPersons(context.db, context.store.id, q, context.now);
  return {
    title: t.title,
    body: (
      <>
        <Heading title={t.title} back={{ href: '/office/settings', label: settingsTexts(context.language).settings }} />
        <p class="hint">{t.hint}</p>
        <form class="inline" action={`/office${PATH}`}>
          <TextField type="search" name="q" label={t.search} value={q} />
          <Submit class="secondary outline" label={t.find} />
        </form>
        {q !== undefined && (
          <List
            rows={persons}
            empty={<Empty title={t.none} hint={t.noneHint} />}
            columns={(column) => [
              column(t.name, 'break', ({ orderId, name }) => <a href={`/office${PATH}/${orderId}`}>{name}</a>),
              column(t.telephone, ({ telephone }) => telephone),
              column(t.orders, 'number', ({ orders }) => count(orders)),
              column(t.lastOrder, ({ lastOrderTime }) => <Time at={lastOrderTime} />),
            ]}
          />
        )}
      </>
    ),
  };
}

async function personPage(context: StoreContext, error?: string): Promise<Page> {
  const t = customerTexts(context.language);
  const person = requestedPerson(context);
  const { addresses, orders } = await rowsOfPerson(context.db, context.store.id, person);
  const path = `${PATH}/${context.id()}`;
  return {
    title: person.name,
    body: (
      <>
        <Heading title={person.name} back={{ href: `/office${PATH}`, label: t.title }}>
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
              [t.telephone, person.telephone],
              [t.orders, count(orders.length)],
              [t.addresses, count(addresses.length)],
            ]}
          />
        </section>
        <section class="card">
          <h2>{t.export}</h2>
          <p class="hint">{t.exportHint}</p>
          <div class="actions">
            <ButtonLink href={`/office${path}/export.html`} label={t.exportHtml} download />
            <ButtonLink href={`/office${path}/export.json`} label={t.exportJson} download />
          </div>
        </section>
      </>
    ),
  };
}

/** Shows why the customer could not be erased. */
function eraseError(context: StoreContext, { error }: Form<unknown>): Promise<Page> {
  return personPage(context, error);
}

async function exported(
  context: StoreContext,
  extension: 'html' | 'json',
  text: (exported: PersonExport) => Promise<string>,
): Promise<Response> {
  const data = await exportPerson(context.app, context.store.id, requestedPerson(context));
  const type = extension === 'html' ? 'text/html; charset=utf-8' : 'application/json';
  return download(Buffer.from(await text(data)), { name: `customer-${context.id()}.${extension}`, type });
}
