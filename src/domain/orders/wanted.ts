import { AppError } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import type { Money } from '../../lib/money.ts';
import type { Address } from '../addresses.ts';
import type { PaymentMethod } from './states.ts';

/** An order as a caller wants it; what is left out takes the defaults of docs/decisions.md#order-create. */
export interface WantedOrder {
  shippingType: string;
  lines: readonly WantedLine[];
  /** Exactly one of the two. */
  recipientAddress?: Address | undefined;
  recipientAddressId?: Id | undefined;
  /** The caller's own id: a repeat in the same channel answers the first order. */
  externalOrderId?: string | undefined;
  cod?: { fee: Money; amount: Money } | undefined;
  senderName?: string | undefined;
  senderAddressId?: Id | undefined;
  salesChannel?: string | undefined;
  discount: Money;
  shippingFee: Money;
  otherFee: Money;
  shipBeforePay: boolean;
  autoRequestXshipping: boolean;
  shippingLabelNote?: string | undefined;
  privateNote?: string | undefined;
  orderTime?: number | undefined;
  expirationTime?: number | undefined;
  shipDeadlineTime?: number | undefined;
}

/** An order as the store keys it in. It has no id of a partner's. */
export interface ManualOrder extends Omit<WantedOrder, 'externalOrderId' | 'cod'> {
  /** New for each form that is shown: the same one twice is the same order. */
  formKey: string;
  /** Where lines without a price get theirs; else from the store's default tier. */
  priceTierId?: Id | undefined;
  /** Without an amount the courier collects what is then still to pay. */
  cod?: { fee: Money; amount?: Money | undefined } | undefined;
  /** What the store has in hand already: without an amount, all of it. */
  paid?: { method: PaymentMethod; amount?: Money | undefined } | undefined;
}

/** A line as the caller wants it: exactly one of the id and the SKU. */
export interface WantedLine {
  variantId?: Id | undefined;
  sku?: string | undefined;
  qty: number;
  /** Else the store's own price. */
  price?: Money | undefined;
}

/** By when something is to have become of an order. */
export interface OrderTimes {
  expirationTime?: number | null | undefined;
  shipDeadlineTime?: number | null | undefined;
}

/**
 * Refuses a time that somebody of the store has typed and that is past; one that the order has already may be.
 *
 * @throws AppError invalid_request naming `expiration_time` or `ship_deadline_time`
 */
export function requireAhead(typed: OrderTimes, now: number, known: OrderTimes = {}): void {
  const isPast = (field: keyof OrderTimes) => {
    const time = typed[field] ?? undefined;
    return time !== undefined && time <= now && time !== known[field];
  };
  if (isPast('expirationTime')) throw new AppError('invalid_request', 'time_is_past', { path: 'expiration_time' });
  if (isPast('shipDeadlineTime')) throw new AppError('invalid_request', 'time_is_past', { path: 'ship_deadline_time' });
}
