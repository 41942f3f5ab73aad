import type { Id } from '../../lib/ids.ts';
import type { Money } from '../../lib/money.ts';
import type { Address } from '../addresses.ts';

/** An order as a caller wants it; what is left out takes the defaults of the specification and decisions §4. */
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

/** A line as the caller wants it: exactly one of the id and the SKU. */
export interface WantedLine {
  variantId?: Id | undefined;
  sku?: string | undefined;
  qty: number;
  /** Else the store's own price. */
  price?: Money | undefined;
}
