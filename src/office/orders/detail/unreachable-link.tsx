import type { Order } from '../../../domain/orders/order.ts';
import { amountToTransfer } from '../../../domain/orders/payments/expected-payments.ts';
import { webAddress } from '../../../domain/web-address.ts';
import { networks } from '../../../lib/networks.ts';
import { Notice } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { buyerLinkTexts } from './buyer-link-texts.ts';
import { orderPath } from './origin-list.tsx';

const isPrivate = networks(['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '::1/128', 'fc00::/7']);

/** Whether links contain an address that only this machine or its network can open: the web address is not set. */
export function isLinkUnreachable({ app, request }: StoreContext): boolean {
  if (webAddress(app) !== undefined) return false;
  const host = new URL(request.origin).hostname.replace(/^\[|\]$/g, '');
  return /(^|\.)localhost$/.test(host) || isPrivate(host);
}

/** The page with the QR code of the amount owed; undefined without PromptPay, or if nothing is owed. */
export const promptpayPath = (context: StoreContext, order: Order): string | undefined =>
  context.store.promptpayId !== null && amountToTransfer(context.db, order) > 0
    ? `/office${orderPath(context, order.id, '/promptpay')}`
    : undefined;

/** Says that customers cannot open the link, who sets the web address, and what to send instead. */
export function UnreachableLink({ context, order }: { context: StoreContext; order: Order }) {
  if (!isLinkUnreachable(context)) return null;
  const t = buyerLinkTexts(context.language);
  const qr = promptpayPath(context, order);
  return (
    <Notice tone="warn">
      {t.unreachable} {context.isOperator ? <a href="/office/settings/web-address">{t.setWebAddress}</a> : t.askOwner}{' '}
      {qr !== undefined && <a href={qr}>{t.sendQr}</a>}
    </Notice>
  );
}
