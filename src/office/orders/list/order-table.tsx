import type { OrderEntry } from '../../../domain/orders/list/entries.ts';
import { returnFacts } from '../../../domain/orders/list/returns.ts';
import type { OrderSort } from '../../../domain/orders/list/sorted.ts';
import { Post } from '../../forms/inputs.tsx';
import { ariaSort, SortLink } from '../../page/sort.tsx';
import type { StoreContext } from '../../request-context.ts';
import { BulkBar } from './bulk-bar.tsx';
import { reviewsOf } from './listed-review.ts';
import { orderListTexts } from './order-list-texts.ts';
import { OrderRow } from './order-row.ts';
import { TagDialog } from './tag-dialog.tsx';

interface TableProps {
  context: StoreContext;
  orders: readonly OrderEntry[];
  sort: OrderSort | undefined;
  /** See `BulkBar`. */
  matches: string | undefined;
}

/** The orders with checkboxes and the bulk actions that the account may use. */
export const OrderTable = (props: TableProps) => {
  const { context } = props;
  return (
    <Post action="/orders/bulk" class="orders selection" plain>
      <input type="hidden" name="from" value={context.request.url.search} />
      {/* The first button is the default one: Enter in a checkbox must not press one of a row. */}
      {context.may('orders') ? <TagDialog context={context} /> : <button type="submit" disabled hidden />}
      <Orders {...props} />
      <BulkBar context={context} orders={props.orders} matches={props.matches} />
    </Post>
  );
};

function Orders({ context, orders, sort }: TableProps) {
  const t = orderListTexts(context.language);
  const list = listParameter(context.request.url);
  const tab = context.request.url.searchParams.get('tab');
  const ids = orders.map(({ id }) => id);
  const returned = tab === 'returning' ? returnFacts(context.db, ids) : undefined;
  const isReview = tab === 'to_confirm' && context.may('money');
  const reviewOf = isReview ? reviewsOf(context, ids) : undefined;
  return (
    <table class="list orders" data-opens-rows>
      <thead>
        <tr>
          <th scope="col" class="tick">
            <input type="checkbox" class="scripted-only" aria-label={t.selectAll} data-select-all="ids" />
          </th>
          <SortedColumn context={context} sort={sort} name="time" label={t.order} class="order-cell" />
          {context.may('customer_data') ? (
            <SortedColumn context={context} sort={sort} name="customer" label={t.customer} class="customer-cell" />
          ) : (
            <th scope="col" class="customer-cell">
              {t.customer}
            </th>
          )}
          <th scope="col">{t.items}</th>
          <SortedColumn context={context} sort={sort} name="total" label={t.total} class="total-cell right" />
          <th scope="col" class="shipping-cell">
            {t.shipping}
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <OrderRow {...{ context, order, list }} returned={returned?.(order.id)} review={reviewOf?.(order.id)} />
        ))}
      </tbody>
    </table>
  );
}

/** The query parameter `list` of the links to orders, which lead back to this list; empty for the list of all orders. */
function listParameter({ searchParams }: URL): string {
  const filled = new URLSearchParams([...searchParams].filter(([, value]) => value !== '')).toString();
  return `?${new URLSearchParams({ list: filled })}`;
}

interface SortedColumnProps {
  context: StoreContext;
  sort: OrderSort | undefined;
  name: OrderSort['key'];
  label: string;
  class: string;
}

/** Without a sort, the list is sorted by time, newest first. */
function SortedColumn({ context, sort = NEWEST_FIRST, name, label, class: look }: SortedColumnProps) {
  const { url } = context.request;
  const heading = { label, key: name, url, current: sort, descendingFirst: name !== 'customer' };
  return (
    <th scope="col" class={look} aria-sort={ariaSort(heading)}>
      <SortLink {...heading} />
    </th>
  );
}

const NEWEST_FIRST: OrderSort = { key: 'time', descending: true };
