import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import type { Id } from '../../../lib/ids.ts';
import { type Money, ZERO } from '../../../lib/money.ts';
import type { PaymentMethod } from '../order-states.ts';
import { IS_RECEIVED } from './balance.ts';

/** What an order charges, and what was paid, for lists. */
export interface OrderAmounts {
  subtotal: Money;
  discount: Money;
  shippingFee: Money;
  otherFee: Money;
  codFee: Money | null;
  /** Received, whatever was refunded later. */
  received: Money;
  refunded: Money;
  methods: readonly (PaymentMethod | 'cod')[];
}

interface AmountsRow extends Omit<OrderAmounts, 'methods'> {
  id: Id;
  /** JSON. */
  methods: string;
}

const AMOUNTS = query<AmountsRow>(
  { reads: ['orders', 'payments'] },
  `SELECT o.id, o.subtotal, o.discount, o.shipping_fee AS shippingFee, o.other_fee AS otherFee, o.cod_fee AS codFee,
     coalesce(sum(p.amount), 0) AS received, coalesce(sum(p.refunded), 0) AS refunded,
     json_group_array(DISTINCT iif(p.shipment_id IS NULL, p.method, 'cod')) FILTER (WHERE p.id IS NOT NULL) AS methods
   FROM json_each(?) c CROSS JOIN orders o ON o.id = c.value LEFT JOIN payments p ON p.order_id = o.id AND ${IS_RECEIVED}
   GROUP BY o.id`,
);

const NOTHING: OrderAmounts = {
  ...{ subtotal: ZERO, discount: ZERO, shippingFee: ZERO, otherFee: ZERO, codFee: null },
  ...{ received: ZERO, refunded: ZERO, methods: [] },
};

/** Returns a lookup by order id. */
export function orderAmounts(db: Reader, ids: readonly Id[]): (id: Id) => OrderAmounts {
  const rows = db
    .all(AMOUNTS, JSON.stringify(ids))
    .map(
      ({ id, methods, ...amounts }) =>
        [id, { ...amounts, methods: JSON.parse(methods) as OrderAmounts['methods'] }] as const,
    );
  const found = new Map<Id, OrderAmounts>(rows);
  return (id) => found.get(id) ?? NOTHING;
}
