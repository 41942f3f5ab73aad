import type { OrderQuery } from '../../../domain/orders/list/filters.ts';
import { RETURN_STATES } from '../../../domain/orders/list/returns.ts';
import { ORDER_SORTS, type OrderSort } from '../../../domain/orders/list/sorted.ts';
import { ORDER_TABS } from '../../../domain/orders/list/tabs.ts';
import { parseId } from '../../../lib/ids.ts';
import { MAX_TAG_LENGTH } from '../../../lib/tags.ts';
import { fields, flag, optionalChoice, optionalDay, optionalInteger, optionalText } from '../../forms/fields.ts';
import { sortField, sortOf } from '../../page/sort.tsx';
import type { StoreContext } from '../../request-context.ts';

const YES_NO = ['yes', 'no'] as const;
const MAX = Number.MAX_SAFE_INTEGER;
const DAY = 86_400_000;

const queryFields = fields({
  tab: optionalChoice(ORDER_TABS),
  q: optionalText(100),
  from: optionalDay,
  to: optionalDay,
  channel: optionalText(60),
  partner: optionalText(20),
  courier: optionalText(60),
  cod: optionalChoice(YES_NO),
  paid: optionalChoice([...YES_NO, 'overpaid', 'short', 'returned']),
  number: optionalChoice(YES_NO),
  late: flag,
  returns: optionalChoice(RETURN_STATES),
  tag: optionalText(MAX_TAG_LENGTH),
  before: optionalInteger(1, MAX),
  sort: sortField(ORDER_SORTS),
});

/** The names of the parameters, with that of pages of a sorted list. */
export const LIST_PARAMETERS: readonly string[] = [...Object.keys(queryFields.entries), 'page'];

/** The query parameters of the list. */
export interface OrderListQuery {
  query: OrderQuery;
  /** Cursor of the page: only orders older than this one. */
  before: number | undefined;
  /** Number of active filters. */
  filters: number;
  /** Undefined: newest first. */
  sort: OrderSort | undefined;
}

const asBoolean = (choice: (typeof YES_NO)[number] | undefined) =>
  choice === undefined ? undefined : choice === 'yes';

/** @param url of the list */
export function orderListQuery(context: StoreContext, url = context.request.url): OrderListQuery {
  const { tab = 'all', q, from, to, before, sort, ...filter } = context.query(queryFields, url);
  const filterValues = {
    since: from,
    until: to === undefined ? undefined : to + DAY,
    salesChannel: filter.channel,
    origin: filter.partner === 'store' ? ('store' as const) : parseId(filter.partner ?? ''),
    shippingType: filter.courier,
    isCod: asBoolean(filter.cod),
    isPaid: filter.paid === 'yes' || filter.paid === 'no' ? asBoolean(filter.paid) : undefined,
    isOverpaid: filter.paid === 'overpaid' || undefined,
    isShort: filter.paid === 'short' || undefined,
    isReturned: filter.paid === 'returned' || undefined,
    isBooked: asBoolean(filter.number),
    isLate: filter.late || undefined,
    returnState: filter.returns,
    tag: filter.tag,
  };
  const filters = Object.values(filterValues).filter((value) => value !== undefined).length;
  return {
    query: { tab, search: q, excludePersonalData: !context.may('customer_data'), ...filterValues },
    before,
    filters,
    sort: allowedSort(context, sortOf(sort)),
  };
}

/** Sorting by name needs permission to see names. */
const allowedSort = (context: StoreContext, sort: OrderSort | undefined): OrderSort | undefined =>
  sort?.key === 'customer' && !context.may('customer_data') ? undefined : sort;

export const queryParam = (context: StoreContext, name: string): string =>
  context.request.url.searchParams.get(name) ?? '';
