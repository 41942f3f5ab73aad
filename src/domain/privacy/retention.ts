import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { query } from '../../db/statement.ts';
import type { Id } from '../../lib/ids.ts';
import { eraseSlips } from '../orders/payments/payment-rows.ts';
import { eraseRows } from './erase.ts';
import type { PersonRows } from './person.ts';

// Deletes personal data of closed orders after the time that the config gives (privacy.keep_addresses_for and
// privacy.keep_slips_for).

const DAY = 86_400_000;
const MAX_ORDERS = 500; // in one run
const BATCH_ROWS = 2_000; // about two milliseconds
const SLIPS_A_STEP = 20;

/** Milliseconds of `365d`; undefined for an empty text, which means forever. */
const keptFor = (text: string): number | undefined => (text === '' ? undefined : Number.parseInt(text, 10) * DAY);

/** Erases what is too old. @returns how many orders lost their address or slips; there may be more */
export async function applyRetention(ctx: Context): Promise<number> {
  const { keep_addresses_for, keep_slips_for } = ctx.config.privacy;
  const addresses = keptFor(keep_addresses_for);
  const slips = keptFor(keep_slips_for);
  return (
    (addresses === undefined ? 0 : await eraseOldAddresses(ctx, ctx.now() - addresses)) +
    (slips === undefined ? 0 : await eraseOldSlips(ctx, ctx.now() - slips))
  );
}

interface OrderRow {
  id: Id;
  address: Id;
  isOld: 0 | 1;
  isDue: 0 | 1;
}

const ordersAfter = query<OrderRow>(
  { reads: ['addresses', 'orders'] },
  `SELECT o.id, o.recipient_address AS address, o.create_time < @before AS isOld,
     o.create_time < @before AND o.status <> 'open' AND a.key IS NULL AND a.erase_time IS NULL AS isDue
   FROM (SELECT id, recipient_address, create_time, status FROM orders WHERE id > @after ORDER BY id LIMIT ${BATCH_ROWS}) o
   CROSS JOIN addresses a ON a.version = o.recipient_address ORDER BY o.id`,
);

async function eraseOldAddresses(ctx: Context, before: number): Promise<number> {
  const rows = await dueRows(ctx, before);
  await eraseRows(ctx, rows);
  return rows.orders.length;
}

/** The oldest orders that are due, without those whose address another order still uses. */
async function dueRows({ db }: Context, before: number): Promise<PersonRows> {
  const due: OrderRow[] = [];
  const used = new Set<Id>(); // by orders that are not due
  let newestDueAddress = 0;
  for (let after = 0; ; ) {
    const rows = db.all(ordersAfter, { after, before });
    for (const row of rows) {
      if (row.isDue && due.length < MAX_ORDERS) {
        due.push(row);
        newestDueAddress = Math.max(newestDueAddress, row.address);
      } else if (row.address <= newestDueAddress) used.add(row.address);
    }
    const last = rows.at(-1);
    if (!last || (due.length === 0 && !last.isOld)) break; // newer orders only matter beside due ones
    after = last.id;
    await nextTurn();
  }
  const orders = due.filter(({ address }) => !used.has(address));
  return { orders: orders.map(({ id }) => id), addresses: [...new Set(orders.map(({ address }) => address))] };
}

const ordersWithOldSlips = query<{ id: Id }>(
  { reads: ['orders', 'payment_slips', 'payments'] },
  `SELECT DISTINCT o.id FROM payment_slips s CROSS JOIN payments p ON p.id = s.payment_id CROSS JOIN orders o ON o.id = p.order_id
   WHERE p.create_time < ? AND o.status <> 'open' LIMIT ${SLIPS_A_STEP}`,
);

const eraseOldSlips = ({ write }: Context, before: number): Promise<number> =>
  write((tx) => {
    const orders = tx.all(ordersWithOldSlips, before);
    for (const { id } of orders) eraseSlips(tx, id);
    return orders.length;
  });
