import type { OrderEntry } from '../../domain/orders/list/entries.ts';
import type { ReturnFacts, ReturnState } from '../../domain/orders/list/returns.ts';
import type { PaymentStatus } from '../../domain/orders/order-states.ts';
import { bilingual } from '../bilingual.ts';
import { agoText } from '../page/format.ts';
import type { StoreContext } from '../request-context.ts';

/** `เมื่อวาน` and `เมื่อสักครู่` have the word already. */
const thaiWhen = (ago: string): string => (ago.startsWith('เมื่อ') ? ago : `เมื่อ ${ago}`);

const texts = bilingual({
  returning: [(ago: string) => `ตีกลับ${thaiWhen(ago)}`, (ago: string) => `Return started ${ago}`],
  to_restock: [(ago: string) => `กลับถึงร้าน${thaiWhen(ago)}`, (ago: string) => `Returned ${ago}`],
  restocked: [(ago: string) => `คืนเข้าสต็อก${thaiWhen(ago)}`, (ago: string) => `Restocked ${ago}`],
  restock: ['คืนเข้าสต็อก', 'Restock'],
  refund: ['คืนเงิน', 'Refund'],
  resend: ['ส่งใหม่', 'Send again'],
  cancel: ['ยกเลิกคำสั่งซื้อ', 'Cancel order'],
});

/** When the order got into this state, and why its parcel came back. Courier's texts may name the recipient. */
export function returnText(context: StoreContext, state: ReturnState, facts: ReturnFacts): string {
  const since = facts.since.get(state);
  const reason = facts.reason ?? (context.may('customer_data') ? facts.courierText : undefined);
  const when = since !== undefined && texts(context.language)[state](agoText(since, context.now, context.language));
  return [when, reason].filter(Boolean).join(' · ');
}

interface Step {
  href: string;
  label: string;
}

const KEEPS_MONEY: readonly PaymentStatus[] = ['paid', 'partially_paid', 'partially_refunded'];

/**
 * What the store can do next with an order whose parcel came back, of what the account may do: put the goods back into
 * stock, then give the money back, send the goods again with a new order, or cancel an order that was not paid.
 *
 * @param list query of links to the order
 */
export function returnSteps(context: StoreContext, order: OrderEntry, list: string): Step[] {
  const t = texts(context.language);
  const page = `/office/orders/${order.id}${list}`;
  if (order.returnState === 'to_restock')
    return context.may('orders') ? [{ href: `${page}#act-return`, label: t.restock }] : [];
  if (order.returnState !== 'restocked') return [];
  const isEnded = order.status === 'canceled' || order.status === 'expired';
  const keepsMoney = KEEPS_MONEY.includes(order.paymentStatus);
  return [
    ...(keepsMoney && context.may('money') ? [{ href: `${page}#act-refund`, label: t.refund }] : []),
    ...(!isEnded && context.mayOpen('/orders/new')
      ? [{ href: `/office/orders/new?copy=${order.id}`, label: t.resend }]
      : []),
    ...(!keepsMoney && order.status === 'open' && context.may('orders')
      ? [{ href: `${page}#act-cancel`, label: t.cancel }]
      : []),
  ];
}
