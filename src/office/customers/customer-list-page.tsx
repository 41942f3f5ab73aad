import type { Language } from '../../domain/accounts/accounts.ts';
import {
  CUSTOMER_SORTS,
  type CustomerCursor,
  type CustomerEntry,
  type CustomerSort,
  customersWithTag,
  customerTagsOfStore,
  findCustomers,
  listCustomers,
  MAX_SCANNED,
} from '../../domain/orders/customers/customer-list.ts';
import { tagsOfEach } from '../../domain/orders/customers/notes-and-tags.ts';
import { parseId } from '../../lib/ids.ts';
import { count, money } from '../../lib/number-format.ts';
import { MAX_TAG_LENGTH } from '../../lib/tags.ts';
import { PROVINCES } from '../../lib/thai-address/provinces.ts';
import { fields, optionalChoice, optionalText } from '../forms/fields.ts';
import { type Option, SelectField } from '../forms/inputs.tsx';
import type { Page } from '../office-response.ts';
import { CsvLink, Empty, Heading, Notice, Pager, SENSITIVE_FILE, Time, withQuery } from '../page/components.tsx';
import { List } from '../page/list.tsx';
import { activeFilter, ListFilters } from '../page/list-filters.tsx';
import { type Sort, sortField, sortOf } from '../page/sort.tsx';
import { TagList } from '../page/tag-list.tsx';
import type { StoreContext, StoreProps } from '../request-context.ts';
import { customersTexts } from './customers-texts.ts';

const PAGE_SIZE = 50;

const listQuery = fields({
  q: optionalText(100),
  tag: optionalText(MAX_TAG_LENGTH),
  province: optionalChoice(PROVINCES.map(({ name }) => name)),
  sort: sortField(CUSTOMER_SORTS),
  after: optionalText(40),
});

interface Shown {
  customers: readonly CustomerEntry[];
  next?: CustomerCursor | undefined;
  hasMore?: boolean;
}

type CustomerListSort = Sort<CustomerSort>;

const NEWEST_ORDER_FIRST: CustomerListSort = { key: 'last_order', descending: true };

/** The requested filter and order. Only accounts that see payments sort by spending. */
export function requestedList(context: StoreContext) {
  const { sort: sortText, ...query } = context.query(listQuery);
  const wanted = sortOf(sortText) ?? NEWEST_ORDER_FIRST;
  const sort = wanted.key === 'spending' && !context.may('money') ? NEWEST_ORDER_FIRST : wanted;
  return { ...query, sort, order: { sort: sort.key, isAscending: !sort.descending } };
}

/** The customers of the store; a search or a tag shows the newest matching ones. */
export function customerListPage(context: StoreContext): Page {
  const t = customersTexts(context.language);
  const query = requestedList(context);
  const { q, tag, province, after } = query;
  const shown = shownCustomers(context, query);
  const isPaged = q === undefined && tag === undefined;
  const isPart = province !== undefined && shown.next !== undefined && shown.customers.length < PAGE_SIZE;
  const { url } = context.request;
  return {
    title: t.title,
    body: (
      <>
        <Heading title={t.title}>
          {shown.customers.length > 0 && <CsvLink href={csvUrl(url)} {...SENSITIVE_FILE} />}
        </Heading>
        <Search context={context} query={query} />
        {shown.hasMore && <Notice>{t.notAll}</Notice>}
        {isPart && <Notice>{t.searchedPart(count(MAX_SCANNED))}</Notice>}
        <Customers
          context={context}
          customers={shown.customers}
          sort={query.sort}
          isFiltered={!isPaged || province !== undefined}
        />
        <Pager
          previous={after === undefined || !isPaged ? undefined : withQuery(url, { after: undefined })}
          next={shown.next && withQuery(url, { after: cursorText(shown.next) })}
        />
      </>
    ),
  };
}

type ListQuery = ReturnType<typeof requestedList>;

const cursorText = ({ value, id }: CustomerCursor): string => `${value}_${id}`;

