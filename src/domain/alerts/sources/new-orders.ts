import { query } from '../../../db/statement.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import type { Id } from '../../../lib/ids.ts';
import { inMoney, ZERO } from '../../../lib/money.ts';
import { listStores } from '../../stores.ts';
import { type AlertSubscriber, wants } from '../choices.ts';
import { addFactFor, MAX_SUBJECTS } from '../facts.ts';
import { moveTo, positionOf } from '../positions.ts';

/** New orders of one store, of channels or created by one account. */
interface NewOrders {
  storeId: Id;
  enteredBy: Id | null;
  count: number;
  amount: number;
  first: number;
  last: number;
}

const ORDERS_AT_ONCE = 500;

const ENTERED_BY = `iif(o.channel_id IS NULL, (SELECT user_id FROM manual_orders WHERE order_id = o.id), NULL)`;

/** The busiest of the queries: with a join, or the ids as a list, it takes twice as long. */
const newOrders = query<NewOrders>(
  { reads: ['manual_orders', 'orders'] },
  `SELECT store_id AS storeId, enteredBy, count(*) AS count, sum(total) AS amount, min(id) AS first, max(id) AS last
   FROM (SELECT o.id, o.store_id, o.total, ${ENTERED_BY} AS enteredBy
     FROM orders o WHERE o.id > +? ORDER BY o.id LIMIT ${ORDERS_AT_ONCE})
   GROUP BY store_id, enteredBy`,
);

const firstOrders = query<{ id: number }>(
  { reads: ['manual_orders', 'orders'] },
  `SELECT o.id FROM orders o WHERE o.id BETWEEN @first AND @last AND +o.store_id = @storeId
     AND ${ENTERED_BY} IS @enteredBy ORDER BY o.id LIMIT ${MAX_SUBJECTS}`,
);

/** An account gets no alert about an order that it created itself. */
export function readNewOrders(tx: WriteTx, subscribers: readonly AlertSubscriber[], now: number): void {
  const groups = tx.all(newOrders, positionOf(tx, 'orders'));
  if (groups.length === 0) return;
  const stores = new Set(listStores(tx).map(({ id }) => id));
  for (const { storeId, enteredBy, count, amount, first, last } of groups) {
    if (!stores.has(storeId)) continue; // a sandbox
    const subjects = tx.all(firstOrders, { storeId, enteredBy, first, last }).map(({ id }) => id);
    const fact = { kind: 'new_order', storeId, count, amount: inMoney(amount) ?? ZERO, subjects } as const;
    for (const subscriber of subscribers)
      if (subscriber.account.id !== enteredBy && wants(subscriber, 'new_order', storeId))
        addFactFor(tx, subscriber.account.id, fact, now);
  }
  moveTo(tx, 'orders', Math.max(...groups.map(({ last }) => last)));
}
