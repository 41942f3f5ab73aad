import { isDeepStrictEqual } from 'node:util';
import type { Reader } from '../../db/reader.ts';
import { invalidRequest } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import type { Money } from '../../lib/money.ts';
import type { Address } from '../address-fields.ts';
import { lineSums, type PricedOrder, priceTierOf } from './create-manual-order.ts';
import type { OrderEdit } from './edit.ts';
import { changedLine } from './edit-lines.ts';
import { orderLinesOf, priceLines } from './lines.ts';
import { lineName, type Order } from './order.ts';
import type { OrderLineInput } from './order-input.ts';
import type { EditableFields } from './order-rows.ts';
import { unpaidWithTotal } from './payments/balance.ts';
import { type Charges, orderTotals } from './totals.ts';

/** A complete order, as a form submits it. A line that is missing is removed. */
export interface OrderForm extends Omit<EditableFields, 'codFee' | 'codAmount'> {
  lines: readonly OrderFormLine[];
  recipientAddress: Address;
  /** COD orders only; undefined keeps the value. */
  codFee?: Money | undefined;
  codAmount?: Money | undefined;
}

/** A line of the order, or a new one. */
export type OrderFormLine =
  | { lineId: Id; qty: number; price?: Money | undefined }
  | ({ lineId?: undefined } & OrderLineInput);

/** The edit that turns the order into `form`. */
export function editOf(order: Order, form: OrderForm): OrderEdit {
  const { lines, recipientAddress, ...fields } = form;
  const changed = Object.entries(fields).filter(
    ([name, value]) => value !== undefined && value !== order[name as keyof typeof fields],
  );
  return {
    ...linesDifference(order, lines),
    ...(isSameAddress(order, recipientAddress) ? {} : { recipientAddress }),
    ...Object.fromEntries(changed),
  };
}

function linesDifference({ lines: known }: Order, lines: readonly OrderFormLine[]): OrderEdit {
  const kept = new Map(lines.flatMap((line) => (line.lineId === undefined ? [] : [[line.lineId, line] as const])));
  const set = known.flatMap(({ id, qty, price }) => {
    const line = kept.get(id);
    if (!line || (line.qty === qty && (line.price ?? price) === price)) return [];
    return [{ lineId: id, qty: line.qty, price: line.price }];
  });
  const remove = known.filter(({ id }) => !kept.has(id)).map(({ id }) => id);
  const add = lines.filter((line) => line.lineId === undefined);
  return {
    ...(set.length > 0 ? { set } : {}),
    ...(remove.length > 0 ? { remove } : {}),
    ...(add.length > 0 ? { add } : {}),
  };
}

function isSameAddress({ recipientAddress }: Order, address: Address): boolean {
  const { version: _, id: __, ...known } = recipientAddress;
  return isDeepStrictEqual(
    known,
    Object.fromEntries(Object.entries(address).filter(([, value]) => value !== undefined)),
  );
}

/** @throws AppError invalid_request if the order changed since the form was shown */
export function requireUnchanged({ id, updateTime }: Order, seen: number): void {
  if (updateTime !== seen) throw invalidRequest('order_changed_meanwhile', { order: id });
}

/**
 * Prices the order with these lines. Its existing lines keep their prices, even if no longer sold. Does not check stock.
 * @throws AppError invalid_request at the line: `line 7` or, for a new one, `products[0]`
 */
export function priceForm(
  db: Reader,
  order: Order,
  { lines, ...charges }: Charges & { lines: readonly OrderFormLine[] },
): PricedOrder {
  const existing = lines.filter((line) => line.lineId !== undefined);
  const added = lines.filter((line) => line.lineId === undefined);
  const kept = orderLinesOf(order, existing).map(({ line, qty, price }) => changedLine(line, { qty, price }));
  const allLines = [
    ...kept.map((line) => ({ name: lineName(line), qty: line.qty, amount: line.amount })),
    ...lineSums(priceLines(db, order.storeId, priceTierOf(db, order), added)),
  ];
  const totals = orderTotals(allLines, charges);
  return { lines: allLines, ...totals, paidAmount: order.receivedAmount, due: unpaidWithTotal(order, totals.total) };
}
