import { html } from 'hono/html';
import { transferObstacle } from '../../../domain/orders/bulk/confirm-transfer.ts';
import { existingOrder } from '../../../domain/orders/order.ts';
import { type SlipToReview, slipsToReview } from '../../../domain/orders/payments/slips-to-review.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { errorText } from '../../error-text.ts';
import type { StoreContext } from '../../request-context.ts';
import { orderDetailTexts } from '../detail/order-detail-texts.ts';
import { listedSlips } from './listed-slips.ts';

/** The payments of a listed order that wait for review. */
export interface ListedReview {
  slips: readonly SlipToReview[];
  /** Why the payment needs a look at the order. */
  obstacle: Message | undefined;
  /** The order whose row follows in the list. */
  next: Id | undefined;
}

/** The reviews of a page of orders. */
export function reviewsOf({ db, store }: StoreContext, ids: readonly Id[]): (id: Id) => ListedReview {
  const slipsOf = slipsToReview(db, store.id, ids);
  return (id) => {
    const [at, slips] = [ids.indexOf(id), slipsOf(id)];
    return { slips, obstacle: transferObstacle(db, existingOrder(db, id, 0), slips), next: ids[at + 1] ?? ids[at - 1] };
  };
}

interface Row {
  order: { id: Id; orderNumber: number };
  /** Query of the link to the order. */
  list: string;
  review: ListedReview;
}

/** The slips, and the button that confirms the payment or a link to the order. */
export const listedReview = (context: StoreContext, row: Row) =>
  listedSlips(context, row.review.slips, row.review.obstacle ? link(context, row) : button(context, row), true);

/** Of the form of the list. */
function button({ language }: StoreContext, { order: { id, orderNumber }, review: { slips, next } }: Row) {
  const label = orderDetailTexts(language).confirm;
  const path = `/office/orders/${id}/payments/${slips[0]?.paymentId}/confirm-listed`;
  return html`<button type="submit" class="secondary outline" formaction="${path}" name="next" value="${next ?? ''}" aria-label="${label} #${orderNumber}">${label}</button>`;
}

/** A used slip already names the other orders. */
function link({ language }: StoreContext, { order: { id }, list, review: { obstacle } }: Row) {
  const label = orderDetailTexts(language).reviewPayment;
  const anchor = html`<a href="/office/orders/${id}${list}#payments" hx-boost="false">${label}</a>`;
  if (obstacle === undefined || obstacle.key === 'slip_used') return anchor;
  return html`<span>${anchor} <span class="muted">${errorText(language, obstacle)}</span></span>`;
}
