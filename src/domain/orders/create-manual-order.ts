import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { type Money, ZERO } from '../../lib/money.ts';
import { priceTiers } from '../catalogue/price-tiers.ts';
import { channelById } from '../channels/channels.ts';
import { placeOrder } from './create.ts';
import { type Act, userOf } from './history.ts';
import { type PricedLine, priceLines } from './lines.ts';
import { existingOrder, lineName, type Order } from './order.ts';
import { type ManualOrder, requireFutureTimes } from './order-input.ts';
import { recordReplay } from './order-rows.ts';
import { takePayment } from './payments/payments.ts';
import { requestHash } from './request-hash.ts';
import { totalsOfForm } from './totals.ts';

/**
 * Creates an order entered in the office, with the payment received for it. A form that is sent again returns its
 * order.
 * @throws AppError as `createOrder`; invalid_request at `price_tier_id`, `paid_amount`, `discount` or a past time
 */
export function createManualOrder(tx: WriteTx, storeId: Id, manualOrder: ManualOrder, act: Act): Order {
  const userId = userOf(act);
  if (userId === undefined) throw new Error('a manual order needs an account');
  const { formKey, ...input } = manualOrder;
  const earlier = orderOfForm(tx, storeId, formKey);
  if (earlier !== undefined) {
    recordReplay(tx, earlier, requestHash(input), act.now);
    return existingOrder(tx, earlier);
  }
  requireFutureTimes(input, act.now);
  const { priceTierId, paid, cod, ...fields } = input;
  const tier = requireTier(tx, storeId, priceTierId);
  const { due, paidAmount } = priceOrder(tx, storeId, manualOrder);
  const order = placeOrder(
    tx,
    { storeId, channel: null, priceTierId: tier, requestHash: requestHash(input) },
    { ...fields, cod: cod && { fee: cod.fee, amount: cod.amount ?? due } },
    act.now,
  );
  tx.run(insertRow, order.id, storeId, formKey, userId, tier);
  return paid && paidAmount > ZERO ? takePayment(tx, order.id, { ...paid, amount: paidAmount }, act) : order;
}

/** The fields that determine an order's amounts. */
export type OrderMoney = Pick<
  ManualOrder,
  'priceTierId' | 'lines' | 'cod' | 'paid' | 'discount' | 'shippingFee' | 'otherFee'
>;

interface LineSum {
  name: string;
  qty: number;
  amount: Money;
}

export const lineSums = (lines: readonly PricedLine[]): LineSum[] =>
  lines.map(({ variant, qty, amount }) => ({
    name: lineName({ name: variant.productName, variantName: variant.name }),
    qty,
    amount,
  }));

export interface PricedOrder {
  lines: readonly LineSum[];
  subtotal: Money;
  total: Money;
  /** Paid with the order, and what is due afterwards. */
  paidAmount: Money;
  due: Money;
}

/** Prices an order before it is created. Does not check stock. @throws AppError invalid_request */
export function priceOrder(db: Reader, storeId: Id, { priceTierId, cod, paid, ...input }: OrderMoney): PricedOrder {
  const lines = priceLines(db, storeId, requireTier(db, storeId, priceTierId), input.lines);
  const totals = totalsOfForm(lines, { ...input, codFee: cod?.fee ?? ZERO });
  const paidAmount = paid ? (paid.amount ?? totals.total) : ZERO;
  if (paidAmount > totals.total)
    throw invalidRequest('paid_amount_too_large', { path: 'paid_amount', total: totals.total });
  return { lines: lineSums(lines), ...totals, paidAmount, due: (totals.total - paidAmount) as Money };
}

function requireTier(db: Reader, storeId: Id, id: Id | undefined): Id | null {
  if (id === undefined) return null;
  if (!priceTiers(db, storeId).some((tier) => tier.id === id))
    throw invalidRequest('unknown_price_tier', { path: 'price_tier_id' });
  return id;
}

// The only writer of manual_orders: orders entered in the office.

const insertRow = command(
  { writes: ['manual_orders'] },
  'INSERT INTO manual_orders (order_id, store_id, form_key, user_id, price_tier_id) VALUES (?, ?, ?, ?, ?)',
);

const orderByFormKey = query<{ id: Id }>(
  { reads: ['manual_orders'] },
  'SELECT order_id AS id FROM manual_orders WHERE store_id = ? AND form_key = ?',
);

/** The order that was created with this form. */
export const orderOfForm = (db: Reader, storeId: Id, formKey: string): Id | undefined =>
  db.get(orderByFormKey, storeId, formKey)?.id;

const tierOfOrder = query<{ id: Id | null }>(
  { reads: ['manual_orders'] },
  'SELECT price_tier_id AS id FROM manual_orders WHERE order_id = ?',
);

/** The tier that prices added lines: of the channel or the manual order; null: the store's default tier. */
export const priceTierOf = (db: Reader, { id, channelId }: Pick<Order, 'id' | 'channelId'>): Id | null =>
  channelId === null ? (db.get(tierOfOrder, id)?.id ?? null) : channelById(db, channelId).priceTierId;
