import {
  type CustomerEntry,
  customersWithTag,
  findCustomers,
  listCustomers,
} from '../../domain/orders/customers/customer-list.ts';
import { MAX_SCANNED } from '../../domain/orders/customers/customer-scan.ts';
import type { CustomerCursor, CustomerSort } from '../../domain/orders/customers/customer-sort.ts';
import { tagsOfEach } from '../../domain/orders/customers/notes-and-tags.ts';
import { parseId } from '../../lib/ids.ts';
import { count, money } from '../../lib/number-format.ts';
import type { Page } from '../office-response.ts';
import { Empty, Heading, Notice, Pager, Time, withQuery } from '../page/components.tsx';
import { ExportMenu } from '../page/export-menu.tsx';
import { List } from '../page/list.tsx';
import type { Sort } from '../page/sort.tsx';
import { TagList } from '../page/tag-list.tsx';
import type { StoreContext } from '../request-context.ts';
import { CustomerFilters } from './customer-filters.tsx';
import { type CustomerListQuery, requestedCustomerList } from './customer-list-query.ts';
import { customersTexts } from './customers-texts.ts';

const PAGE_SIZE = 50;

interface Shown {
  customers: readonly CustomerEntry[];
  next?: CustomerCursor | undefined;
  hasMore?: boolean;
}

/** The customers of the store; a search or a tag shows the newest matching ones. */
export function customerListPage(context: StoreContext): Page {
  const t = customersTexts(context.language);
  const query = requestedCustomerList(context);
  const { q, tag, after } = query;
  const shown = shownCustomers(context, query);
  const isPaged = q === undefined && tag === undefined;
  const isFiltered = Object.values(query.filter).some((value) => value !== undefined);
  const isPart = shown.next !== undefined && shown.customers.length < PAGE_SIZE;
  const { url } = context.request;
  return {
    title: t.title,
    body: (
      <>
        <Heading title={t.title}>
          {shown.customers.length > 0 && <ExportMenu href={listUrl(url)} isSensitive />}
        </Heading>
        <CustomerFilters context={context} query={query} />
        {shown.hasMore && <Notice>{t.notAll}</Notice>}
        {isPart && <Notice>{t.searchedPart(count(MAX_SCANNED))}</Notice>}
        <Customers
          context={context}
          customers={shown.customers}
          sort={query.sort}
          isFiltered={!isPaged || isFiltered}
        />
        <Pager
          previous={after === undefined || !isPaged ? undefined : withQuery(url, { after: undefined })}
          next={shown.next && withQuery(url, { after: cursorText(shown.next) })}
        />
      </>
    ),
  };
}

const cursorText = ({ value, id }: CustomerCursor): string => `${value}_${id}`;

/** Undefined, which is the first page, if the text is not a cursor. */
function cursorOf(text: string | undefined): CustomerCursor | undefined {
  const [, value, digits = ''] = /^(-?\d{1,15})_(\d{1,15})$/.exec(text ?? '') ?? [];
  const id = parseId(digits);
  return id === undefined ? undefined : { value: Number(value), id };
}

function shownCustomers({ db, store }: StoreContext, { q, tag, filter, after, order }: CustomerListQuery): Shown {
  if (q !== undefined) return findCustomers(db, store.id, { search: q, tag, ...filter, ...order });
  if (tag !== undefined) return customersWithTag(db, store.id, { tag, ...filter, ...order });
  return listCustomers(db, store.id, { ...filter, ...order, after: cursorOf(after), limit: PAGE_SIZE });
}

const listUrl = (url: URL): string => withQuery(new URL(`/office/customers${url.search}`, url), { after: undefined });

interface CustomersProps {
  context: StoreContext;
  customers: readonly CustomerEntry[];
  sort: Sort<CustomerSort>;
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
