import type { Order } from '../../../domain/orders/order.ts';
import type { TransferReference } from '../../../domain/orders/payments/transfer.ts';
import type { Form } from '../../forms/form.ts';
import type { StoreContext } from '../../request-context.ts';
import type { RefundQr } from './refund-qr.tsx';

/** A submitted form with errors, shown expanded on the order page. */
export interface OpenForm {
  /** Below `/office`. */
  path: string;
  // biome-ignore lint/suspicious/noExplicitAny: every action has its own form
  form: Form<any>;
  /** Of a new payment, read from its slip too. */
  transfer?: TransferReference | undefined;
  /** Of the refund form, which was not sent. */
  refundQr?: RefundQr | undefined;
}

/** Props of every section of the order page. */
export interface SectionProps {
  context: StoreContext;
  order: Order;
  open: OpenForm | undefined;
}

/** Props of a section that can be refreshed while the page is open. */
export interface RefreshableProps {
  context: StoreContext;
  order: Order;
  /** The section is part of a response that updates the open page. */
  replaces?: boolean;
}

/** Morphing keeps typed text, expanded details and the focus. */
export const oobSwap = (replaces: boolean): 'outerMorph' | undefined => (replaces ? 'outerMorph' : undefined);
