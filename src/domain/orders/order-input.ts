import { invalidRequest } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import type { Money } from '../../lib/money.ts';
import type { Address } from '../address-fields.ts';
import type { PaymentMethod } from './order-states.ts';

/** A requested order. Missing fields get the defaults of docs/decisions.md#order-create. */
export interface OrderInput {
  shippingType: string;
  lines: readonly OrderLineInput[];
  /** Exactly one of the two. */
  recipientAddress?: Address | undefined;
  recipientAddressId?: Id | undefined;
  /** The stored address that `recipientAddress` repeats. Set only if that address is longer than a new one may be. */
  recipientCopyOf?: Id | undefined;
  /** The client's id: a repeat in the same channel returns the first order. */
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

/** An order entered in the office. */
export interface ManualOrder extends Omit<OrderInput, 'externalOrderId' | 'cod'> {
  /** New for each form; a repeated key returns the existing order. */
  formKey: string;
  /** The tier for lines without a price; by default the store's. */
  priceTierId?: Id | undefined;
  /** Without an amount the courier collects the amount due. */
  cod?: { fee: Money; amount?: Money | undefined } | undefined;
  /** Already received; without an amount, the total. */
  paid?: { method: PaymentMethod; amount?: Money | undefined; bankAccountId?: Id | undefined } | undefined;
}

/** Exactly one of id and SKU. */
export interface OrderLineInput {
  variantId?: Id | undefined;
  sku?: string | undefined;
  qty: number;
  /** By default the store's price. */
  price?: Money | undefined;
}

interface OrderTimes {
  expirationTime?: number | null | undefined;
  shipDeadlineTime?: number | null | undefined;
}

/** @throws AppError invalid_request at a past time, unless the order already has it */
export function requireFutureTimes(times: OrderTimes, now: number, known: OrderTimes = {}): void {
  const isPast = (field: keyof OrderTimes) => {
    const time = times[field] ?? undefined;
    return time !== undefined && time <= now && time !== known[field];
  };
  if (isPast('expirationTime')) throw invalidRequest('time_is_past', { path: 'expiration_time' });
  if (isPast('shipDeadlineTime')) throw invalidRequest('time_is_past', { path: 'ship_deadline_time' });
}
