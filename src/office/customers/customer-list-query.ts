import type { CustomerFilter } from '../../domain/orders/customers/customer-filter.ts';
import { CUSTOMER_SORTS, type CustomerSort } from '../../domain/orders/customers/customer-sort.ts';
import { MAX_TAG_LENGTH } from '../../lib/tags.ts';
import { PROVINCES } from '../../lib/thai-address/provinces.ts';
import { fields, optionalAmount, optionalChoice, optionalText } from '../forms/fields.ts';
import { type Sort, sortField, sortOf } from '../page/sort.tsx';
import type { StoreContext } from '../request-context.ts';

/** Days since the last order: at most so many, or with a minus sign more. */
export const LAST_ORDERS = ['7', '30', '90', '365', '-30', '-90', '-180', '-365'] as const;
type LastOrder = (typeof LAST_ORDERS)[number];

const listQuery = fields({
  q: optionalText(100),
  tag: optionalText(MAX_TAG_LENGTH),
  province: optionalChoice(PROVINCES.map(({ name }) => name)),
  min_spending: optionalAmount,
  last_order: optionalChoice(LAST_ORDERS),
  sort: sortField(CUSTOMER_SORTS),
  after: optionalText(40),
});

const NEWEST_ORDER_FIRST: Sort<CustomerSort> = { key: 'last_order', descending: true };

export type CustomerListQuery = ReturnType<typeof requestedCustomerList>;

/** The requested search, filter and order. Only accounts that see payments filter and sort by spending. */
export function requestedCustomerList(context: StoreContext) {
  const query = context.query(listQuery);
  const { q, tag, province, after, last_order: lastOrder } = query;
  const seesSpending = context.may('money');
  const wanted = sortOf(query.sort) ?? NEWEST_ORDER_FIRST;
  const sort = wanted.key === 'spending' && !seesSpending ? NEWEST_ORDER_FIRST : wanted;
  const filter: CustomerFilter = {
    province,
    minSpending: (seesSpending && query.min_spending) || undefined,
    ...lastOrderRange(context.now, lastOrder),
  };
  return { q, tag, after, lastOrder, filter, sort, order: { sort: sort.key, isAscending: !sort.descending } };
}

const DAY = 86_400_000;

function lastOrderRange(now: number, lastOrder: LastOrder | undefined): CustomerFilter {
  if (lastOrder === undefined) return {};
  const time = now - Math.abs(Number(lastOrder)) * DAY;
  return lastOrder.startsWith('-') ? { notOrderedSince: time } : { orderedSince: time };
}
