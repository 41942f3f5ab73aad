import type { Child } from 'hono/jsx';
import type { BulkActionName } from '../../../domain/orders/bulk/bulk-rows.ts';
import type { OrderEntry } from '../../../domain/orders/list/entries.ts';
import type { OrderSort } from '../../../domain/orders/list/sorted.ts';
import { LABEL_SIZES } from '../../../domain/print/labels/label.ts';
import { Post, Submit } from '../../forms/inputs.tsx';
import { Confirm } from '../../page/components.tsx';
import { Icon } from '../../page/icons.tsx';
import { useRequest } from '../../page/render-context.ts';
import { ariaSort, SortLink } from '../../page/sort.tsx';
import type { StoreContext } from '../../request-context.ts';
import { orderListTexts } from './order-list-texts.ts';
import { OrderRow } from './order-row.ts';
import type { DOCUMENTS } from './print-documents.tsx';

interface TableProps {
  context: StoreContext;
  orders: readonly OrderEntry[];
  sort: OrderSort | undefined;
}

/** The orders with checkboxes and the bulk actions that the account may use. */
export const OrderTable = (props: TableProps) => {
  const { context } = props;
  const t = orderListTexts(context.language);
  const action = ['/orders/book', '/orders/print/receipts'].find((path) => context.mayOpen(path, 'POST'));
  if (action === undefined) return <Orders {...props} />;
  return (
    <Post action={action} class="orders selection" plain>
      <input type="hidden" name="from" value={context.request.url.search} />
      <label class="tick-all">
        <input type="checkbox" data-select-all="ids" /> {t.selectAll}
      </label>
      <label class="tick-all">
        <input type="checkbox" name="all" value="yes" /> {t.allFiltered}
      </label>
      <Orders {...props} />
      <BulkActions context={context} />
    </Post>
  );
};

function Orders({ context, orders, sort }: TableProps) {
  const t = orderListTexts(context.language);
  return (
    <table class="list orders">
      <thead>
        <tr>
          <th scope="col">
            <span class="visually-hidden">{t.selectAll}</span>
          </th>
          <SortedColumn context={context} sort={sort} name="time" label={t.order} />
          {context.may('customer_data') ? (
            <SortedColumn context={context} sort={sort} name="customer" label={t.customer} />
          ) : (
            <th scope="col">{t.customer}</th>
          )}
          <th scope="col">{t.items}</th>
          <SortedColumn context={context} sort={sort} name="total" label={t.total} />
          <th scope="col">{t.shipping}</th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <OrderRow context={context} order={order} />
        ))}
      </tbody>
    </table>
  );
}

interface SortedColumnProps {
  context: StoreContext;
  sort: OrderSort | undefined;
  name: OrderSort['key'];
  label: string;
}

/** Without a sort, the list is sorted by time, newest first. */
function SortedColumn({ context, sort = NEWEST_FIRST, name, label }: SortedColumnProps) {
  const { url } = context.request;
  const heading = { label, key: name, url, current: sort, descendingFirst: name !== 'customer' };
  return (
    <th scope="col" aria-sort={ariaSort(heading)}>
      <SortLink {...heading} />
    </th>
  );
}

const NEWEST_FIRST: OrderSort = { key: 'time', descending: true };

/** Shown while orders are selected; on a phone one line, with the other actions folded. */
const BulkActions = ({ context }: { context: StoreContext }) => {
  const t = orderListTexts(context.language);
  if (!context.may('orders'))
    return (
      <div class="bulk">
        <SelectedCount context={context} />
        {context.may('money') && <BulkButton action="paid">{t.markPaid}</BulkButton>}
        <PrintButton to="receipts">{t.receipts}</PrintButton>
      </div>
    );
  return (
    <div class="bulk">
      <SelectedCount context={context} />
      <Submit formaction="/office/orders/book" label={t.request} />
      <details class="bulk-more">
        <summary class="button">{t.moreActions}</summary>
        <div class="group">
          <label class="visually-hidden" for="label-size">
            {t.labelSize}
          </label>
          <select name="size" id="label-size">
            {Object.keys(LABEL_SIZES).map((size) => (
              <option value={size}>{size === 'a4' ? t.a4 : size.replace('x', ' × ').replace('a6', 'A6')}</option>
            ))}
          </select>
          <PrintButton to="labels">
            <Icon name="print" /> {t.labels}
          </PrintButton>
          <PrintButton to="address-labels">{t.addressLabels}</PrintButton>
          <PrintButton to="pick-list">{t.pick_list}</PrintButton>
          <PrintButton to="packing-slips">{t.packing_slips}</PrintButton>
          <PrintButton to="manifest">{t.manifest}</PrintButton>
          <PrintButton to="receipts">{t.receipts}</PrintButton>
          {context.may('money') && <BulkButton action="paid">{t.markPaid}</BulkButton>}
          <BulkButton action="deliver">{t.markDelivered}</BulkButton>
          {context.may('money') && <BulkButton action="cancel">{t.cancelOrders}</BulkButton>}
          <BulkButton action="tag">{t.addTag}</BulkButton>
          <Confirm label={t.handOver} danger={false}>
            <p>{t.handOverWarning}</p>
            <Submit formaction="/office/orders/picked-up" label={t.confirmHandOver} />
          </Confirm>
        </div>
      </details>
    </div>
  );
};

const SelectedCount = ({ context }: { context: StoreContext }) => {
  const t = orderListTexts(context.language);
  return (
    <>
      <p class="selected-count">{t.selected}</p>
      <p class="all-selected">{t.allSelected}</p>
    </>
  );
};

/** Leads to the preview of a bulk action. */
const BulkButton = ({ action, children }: { action: BulkActionName; children: Child }) => (
  <button type="submit" class="secondary outline" name="action" value={action} formaction="/office/orders/bulk">
    {children}
  </button>
);

const PrintButton = ({ to, children }: { to: keyof typeof DOCUMENTS; children: Child }) =>
  useRequest().mayOpen(`/orders/print/${to}`, 'POST') && (
    <button type="submit" class="secondary outline" formaction={`/office/orders/print/${to}`} formtarget="_blank">
      {children}
    </button>
  );
