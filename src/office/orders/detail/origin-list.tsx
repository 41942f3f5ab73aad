import { neighborsOf } from '../../../domain/orders/list/neighbors.ts';
import type { Order } from '../../../domain/orders/order.ts';
import type { Id } from '../../../lib/ids.ts';
import { bilingual } from '../../bilingual.ts';
import { Icon } from '../../page/icons.tsx';
import type { StoreContext } from '../../request-context.ts';
import { LIST_PARAMETERS, orderListQuery } from '../list/order-list-query.ts';

// The order list that an order page was opened from: the query of the list is the parameter `list` of the page.

const texts = bilingual({
  neighbors: ['คำสั่งซื้ออื่นในรายการ', 'Other orders in the list'],
  previous: ['คำสั่งซื้อก่อนหน้า', 'Previous order'],
  next: ['คำสั่งซื้อถัดไป', 'Next order'],
});

const MAX_LENGTH = 2_000;

/** The address of the list, with parameters of the list only; undefined if the page was opened from elsewhere. */
function originList({ request: { url } }: StoreContext): URL | undefined {
  const search = url.searchParams.get('list');
  if (search === null || search.length > MAX_LENGTH) return undefined;
  const list = new URL('/office/orders', url);
  for (const [name, value] of new URLSearchParams(search))
    if (LIST_PARAMETERS.includes(name)) list.searchParams.set(name, value);
  return list;
}

/** Below `/office`: the list that the page was opened from, else the first page of all orders. */
export function listPath(context: StoreContext): string {
  return `/orders${originList(context)?.search ?? ''}`;
}

/** The query of links and forms that lead to an order page with the same list; empty without one. */
export function listQuery(context: StoreContext): string {
  const list = originList(context);
  return list === undefined ? '' : `?${new URLSearchParams({ list: list.search.slice(1) })}`;
}

/** Below `/office`: the order page, or a page below it, with the same list. */
export const orderPath = (context: StoreContext, id: Id, below = ''): string =>
  `/orders/${id}${below}${listQuery(context)}`;

/** Links to the orders before and after this one in the list that the page was opened from. */
export async function neighborLinks(context: StoreContext, { id, orderNumber }: Order) {
  const list = originList(context);
  if (list === undefined) return null;
  const place = { ...orderListQuery(context, list), order: { id, number: orderNumber }, now: context.now };
  const { previous, next } = await neighborsOf(context.db, context.store.id, place);
  if (!previous && !next) return null;
  const t = texts(context.language);
  const link = (order: { id: Id; number: number } | undefined, icon: 'up' | 'down', label: string) =>
    order && (
      <a href={`/office${orderPath(context, order.id)}`} aria-label={`${label} #${order.number}`}>
        <Icon name={icon} /> #{order.number}
      </a>
    );
  return (
    <nav class="neighbors" aria-label={t.neighbors}>
      {link(previous, 'up', t.previous)}
      {link(next, 'down', t.next)}
    </nav>
  );
}
