import type { Context } from '../../context.ts';
import { query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { optionalDuration } from '../../lib/durations.ts';
import type { Id } from '../../lib/ids.ts';
import { nextTurn } from '../../lib/runtime.ts';
import { audit } from '../audit/audit-log.ts';
import { deleteRefundAccount, deleteRefundSlip, deleteSlip } from '../orders/payments/payment-rows.ts';
import { eraseRows } from './erase.ts';
import { correctedAddressesOf, type PersonRows } from './person.ts';

// Deletes personal data of closed orders after the time that the config gives (privacy.keep_addresses_for and
// privacy.keep_slips_for).

const MAX_ORDERS = 500; // in one run
const BATCH_ROWS = 1_000; // a few milliseconds
const SLIPS_PER_STEP = 20;

/** Erases what is too old. @returns how many addresses and slips; there may be more */
export async function applyRetention(ctx: Context): Promise<number> {
  const { keep_addresses_for, keep_slips_for } = ctx.config.privacy;
  const addresses = optionalDuration(keep_addresses_for);
  const slips = optionalDuration(keep_slips_for);
  return (
    (addresses === undefined ? 0 : await eraseOldAddresses(ctx, ctx.now() - addresses)) +
    (slips === undefined ? 0 : await eraseOldSlips(ctx, ctx.now() - slips))
  );
}

/** An address stays while an order that is open or newer uses it. */
const ordersAfter = query<{ id: Id; address: Id; isOld: 0 | 1; isDue: 0 | 1 }>(
  { reads: ['addresses', 'orders'] },
  `SELECT o.id, o.recipient_address AS address, o.create_time < @before AS isOld,
     a.key IS NULL AND a.erase_time IS NULL AND NOT EXISTS (
       SELECT 1 FROM orders other WHERE other.recipient_address = o.recipient_address
         AND (other.status = 'open' OR other.create_time >= @before)) AS isDue
   FROM (SELECT id, recipient_address, create_time FROM orders WHERE id > @after ORDER BY id LIMIT ${BATCH_ROWS}) o
   CROSS JOIN addresses a ON a.version = o.recipient_address ORDER BY o.id`,
);

async function eraseOldAddresses(ctx: Context, before: number): Promise<number> {
  const rows = await dueRows(ctx, before);
  const { length } = rows.orders;
  if (length === 0) return 0;
  await ctx.write((tx) => auditRetention(tx, { addresses: length }));
  await eraseRows(ctx, rows);
  return length;
}

const auditRetention = (
  tx: WriteTx,
  detail: { addresses: number } | { slips: number; refund_accounts: number | undefined },
): void => audit(tx, 'retention_applied', { storeId: null, detail });

/** The oldest orders whose address is due. */
async function dueRows({ db }: Context, before: number): Promise<PersonRows> {
  const due: PersonRows = { orders: [], addresses: [], notes: [], customers: [] };
  for (let after = 0; due.orders.length < MAX_ORDERS; ) {
    const rows = db.all(ordersAfter, { after, before });
    for (const { id, address, isDue } of rows)
      if (isDue) {
        due.orders.push(id);
        due.addresses.push(address);
      }
    const last = rows.at(-1);
    if (!last?.isOld) break;
    after = last.id;
    await nextTurn();
  }
  const addresses = [...due.addresses, ...correctedAddressesOf(db, due.orders)];
  return { ...due, addresses: [...new Set(addresses)] };
}

const oldSlips = query<{ paymentId: Id }>(
  { reads: ['orders', 'payment_slips', 'payments'] },
  `SELECT p.id AS paymentId FROM payment_slips s CROSS JOIN payments p ON p.id = s.payment_id
   CROSS JOIN orders o ON o.id = p.order_id
   WHERE p.create_time < ? AND o.status <> 'open' LIMIT ${SLIPS_PER_STEP}`,
);

const oldRefundSlips = query<{ refundId: Id }>(
  { reads: ['orders', 'payments', 'refund_slips', 'refunds'] },
  `SELECT r.id AS refundId FROM refund_slips s CROSS JOIN refunds r ON r.id = s.refund_id
   CROSS JOIN payments p ON p.id = r.payment_id CROSS JOIN orders o ON o.id = p.order_id
   WHERE r.create_time < ? AND o.status <> 'open' LIMIT ${SLIPS_PER_STEP}`,
);

const oldRefundAccounts = query<{ refundId: Id }>(
  { reads: ['orders', 'payments', 'refund_accounts', 'refunds'] },
  `SELECT r.id AS refundId FROM refund_accounts a CROSS JOIN refunds r ON r.id = a.refund_id
   CROSS JOIN payments p ON p.id = r.payment_id CROSS JOIN orders o ON o.id = p.order_id
   WHERE r.create_time < ? AND o.status <> 'open' LIMIT ${SLIPS_PER_STEP}`,
);

/** An order may have old and recent slips, and a payment may be much older than its refund. */
const eraseOldSlips = ({ write }: Context, before: number): Promise<number> =>
  write((tx) => {
    const paid = tx.all(oldSlips, before);
    const refunded = tx.all(oldRefundSlips, before);
    for (const { paymentId } of paid) deleteSlip(tx, paymentId);
    const accounts = tx.all(oldRefundAccounts, before);
    for (const { refundId } of refunded) deleteRefundSlip(tx, refundId);
    for (const { refundId } of accounts) deleteRefundAccount(tx, refundId);
    const slips = paid.length + refunded.length;
    if (slips + accounts.length > 0) auditRetention(tx, { slips, refund_accounts: accounts.length || undefined });
    return slips + accounts.length;
  });
