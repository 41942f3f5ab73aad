import { byCommand } from '../src/domain/orders/history.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { moveCodManually, reopenCod } from '../src/domain/orders/payments/cod.ts';
import { type RemittanceInput, type RemittanceResult, remit } from '../src/domain/orders/payments/remittance.ts';
import { remittanceRows } from '../src/domain/orders/payments/remittance-file.ts';
import { type UndoInput, undoRemittance } from '../src/domain/orders/payments/undo-remittance.ts';
import { createShipment } from '../src/domain/orders/shipments/book.ts';
import { cancelShipment, moveShipment, pickUp, type StatusAfterPickUp } from '../src/domain/orders/shipments/move.ts';
import type { Shipment } from '../src/domain/orders/shipments/shipment.ts';
import { readCsv } from '../src/lib/csv.ts';
import type { Id } from '../src/lib/ids.ts';
import { type Money, moneyText } from '../src/lib/money.ts';
import { baht } from './amounts.ts';
import { type PlacedOrder, placeOrder } from './order-steps.ts';
import { runStep } from './stock-steps.ts';
import { cafe, idOf, openShop, type Shop, type ShopOptions } from './support.ts';

// COD orders, and the payouts of couriers.

/** A shop with unlimited stock. */
export const openSeller = (options: ShopOptions = {}) =>
  openShop({ stores: [cafe({ settings: { sell_below_zero: true } })], ...options });

/** A COD order with this number of pieces and this price. */
export const codOrder = (
  shop: Shop,
  amount: string,
  { qty = 1, ...more }: { qty?: number; shipping_type?: string } = {},
) =>
  placeOrder(shop, [{ sku: 'LAT-H', qty, price: moneyText((baht(amount) / qty) as Money) }], {
    is_cod: true,
    cod_fee: 0,
    cod_amount: amount,
    ...more,
  });

interface ParcelOptions {
  /** Pieces in this parcel; the rest by default. */
  qty?: number;
  /** Its COD amount; the rest by default. */
  cod?: string;
  /** Its status; picked up by default. */
  at?: StatusAfterPickUp | 'booked';
}

/** Adds a parcel with a tracking number to the order. Two parcels may have the same number. */
export const sendParcel = (
  shop: Shop,
  order: PlacedOrder,
  trackingNumber: string,
  { qty, cod, at }: ParcelOptions = {},
): Promise<Shipment> =>
  runStep(shop, (tx, now) => {
    const act = byCommand(now);
    const shipment = createShipment(
      tx,
      order.id,
      {
        trackingNumber,
        lines: qty === undefined ? undefined : [{ lineId: order.lines[0] as Id, qty }],
        codAmount: cod === undefined ? undefined : baht(cod),
      },
      act,
    );
    if (at === 'booked') return shipment;
    const pickedUp = pickUp(tx, shipment.id, {}, act);
    return at === undefined ? pickedUp : moveShipment(tx, shipment.id, at, act);
  });

/** A COD order with one parcel. */
export async function sendCodOrder(
  shop: Shop,
  amount: string,
  trackingNumber: string,
  options: ParcelOptions = {},
): Promise<PlacedOrder> {
  const order = await codOrder(shop, amount);
  await sendParcel(shop, order, trackingNumber, options);
  return order;
}

export const moveParcel = (shop: Shop, { id }: { id: Id }, to: StatusAfterPickUp) =>
  runStep(shop, (tx, now) => moveShipment(tx, id, to, byCommand(now)));

export const setCodStatus = (shop: Shop, { id }: { id: Id }, to: 'collected' | 'failed') =>
  runStep(shop, (tx, now) => moveCodManually(tx, id, to, byCommand(now)));

export const resetCodStatus = (shop: Shop, { id }: { id: Id }) =>
  runStep(shop, (tx, now) => reopenCod(tx, id, byCommand(now)));

/** The order's COD status, payment status, paid amount and status. */
export function moneyOf(shop: Shop, { id }: { id: Id }) {
  const order = existingOrder(shop.ctx.db, id);
  return [order.codStatus, order.paymentStatus, moneyText(order.paidAmount), order.status];
}

type Options = Partial<Omit<RemittanceInput, 'rows'>> & { number?: string; amount?: string };

export const rowsIn = (csv: string | Uint8Array, columns: { number?: string; amount?: string } = {}) =>
  remittanceRows(readCsv(Buffer.from(csv), 'paid.csv'), 'paid.csv', columns);

/** Applies a payout file to the first store. */
export const remitFile = (
  shop: Shop,
  csv: string | Uint8Array,
  { number, amount, ...options }: Options = {},
): Promise<RemittanceResult> =>
  runStep(shop, (tx, now) =>
    remit(
      tx,
      {
        storeId: idOf(shop.ids.id),
        rows: rowsIn(csv, { ...(number && { number }), ...(amount && { amount }) }),
        ...options,
      },
      byCommand(now),
    ),
  );

/** A payout file with these tracking numbers and amounts. */
export const payoutFile = (rows: readonly (readonly [string, string])[]): string =>
  ['tracking,cod', ...rows.map((cells) => cells.map((cell) => `"${cell}"`).join(','))].join('\n');

/** Applies a payout file with these tracking numbers and amounts. */
export const remitRows = (shop: Shop, rows: readonly (readonly [string, string])[], options: Options = {}) =>
  remitFile(shop, payoutFile(rows), options);

/** The matched tracking numbers, and the reason for each other row. */
export const outcome = ({ matched, differences }: RemittanceResult) => ({
  matched: matched.map(({ parcel }) => parcel.trackingNumber),
  differences: differences.map(({ row, kind }) => [row, kind]),
});

export const cancelParcel = (shop: Shop, { id }: { id: Id }) =>
  runStep(shop, (tx, now) => cancelShipment(tx, id, byCommand(now)));

export const undoPayout = (shop: Shop, remittanceId: Id | null, more: Partial<UndoInput> = {}) =>
  runStep(shop, (tx, now) =>
    undoRemittance(tx, { remittanceId: remittanceId as Id, reason: 'mistake', ...more }, byCommand(now)),
  );

/** The first parcel of the order. */
export const shipmentOf = (shop: Shop, { id }: { id: Id }) => existingOrder(shop.ctx.db, id).shipments[0]?.id as Id;
