import type { Child } from 'hono/jsx';
import { type OrderEntry, ownEntries, requireOwn } from '../../../domain/orders/list/entries.ts';
import { filteredOrders } from '../../../domain/orders/list/sorted.ts';
import type { Id } from '../../../lib/ids.ts';
import { count } from '../../../lib/number-format.ts';
import { fields, flag, id, listOf, optionalText } from '../../forms/fields.ts';
import type { Page } from '../../office-response.ts';
import { Heading, Notice } from '../../page/components.tsx';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { orderListQuery } from './order-list-query.ts';
import { orderListTexts } from './order-list-texts.ts';

// The orders of a bulk action: the checked rows of the list, or all that pass its filter.

/** Orders per immediate action or print. */
export const MAX_SELECTED = 500;

const selection = fields({ ids: listOf(id), all: flag, from: optionalText(2_000) });

const selectionOf = (context: StoreContext) => context.form(selection).value ?? { ids: [], all: false, from: '' };

/**
 * The ids of the selected orders; an error page if there are none or more than `most`.
 *
 * @throws AppError not_found if an order belongs to another store
 */
export async function selectedIds(context: StoreContext, most: number): Promise<Id[] | Page> {
  const t = orderListTexts(context.language);
  const { all, ids: checked } = selectionOf(context);
  const ids = all ? await filteredIds(context) : checked;
  if (ids === undefined) return selectionError(context, t.tooManyFiltered(count(most)));
  if (ids.length === 0) return selectionError(context, t.noneSelected);
  if (ids.length > most) return selectionError(context, t.tooManySelected(count(ids.length), count(most)));
  return all ? ids : requireOwn(context.db, context.store.id, ids);
}

function filteredIds(context: StoreContext): Promise<Id[] | undefined> {
  const list = new URL(`/office${listPath(context)}`, context.request.url);
  return filteredOrders(context.db, context.store.id, orderListQuery(context, list).query, context.now);
}

/** As `selectedIds`: at most MAX_SELECTED, oldest first. */
export async function selectedOrders(context: StoreContext): Promise<OrderEntry[] | Page> {
  const ids = await selectedIds(context, MAX_SELECTED);
  return Array.isArray(ids) ? ownEntries(context.db, context.store.id, ids, context.now) : ids;
}

/** Whether all orders of the filter are selected, instead of rows. */
export const isAllSelected = (context: StoreContext): boolean => selectionOf(context).all;

/** Path of the list below `/office`, with the tab, filters and page on which the orders were selected. */
export function listPath(context: StoreContext): string {
  const { from = '' } = selectionOf(context);
  return from.startsWith('?') ? `/orders${from}` : '/orders';
}

/** The selection, for the next action on the same orders. */
export const SelectionFields = ({ context, orders }: StoreProps<{ orders: readonly OrderEntry[] }>) => (
  <>
    {orders.map(({ id }) => (
      <input type="hidden" name="ids" value={String(id)} />
    ))}
    <input type="hidden" name="from" value={new URL(listPath(context), context.request.url).search} />
  </>
);

export const selectionError = (context: StoreContext, reason: string): Page =>
  failurePage(context, <Notice tone="warn">{reason}</Notice>);

export const failurePage = (context: StoreContext, content: Child): Page => ({
  ...questionPage(context, orderListTexts(context.language).results, content),
  status: 422,
});

/** A page about the selected orders. */
export const questionPage = (context: StoreContext, title: string, content: Child): Page => ({
  title,
  body: (
    <>
      <Heading
        title={title}
        back={{ href: `/office${listPath(context)}`, label: orderListTexts(context.language).orders }}
      />
      {content}
    </>
  ),
});
