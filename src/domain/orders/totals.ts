import { invalidRequest } from '../../lib/errors.ts';
import { type Money, sum, ZERO } from '../../lib/money.ts';
import type { Order } from './order.ts';
import { isCanceled } from './order-states.ts';

export interface Charges {
  discount: Money;
  shippingFee: Money;
  otherFee: Money;
  /** Zero unless COD. */
  codFee: Money;
}

/** subtotal − discount + fees, at least 0 (docs/decisions.md#totals). @throws AppError invalid_request if too large */
export function orderTotals(lines: readonly { amount: Money }[], charges: Charges): Totals {
  const { subtotal, total } = sums(lines, charges);
  return { subtotal, total: total > ZERO ? total : ZERO };
}

/** As `orderTotals`, but a discount above the other amounts is an error. @throws AppError invalid_request */
export function totalsOfForm(lines: readonly { amount: Money }[], charges: Charges): Totals {
  const totals = sums(lines, charges);
  if (totals.total >= ZERO) return totals;
  throw invalidRequest('discount_too_large', { path: 'discount', most: (totals.total + charges.discount) as Money });
}

export interface Totals {
  subtotal: Money;
  total: Money;
}

function sums(lines: readonly { amount: Money }[], charges: Charges): Totals {
  const subtotal = sum(...lines.map(({ amount }) => amount));
  const total =
    subtotal === undefined
      ? undefined
      : sum(subtotal, charges.shippingFee, charges.otherFee, charges.codFee, -charges.discount as Money);
  if (subtotal === undefined || total === undefined)
    throw invalidRequest('order_amount_too_large', { path: 'products' });
  return { subtotal, total };
}

/** The COD amount that no parcel collects yet. */
export const uncollectedCod = ({ codAmount, shipments }: Order): Money =>
  shipments
    .filter((shipment) => !isCanceled(shipment))
    .reduce((left, shipment) => (left - (shipment.codAmount ?? ZERO)) as Money, codAmount ?? ZERO);
