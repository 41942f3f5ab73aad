import { html } from 'hono/html';
import type { Child } from 'hono/jsx';
import type { SlipToReview } from '../../../domain/orders/payments/slips-to-review.ts';
import { Tag } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { orderDetailTexts } from '../detail/order-detail-texts.ts';
import { paymentTexts } from '../detail/payment-texts.ts';
import { slipQueuePath } from '../slips/slip-queue-path.ts';
import { orderListTexts } from './order-list-texts.ts';

const MAX_LINKS = 3;

/**
 * The small slips of an order that wait for review, and the orders for which they were used before.
 *
 * @param decision beside the first slip
 * @param queue whether slips open in the queue of slips; else as a picture over the page
 */
export const listedSlips = (
  context: StoreContext,
  slips: readonly SlipToReview[],
  decision: Child = '',
  queue = false,
) =>
  slips.map(
    (slip, i) =>
      html`<span class="line slips">${picture(context, slip, queue)}${noCode(context, slip)}${i === 0 && decision}${duplicate(context, slip)}</span>`,
  );

function picture({ language }: StoreContext, { orderId, paymentId, hasSlip }: SlipToReview, queue: boolean) {
  if (!hasSlip) return;
  const t = paymentTexts(language);
  const path = `/office/orders/${orderId}/payments/${paymentId}/slip`;
  const img = html`<img class="thumb" src="${path}/small" alt="${t.zoom}" width="44" height="44" loading="lazy"/>`;
  if (queue)
    return html`<a href="/office${slipQueuePath(orderId)}" title="${orderDetailTexts(language).reviewPayment}">${img}</a>`;
  return html`<a href="${path}" target="_blank" rel="noopener" data-zoom="${t.close}">${img}</a>`;
}

const noCode = ({ language }: StoreContext, { lacksCode }: SlipToReview) =>
  lacksCode && html`<span>${Tag({ tone: 'warn', children: paymentTexts(language).noCode })}</span>`;

function duplicate({ language }: StoreContext, { usedFor }: SlipToReview) {
  if (usedFor.length === 0) return;
  const links = usedFor
    .slice(0, MAX_LINKS)
    .map(({ orderId, orderNumber }) => html` <a href="/office/orders/${orderId}#payments">#${orderNumber}</a>`);
  const rest = usedFor.length > MAX_LINKS ? ` +${usedFor.length - MAX_LINKS}` : '';
  return html`<span>${Tag({ tone: 'bad', children: orderListTexts(language).duplicateSlip })}${links}${rest}</span>`;
}
