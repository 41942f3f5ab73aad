import type { OrderQuery } from '../../../domain/orders/list/query.ts';
import { ORDER_TABS } from '../../../domain/orders/list/tabs.ts';
import { parseId } from '../../../lib/ids.ts';
import { fields, flag, optionalChoice, optionalDay, optionalText, optionalWhole } from '../../forms/fields.ts';
import type { StoreContext } from '../../request-context.ts';

const YES_NO = ['yes', 'no'] as const;
const MOST = Number.MAX_SAFE_INTEGER;
const DAY = 86_400_000;

const listFields = fields({
  tab: optionalChoice(ORDER_TABS),
  q: optionalText(100),
  from: optionalDay,
  to: optionalDay,
  channel: optionalText(60),
  partner: optionalText(20),
  courier: optionalText(60),
  cod: optionalChoice(YES_NO),
  paid: optionalChoice(YES_NO),
  number: optionalChoice(YES_NO),
  late: flag,
  to_take_in: flag,
  before: optionalWhole(1, MOST),
  after: optionalWhole(0, MOST),
});

/** What the address of the list asks for. */
export interface OrderListQuery {
  query: OrderQuery;
  /** Of the page before: only older orders. */
  before: number | undefined;
  /** For news: only newer ones. */
  after: number | undefined;
  /** How many filters are on. */
  filters: number;
}

const is = (choice: (typeof YES_NO)[number] | undefined) => (choice === undefined ? undefined : choice === 'yes');

export function orderListQuery(context: StoreContext): OrderListQuery {
  const { tab = 'all', q, from, to, before, after, ...rest } = context.query(listFields);
  const narrowing = {
    since: from,
    until: to === undefined ? undefined : to + DAY,
    salesChannel: rest.channel,
    origin: rest.partner === 'store' ? ('store' as const) : parseId(rest.partner ?? ''),
    shippingType: rest.courier,
    isCod: is(rest.cod),
    isPaid: is(rest.paid),
    isBooked: is(rest.number),
    isLate: rest.late || undefined,
    isToTakeIn: rest.to_take_in || undefined,
  };
  const filters = Object.values(narrowing).filter((value) => value !== undefined).length;
  return { query: { tab, search: q, ...narrowing }, before, after, filters };
}

/** What stands in the address under this name. */
export const queryParam = (context: StoreContext, name: string): string =>
  context.request.url.searchParams.get(name) ?? '';