/** Undefined, which is the first page, if the text is no cursor. */
function cursorOf(text: string | undefined): CustomerCursor | undefined {
  const [, value, digits = ''] = /^(-?\d{1,15})_(\d{1,15})$/.exec(text ?? '') ?? [];
  const id = parseId(digits);
  return id === undefined ? undefined : { value: Number(value), id };
}

function shownCustomers({ db, store }: StoreContext, { q, tag, province, after, order }: ListQuery): Shown {
  if (q !== undefined) return findCustomers(db, store.id, { search: q, tag, province, ...order });
  if (tag !== undefined) return customersWithTag(db, store.id, { tag, province, ...order });
  return listCustomers(db, store.id, { province, ...order, after: cursorOf(after), limit: PAGE_SIZE });
}

const csvUrl = (url: URL): string =>
  withQuery(new URL(`/office/customers.csv${url.search}`, url), { after: undefined });

function Search({ context, query: { q, tag, province, sort } }: StoreProps<{ query: ListQuery }>) {
  const t = customersTexts(context.language);
  const tags = customerTagsOfStore(context.db, context.store.id);
  const provinces = provinceOptions(context.language);
  const sorts = [
    { value: '-last_order', label: t.byLastOrder },
    { value: 'last_order', label: t.byOldestOrder },
    ...(context.may('money')
      ? [
          { value: '-spending', label: t.bySpending },
          { value: 'spending', label: t.byLeastSpending },
        ]
      : []),
  ];
  return (
    <ListFilters
      action="/customers"
      search={{ label: t.search, placeholder: t.search, value: q }}
      active={[
        ...activeFilter('tag', t.tag, tag),
        ...activeFilter('province', t.province, provinces.find(({ value }) => value === province)?.label),
      ]}
    >
      {tags.length > 0 && (
        <SelectField
          name="tag"
          label={t.tag}
          value={tag}
          empty={t.anyTag}
          options={tags.map((value) => ({ value, label: value }))}
        />
      )}
      <SelectField name="province" label={t.province} value={province} empty={t.anyProvince} options={provinces} />
      <SelectField name="sort" label={t.sort} value={sort.descending ? `-${sort.key}` : sort.key} options={sorts} />
    </ListFilters>
  );
}

/** In the alphabetical order of the language. */
const provinceOptions = (language: Language): Option[] =>
  PROVINCES.map(({ name, latin }) => ({ value: name, label: language === 'th' ? name : latin })).sort((a, b) =>
    a.label.localeCompare(b.label, language),
  );

interface CustomersProps {
  context: StoreContext;
  customers: readonly CustomerEntry[];
  sort: CustomerListSort;
  isFiltered: boolean;
}

function Customers({ context, customers, sort, isFiltered }: CustomersProps) {
  const t = customersTexts(context.language);
  const empty = isFiltered ? (
    <Empty title={t.noneFound} hint={t.noneFoundHint} />
  ) : (
    <Empty title={t.none} hint={t.noneHint} />
  );
  const heading = (key: CustomerSort, label: string) => ({
    ...{ key, label, url: context.request.url, current: sort },
    descendingFirst: true,
  });
  const tagsOf = tagsOfEach(
    context.db,
    customers.map(({ id }) => id),
  );
  return (
    <List
      class="list lines"
      rows={customers}
      empty={empty}
      opensRows
      columns={(column) => [
        column(t.name, 'break', ({ id, name, telephone }) => (
          <>
            <a href={`/office/customers/${id}`}>{name === '' ? telephone : name}</a>
            <TagList tags={tagsOf(id)} />
          </>
        )),
        column(t.telephone, ({ telephone, merged }) => (
          <span>
            {telephone} {merged > 0 && <span class="muted">{t.more(count(merged))}</span>}
          </span>
        )),
        column(t.province, 'break province', ({ province }) => province ?? ''),
        column(t.orders, 'number labeled', (customer) => count(customer.orders)),
        context.may('money') && column(heading('spending', t.spending), 'money top', ({ spending }) => money(spending)),
        column(heading('last_order', t.lastOrder), 'end', ({ lastOrderTime }) => <Time at={lastOrderTime} />),
      ]}
    />
  );
}
