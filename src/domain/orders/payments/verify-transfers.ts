import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { message } from '../../../lib/messages/message.ts';
import type { Money } from '../../../lib/money.ts';
import { IS_RECEIVED } from './balance.ts';

const exceededTransfers = query<{ transfer: Id; total: Money; parts: Money }>(
  { reads: ['orders', 'payments', 'shared_transfers'] },
  `SELECT t.id AS transfer, t.total, sum(p.amount) AS parts
   FROM shared_transfers t JOIN payments p ON p.shared_transfer_id = t.id JOIN orders o ON o.id = p.order_id
   WHERE ${IS_RECEIVED} AND o.stage <> 'deleted' GROUP BY t.id HAVING parts > t.total ORDER BY t.id`,
);

/** Transfers with confirmed parts of more than their total. */
export const verifyTransfers = (db: Reader): Message[] =>
  db.all(exceededTransfers).map((transfer) => message('transfer_total_exceeded', transfer));
