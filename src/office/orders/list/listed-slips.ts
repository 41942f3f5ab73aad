import { html } from 'hono/html';
import type { Child } from 'hono/jsx';
import type { SlipToReview } from '../../../domain/orders/payments/slips-to-review.ts';
import { Tag } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { paymentTexts } from '../detail/payment-texts.ts';
import { orderListTexts } from './order-list-texts.ts';

const MAX_LINKS = 3;

/**
 * The small slips of an order that wait for review, and the orders for which they were used before.
 *
 * @param decision beside the first slip
 */
export const listedSlips = (context: StoreContext, slips: readonly SlipToReview[], decision: Child = '') =>
  slips.map(
    (slip, i) =>
      html`<span class="line slips">${picture(context, slip)}${i === 0 && decision}${duplicate(context, slip)}</span>`,
  );

function picture({ language }: StoreContext, { orderId, paymentId, hasSlip }: SlipToReview) {
  if (!hasSlip) return;
  const t = paymentTexts(language);
  const path = `/office/orders/${orderId}/payments/${paymentId}/slip`;
  const img = html`<img class="thumb" src="${path}/small" alt="${t.zoom}" width="44" height="44" loading="lazy"/>`;
  return html`<a href="${path}" target="_blank" rel="noopener" data-zoom="${t.close}">${img}</a>`;
}

function duplicate({ language }: StoreContext, { usedFor }: SlipToReview) {
  if (usedFor.length === 0) return;
  const links = usedFor
    .slice(0, MAX_LINKS)
    .map(({ orderId, orderNumber }) => html` <a href="/office/orders/${orderId}#payments">#${orderNumber}</a>`);
  const rest = usedFor.length > MAX_LINKS ? ` +${usedFor.length - MAX_LINKS}` : '';
  return html`<span>${Tag({ tone: 'bad', children: orderListTexts(language).duplicateSlip })}${links}${rest}</span>`;
}
