import { nextStep } from '../../../domain/orders/hints.ts';
import { countTabs, findOrders } from '../../../domain/orders/list/order-page.ts';
import type { Order } from '../../../domain/orders/order.ts';
import type { Id } from '../../../lib/ids.ts';
import { count } from '../../../lib/number-format.ts';
import { ButtonLink } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { orderDetailTexts } from './order-detail-texts.ts';
import { listQuery } from './origin-list.tsx';
import type { SectionProps } from './section-props.ts';

const MAX_COUNT = 1_000;

/** Shown once after a review, so that slips are reviewed one after another. The next step of the order comes first. */
export function NextSlip({ context, order }: Pick<SectionProps, 'context' | 'order'>) {
  const t = orderDetailTexts(context.language);
  const { notice } = context.request;
  if (notice === undefined || ![t.confirmed, t.rejected].includes(notice)) return null;
  const next = nextToConfirm(context, order);
  if (!next) return null;
  const waiting = countTabs(context.db, order.storeId, MAX_COUNT, ['to_confirm']).to_confirm;
  const shown = waiting < MAX_COUNT ? count(waiting) : `${count(MAX_COUNT)}+`;
  return (
    <ButtonLink
      href={`/office/orders/${next.id}${listQuery(context)}#payments`}
      main={nextStep(context.db, order) === undefined}
      label={t.nextSlip(next.number, shown)}
    />
  );
}

/** The next older order with a slip, then the newest: an order that was left undecided is not offered each time. */
function nextToConfirm(
  { db, now }: StoreContext,
  { id, orderNumber, storeId }: Order,
): { id: Id; number: number } | undefined {
  const newestOf = (before?: number) =>
    findOrders(db, storeId, { tab: 'to_confirm' }, { before, limit: 2 }, now).found.find((order) => order.id !== id);
  return newestOf(orderNumber) ?? newestOf();
}
