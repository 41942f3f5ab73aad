import {
  CUSTOMER_SORTS,
  type CustomerEntry,
  customersWithTag,
  customerTagsOfStore,
  findCustomers,
  listCustomers,
} from '../../domain/orders/customers/customer-list.ts';
import type { Id } from '../../lib/ids.ts';
import { count, money } from '../../lib/number-format.ts';
import { MAX_TAG_LENGTH } from '../../lib/tags.ts';
import { fields, optionalChoice, optionalId, optionalText } from '../forms/fields.ts';
import { SelectField } from '../forms/inputs.tsx';
import type { Page } from '../office-response.ts';
import { CsvLink, Empty, Heading, Notice, Pager, SENSITIVE_FILE, Time, withQuery } from '../page/components.tsx';
import { List } from '../page/list.tsx';
import { activeFilter, ListFilters } from '../page/list-filters.tsx';
import type { StoreContext } from '../request-context.ts';
import { customersTexts } from './customers-texts.ts';

const PAGE_SIZE = 50;

const listQuery = fields({
  q: optionalText(100),
  tag: optionalText(MAX_TAG_LENGTH),
  sort: optionalChoice(CUSTOMER_SORTS),
  after: optionalId,
});

interface Shown {
  customers: readonly CustomerEntry[];
  next?: Id | undefined;
  hasMore?: boolean;
}

/** The requested filter and order. Only accounts that see payments sort by spending. */
export function requestedList(context: StoreContext) {
  const { sort = 'last_order', ...query } = context.query(listQuery);
  return { ...query, sort: context.may('money') ? sort : ('last_order' as const) };
}

/** The customers of the store; a search or a tag shows the newest matching ones. */
export function customerListPage(context: StoreContext): Page {
  const t = customersTexts(context.language);
  const { q, tag, sort, after } = requestedList(context);
  const { db, store } = context;
  const shown: Shown =
    q !== undefined
      ? findCustomers(db, store.id, { search: q, tag, sort })
      : tag !== undefined
        ? customersWithTag(db, store.id, tag, sort)
        : listCustomers(db, store.id, { sort, after, limit: PAGE_SIZE });
  const isFiltered = q !== undefined || tag !== undefined;
  const { url } = context.request;
  return {
    title: t.title,
    body: (
      <>
        <Heading title={t.title}>
          {shown.customers.length > 0 && <CsvLink href={csvUrl(url)} {...SENSITIVE_FILE} />}
        </Heading>
        <Search context={context} q={q} tag={tag} sort={sort} />
        {shown.hasMore && <Notice>{t.notAll}</Notice>}
        <Customers context={context} customers={shown.customers} isFiltered={isFiltered} />
        <Pager
          previous={after === undefined || isFiltered ? undefined : withQuery(url, { after: undefined })}
          next={shown.next === undefined ? undefined : withQuery(url, { after: shown.next })}
        />
      </>
    ),
  };
}

const csvUrl = (url: URL): string =>
  withQuery(new URL(`/office/customers.csv${url.search}`, url), { after: undefined });

interface SearchProps {
  context: StoreContext;
  q: string | undefined;
  tag: string | undefined;
  sort: (typeof CUSTOMER_SORTS)[number];
}

function Search({ context, q, tag, sort }: SearchProps) {
  const t = customersTexts(context.language);
  const tags = customerTagsOfStore(context.db, context.store.id);
  const sorts = [
    { value: 'last_order', label: t.byLastOrder },
    ...(context.may('money') ? [{ value: 'spending', label: t.bySpending }] : []),
  ];
  const fields = [
    tags.length > 0 && (
      <SelectField
        name="tag"
        label={t.tag}
        value={tag}
        empty={t.anyTag}
        options={tags.map((value) => ({ value, label: value }))}
      />
    ),
    sorts.length > 1 && <SelectField name="sort" label={t.sort} value={sort} options={sorts} />,
  ].filter((field) => field !== false);
  return (
    <ListFilters
      action="/customers"
      search={{ label: t.search, placeholder: t.search, value: q }}
      active={activeFilter('tag', t.tag, tag)}
    >
      {fields.length > 0 && fields}
    </ListFilters>
  );
}

interface CustomersProps {
  context: StoreContext;
  customers: readonly CustomerEntry[];
  isFiltered: boolean;
}

function Customers({ context, customers, isFiltered }: CustomersProps) {
  const t = customersTexts(context.language);
  const empty = isFiltered ? (
    <Empty title={t.noneFound} hint={t.noneFoundHint} />
  ) : (
    <Empty title={t.none} hint={t.noneHint} />
  );
  return (
    <List
      class="list lines"
      rows={customers}
      empty={empty}
      opensRows
      columns={(column) => [
        column(t.name, 'break', ({ id, name, telephone }) => (
          <a href={`/office/customers/${id}`}>{name === '' ? telephone : name}</a>
        )),
        column(t.telephone, ({ telephone, merged }) => (
          <span>
            {telephone} {merged > 0 && <span class="muted">{t.more(count(merged))}</span>}
          </span>
        )),
        column(t.orders, 'number labeled', (customer) => count(customer.orders)),
        context.may('money') && column(t.spending, 'money top', ({ spending }) => money(spending)),
        column(t.lastOrder, 'end', ({ lastOrderTime }) => <Time at={lastOrderTime} />),
      ]}
    />
  );
}
