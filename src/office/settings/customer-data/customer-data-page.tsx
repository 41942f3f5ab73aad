import { orderOrDeleted } from '../../../domain/orders/order.ts';
import { findPersons, type Person, personOfOrder } from '../../../domain/privacy/person.ts';
import { notFound } from '../../../lib/errors.ts';
import { count } from '../../../lib/number-format.ts';
import { fields, optionalText } from '../../forms/fields.ts';
import { Submit, TextField } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { Empty, Heading, Time } from '../../page/components.tsx';
import { List } from '../../page/list.tsx';
import type { StoreContext } from '../../request-context.ts';
import { get, type Screen } from '../../screen.ts';
import { settingsTexts } from '../settings-texts.ts';
import { customerDataTexts } from './customer-data-texts.ts';
import { personScreens } from './person-screens.tsx';

const PATH = '/settings/customers';

/** A customer is named by the id of one of the orders. */
export const customerDataScreens: readonly Screen[] = [
  get(PATH, 'customer_data and settings', searchPage),
  ...personScreens({
    path: `${PATH}/:id`,
    back: (context) => ({ href: `/office${PATH}`, label: customerDataTexts(context.language).title }),
    personOf: requestedPerson,
    doneUrl: PATH,
  }),
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
  const t = customerDataTexts(context.language);
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
