import { type BuyerLink, buyerLinkOf, tokenOf } from '../../../domain/orders/buyer-links.ts';
import { nextStep } from '../../../domain/orders/hints.ts';
import type { Order } from '../../../domain/orders/order.ts';
import { webAddress } from '../../../domain/web-address.ts';
import { OperatorError } from '../../../lib/errors.ts';
import { Post, Submit } from '../../forms/inputs.tsx';
import { ButtonLink, CopyButton } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { buyerLinkTexts } from './buyer-link-texts.ts';
import { orderDetailTexts } from './order-detail-texts.ts';
import { listQuery } from './origin-list.tsx';
import { isLinkUnreachable, promptpayPath } from './unreachable-link.tsx';

/** Whether the store sends the payment link next: of an unpaid order that it entered itself. */
export const isPaymentLinkNext = (context: StoreContext, order: Order): boolean =>
  order.channelId === null &&
  !order.isCod &&
  context.mayOpen(pathOf(order), 'POST') &&
  nextStep(context.db, order) === 'take_payment';

/** Whether the button at the top of the page makes or copies the link. */
export const isLinkInHeader = (context: StoreContext, order: Order): boolean =>
  isPaymentLinkNext(context, order) && !isLinkUnreachable(context);

const pathOf = ({ id }: Order): string => `/orders/${id}/buyer-link`;

/**
 * Copies the payment link. If there is none yet, it is made first, and the page that shows it copies it. While customers
 * cannot open it, the button leads to the PromptPay QR code, or without PromptPay to the form of a received payment.
 */
export function PaymentLinkButton({ context, order }: { context: StoreContext; order: Order }) {
  const t = buyerLinkTexts(context.language);
  if (isLinkUnreachable(context)) return <ButtonWithoutLink context={context} order={order} />;
  const link = buyerLinkOf(context.db, order.id, context.app.steadyNow());
  if (link && !context.db.hasKeys) return <ButtonLink href={`/office${pathOf(order)}`} main label={t.show} />;
  if (!link || addressOf(context, link) === undefined)
    return <NewLinkButton context={context} order={order} label={t.copyPaymentLink} />;
  const isNew = context.request.notice === t.made;
  return <CopyButton targetId="buyer-link-address" label={t.copyPaymentLink} class="" isImmediate={isNew} />;
}

function ButtonWithoutLink({ context, order }: { context: StoreContext; order: Order }) {
  const t = orderDetailTexts(context.language);
  const qr = promptpayPath(context, order);
  if (qr !== undefined) return <ButtonLink href={qr} main label={t.promptpay} />;
  return <ButtonLink href="#act-payments" main label={t.markPaid} />;
}

const DEFAULT_DAYS = 30;

interface NewLinkProps {
  context: StoreContext;
  order: Order;
  label: string;
  class?: string;
  /** The part of the page that shows the new link, as `#card`; by default the top. */
  anchor?: string;
}

/** Makes a link with the default validity. Browsers keep the anchor over the redirect to the order. */
export const NewLinkButton = ({ context, order, label, anchor = '', ...look }: NewLinkProps) => (
  <Post action={pathOf(order) + listQuery(context) + anchor}>
    <input type="hidden" name="days" value={DEFAULT_DAYS} />
    <Submit {...look} label={label} />
  </Post>
);

/** Undefined if the key of the token is lost. */
export function addressOf({ app, db, request }: StoreContext, link: BuyerLink): string | undefined {
  try {
    return `${webAddress(app) ?? request.origin}/o/${tokenOf(db, link)}`;
  } catch (error) {
    if (error instanceof OperatorError) return undefined;
    throw error;
  }
}
