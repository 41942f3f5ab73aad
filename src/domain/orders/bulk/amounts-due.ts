import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Money } from '../../../lib/money.ts';
import { type Balance, type Charged, PAID_AMOUNT, unpaidOf } from '../payments/balance.ts';

const ordersToPay = query<Charged & Pick<Balance, 'paidAmount'> & { id: Id }>(
  { reads: ['bulk_orders', 'orders', 'payments'] },
  `SELECT o.id, o.total, o.cod_status AS codStatus, o.waived, ${PAID_AMOUNT} AS paidAmount
   FROM bulk_orders b CROSS JOIN orders o ON o.id = b.order_id WHERE b.bulk_id = ? AND b.outcome IS NULL`,
);

/** The amount due of each order of a preview of "Mark as paid" or "Confirm payments". The preview skips orders that have nothing due. */
export const amountsDue = (db: Reader, bulkId: Id): ReadonlyMap<Id, Money> =>
  new Map(db.all(ordersToPay, bulkId).map(({ id, ...order }) => [id, unpaidOf(order)]));
