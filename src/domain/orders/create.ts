import { hash } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import { Refusal } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { type Money, ZERO } from '../../lib/money.ts';
import { type Address, addAddress, findAddress, type StoredAddress, senderAddress } from '../addresses.ts';
import type { Channel } from '../channels/channels.ts';
import { storeById, takeOrderNumber } from '../stores.ts';
import { allocate } from './allocate.ts';
import { type PricedLine, priceLines, type WantedLine } from './lines.ts';
import { type Order, orderByExternalId, orderById } from './read.ts';
import { reserveLine } from './reserve.ts';
import { orderTotals } from './totals.ts';

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

/**
 * Creates the channel's order and reserves its stock, all or nothing; a repeated external id answers the earlier order
 * as it stands now (specification, "POST /v1/order/create").
 *
 * @throws Refusal invalid_request naming the field that names nothing or cannot be met; quota_exceeded
 */
export function createOrder(db: Database, channel: Channel, wanted: WantedOrder, now: number): Order {
  return replay(db, channel, wanted, now) ?? placeOrder(db, channel, wanted, now);
}

/** The channel's earlier order when the external id repeats, else undefined. */
function replay(db: Database, channel: Channel, wanted: WantedOrder, now: number): Order | undefined {
  if (wanted.externalOrderId === undefined) return undefined;
  const earlier = orderByExternalId(db, channel.id, wanted.externalOrderId);
  if (!earlier) return undefined;
  db.run(
    'UPDATE orders SET differing_replay_time = ? WHERE id = ? AND request_hash <> ?',
    now,
    earlier.id,
    requestHash(wanted),
  );
  return earlier;
}

function placeOrder(db: Database, channel: Channel, wanted: WantedOrder, now: number): Order {
  const store = storeById(db, channel.storeId);
  const known = knownRecipient(db, store.id, wanted.recipientAddressId);
  const sender = senderAddress(db, store.id, wanted.senderAddressId);
  const lines = priceLines(db, store.id, channel.priceTierId, wanted.lines);
  const totals = orderTotals(
    lines.map(({ amount }) => amount),
    { ...wanted, codFee: wanted.cod?.fee ?? ZERO },
  );
  const shares = allocate(db, store, lines);
  const orderNumber = takeOrderNumber(db, store, now);
  const recipient = known ?? addAddress(db, store.id, wanted.recipientAddress as Address, now);
  const orderId = insertOrder(db, channel, wanted, now, {
    ...totals,
    orderNumber,
    recipientAddress: recipient.version,
    senderName: wanted.senderName ?? store.name,
    senderAddress: sender?.version ?? null,
  });
  lines.forEach((line, i) => {
    const id = insertLine(db, orderId, line);
    reserveLine(db, { id, orderId, variantId: line.variant.id }, shares[i] ?? [], now);
  });
  return orderById(db, orderId) as Order;
}

/** The wanted address of the store's book; undefined where the order brings its own. */
function knownRecipient(db: Database, storeId: Id, id: Id | undefined): StoredAddress | undefined {
  if (id === undefined) return undefined;
  const address = findAddress(db, storeId, id);
  if (!address) throw new Refusal('invalid_request', 'recipient_address_id is not an address of this store');
  return address;
}

interface Placed {
  orderNumber: number;
  subtotal: Money;
  total: Money;
  recipientAddress: Id;
  senderName: string;
  senderAddress: Id | null;
}

function insertOrder(db: Database, channel: Channel, wanted: WantedOrder, now: number, placed: Placed): Id {
  return db.insert<Id>(
    `INSERT INTO orders (store_id, order_number, channel_id, external_order_id, request_hash, status, cod_status,
       shipping_type, sales_channel, recipient_address, sender_name, sender_address, subtotal, discount, shipping_fee,
       other_fee, is_cod, cod_fee, cod_amount, total, ship_before_pay, auto_request_xshipping, shipping_label_note,
       private_note, order_time, expiration_time, ship_deadline_time, create_time, update_time, paid_time)
     VALUES (?, ?, ?, ?, ?, 'open', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    channel.storeId,
    placed.orderNumber,
    channel.id,
    wanted.externalOrderId ?? null,
    wanted.externalOrderId === undefined ? null : requestHash(wanted),
    wanted.cod ? 'pending' : null,
    wanted.shippingType,
    wanted.salesChannel ?? null,
    placed.recipientAddress,
    placed.senderName,
    placed.senderAddress,
    placed.subtotal,
    wanted.discount,
    wanted.shippingFee,
    wanted.otherFee,
    Number(wanted.cod !== undefined),
    wanted.cod?.fee ?? null,
    wanted.cod?.amount ?? null,
    placed.total,
    Number(wanted.shipBeforePay),
    Number(wanted.autoRequestXshipping),
    wanted.shippingLabelNote ?? null,
    wanted.privateNote ?? null,
    wanted.orderTime ?? now,
    wanted.expirationTime ?? null,
    wanted.shipDeadlineTime ?? null,
    now,
    now,
    placed.total === ZERO ? now : null,
  );
}

const insertLine = (db: Database, orderId: Id, { variant, qty, price, amount }: PricedLine): Id =>
  db.insert<Id>(
    `INSERT INTO order_lines (order_id, product_id, variant_id, name, variant_name, sku, qty, price, amount)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    orderId,
    variant.productId,
    variant.id,
    variant.productName,
    variant.name,
    variant.sku,
    qty,
    price,
    amount,
  );

const requestHash = (wanted: WantedOrder): Buffer => hash('sha256', JSON.stringify(wanted), 'buffer');
