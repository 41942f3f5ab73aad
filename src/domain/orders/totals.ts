import { Refusal } from '../../lib/errors.ts';
import { type Money, sum, ZERO } from '../../lib/money.ts';
import type { Order } from './read.ts';
import { isCanceled } from './states.ts';

export interface Charges {
  discount: Money;
  shippingFee: Money;
  otherFee: Money;
  /** Zero where the order is not COD. */
  codFee: Money;
}

/**
 * subtotal = Σ amounts; total = subtotal − discount + fees, and 0 where the discount is larger (decisions §4).
 *
 * @throws Refusal invalid_request where they leave the range of amounts
 */
export function orderTotals(amounts: readonly Money[], charges: Charges): { subtotal: Money; total: Money } {
  const subtotal = sum(...amounts);
  const total =
    subtotal === undefined
      ? undefined
      : sum(subtotal, charges.shippingFee, charges.otherFee, charges.codFee, -charges.discount as Money);
  if (subtotal === undefined || total === undefined)
    throw new Refusal('invalid_request', 'products and fees come to more than an amount can be');
  return { subtotal, total: total > ZERO ? total : ZERO };
}

/** What the order's courier is still to collect, by other parcels than those that are booked or have left. */
export const codLeft = ({ codAmount, shipments }: Order): Money =>
  shipments
    .filter((shipment) => !isCanceled(shipment))
    .reduce((left, shipment) => (left - (shipment.codAmount ?? ZERO)) as Money, codAmount ?? ZERO);
