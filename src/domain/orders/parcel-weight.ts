import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { Id } from '../../lib/ids.ts';
import { orderWeight } from '../catalogue/order-weight.ts';
import { lineQty } from './allocate.ts';
import { componentsOfLine } from './lines.ts';
import type { OrderLine } from './order.ts';
import { itemsOf } from './shipments/shipment.ts';

type PackedLine = Pick<OrderLine, 'id' | 'variantId' | 'qty'>;

/** Grams of these units of lines; undefined if a weight is unknown. docs/decisions.md#weight-of-a-parcel */
export function weightOfLines(db: Reader, lines: readonly PackedLine[]): number | undefined {
  const weighed = lines.map((line) => ({ ...line, components: componentsOfLine(db, line) }));
  const { grams, unweighed } = orderWeight(db, weighed);
  return unweighed.length === 0 ? grams : undefined;
}

const variantOfLine = query<{ variantId: Id }>(
  { reads: ['order_lines'] },
  'SELECT variant_id AS variantId FROM order_lines WHERE id = +?',
);

/** Grams of the contents of a shipment; undefined if a weight is unknown. */
export function weightOfShipment(db: Reader, shipmentId: Id): number | undefined {
  const byLine = Map.groupBy(itemsOf(db, shipmentId), ({ lineId }) => lineId);
  const lines = [...byLine].flatMap(([id, items]) => {
    const line = db.get(variantOfLine, id);
    return line ? [{ id, ...line, qty: lineQty(items, componentsOfLine(db, { id, ...line })) }] : [];
  });
  return lines.length === 0 ? undefined : weightOfLines(db, lines);
}
