import { LINK_DAYS, makeBuyerLink, revokeBuyerLink } from '../../../domain/orders/buyer-links.ts';
import { choice, fields } from '../../forms/fields.ts';
import type { Page } from '../../office-response.ts';
import { Heading } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { get, type Screen } from '../../screen.ts';
import { BuyerLinkCard } from './buyer-link-card.tsx';
import { buyerLinkTexts } from './buyer-link-texts.ts';
import { orderAction } from './order-action.ts';
import { orderDetailTexts } from './order-detail-texts.ts';
import { orderPath } from './origin-list.tsx';
import { requestedOrder } from './requested-order.ts';

const ACCESS = 'money';

export const buyerLinkScreens: readonly Screen[] = [
  get('/orders/:id/buyer-link', ACCESS, buyerLinkPage),
  orderAction({
    path: '/buyer-link',
    access: ACCESS,
    form: fields({ days: choice(LINK_DAYS.map(String)) }),
    run: (tx, { days }, { order, act }) =>
      makeBuyerLink(tx, order.id, LINK_DAYS.find((known) => String(known) === days) ?? 30, act),
    done: (_, language) => buyerLinkTexts(language).made,
  }),
  orderAction({
    path: '/buyer-link/revoke',
    access: ACCESS,
    form: fields({}),
    run: (tx, _, { order, act }) => revokeBuyerLink(tx, order.id, act),
    done: (_, language) => buyerLinkTexts(language).revoked,
  }),
];

/** The card on a page of its own: the thread that renders orders of many events cannot open secrets. */
function buyerLinkPage(context: StoreContext): Page {
  const order = requestedOrder(context);
  const { title } = buyerLinkTexts(context.language);
  const back = {
    href: `/office${orderPath(context, order.id)}`,
    label: orderDetailTexts(context.language).order(order.orderNumber),
  };
  return {
    title,
    body: (
      <>
        <Heading title={title} back={back} />
        <BuyerLinkCard context={context} order={order} open={undefined} />
      </>
    ),
  };
}
