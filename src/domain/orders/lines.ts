import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest } from '../../lib/errors.ts';
import { type Id, NO_ID } from '../../lib/ids.ts';
import type { PathPart } from '../../lib/messages/path.ts';
import { type Money, times } from '../../lib/money.ts';
import { defaultTier } from '../catalogue/price-tiers.ts';
import { MAX_PIECES } from '../stock/line-checks.ts';
import { keepsStock, liveVariant, type Part, type SoldVariant, variantsWithSku } from '../variants.ts';
import type { Demand } from './allocate.ts';
import { insertLine, insertLinePart } from './line-rows.ts';
import type { Order, OrderLine } from './order.ts';
import type { OrderLineInput } from './order-input.ts';

export interface PricedLine extends Demand {
  variant: SoldVariant;
  price: Money;
  amount: Money;
}

/** Finds variant and price of each line (docs/decisions.md#prices). @throws AppError invalid_request at its field */
export function priceLines(db: Reader, storeId: Id, tierId: Id | null, lines: readonly OrderLineInput[]): PricedLine[] {
  const tiers = [tierId, defaultTier(db, storeId)?.id];
  const bySku = new Map<string, SoldVariant>(); // lines may repeat an SKU
  return lines.map((line, i) => {
    const path = ['products', i];
    requireQty(path, line.qty);
    const variant = bySku.get(line.sku ?? '') ?? variantOfLine(db, storeId, line, i);
    if (line.sku) bySku.set(line.sku, variant);
    const price =
      line.price ?? tiers.map((tier) => variant.prices.get(tier ?? NO_ID)).find((known) => known !== undefined);
    if (price === undefined) throw invalidRequest('price_required', { path: [...path, 'price'] });
    const amount = times(price, line.qty);
    if (amount === undefined) throw invalidRequest('line_amount_too_large', { path });
    return { path, variant, components: variant.components, qty: line.qty, price, amount };
  });
}

function variantOfLine(db: Reader, storeId: Id, { variantId, sku }: OrderLineInput, i: number): SoldVariant {
  const ids = sku === undefined ? [variantId ?? NO_ID] : variantsWithSku(db, storeId, sku);
  if (ids.length > 1) throw invalidRequest('sku_ambiguous', { path: ['products', i, 'sku'], variants: ids });
  const variant = liveVariant(db, storeId, ids[0] ?? NO_ID);
  if (variant) return variant;
  const field = sku === undefined ? 'product_variant_id' : 'sku';
  throw invalidRequest('unknown_variant', { path: ['products', i, field] });
}

/** @param insert `insertLineOfExistingOrder` for an order of an earlier transaction */
export function addLine(
  tx: WriteTx,
  orderId: Id,
  { variant, components, qty, price, amount }: PricedLine,
  insert = insertLine,
): OrderLine {
  const line = {
    productId: variant.productId,
    variantId: variant.id,
    name: variant.productName,
    variantName: variant.name,
    sku: variant.sku,
    qty,
    shippedQty: 0,
    shortQty: 0,
    price,
    amount,
  };
  const id = insert(tx, orderId, line);
  if (!keepsStock(variant)) for (const part of components) insertLinePart(tx, id, part);
  return { id, ...line };
}

const lineComponents = query<Part>(
  { reads: ['order_line_parts'] },
  'SELECT variant_id AS variantId, qty FROM order_line_parts WHERE line_id = +? ORDER BY variant_id',
);

/** The components of one unit of the line, at the time of the order. */
export function componentsOfLine(db: Reader, { id, variantId }: Pick<OrderLine, 'id' | 'variantId'>): readonly Part[] {
  const parts = db.all(lineComponents, id);
  return parts.length > 0 ? parts : [{ variantId, qty: 1 }];
}

export interface LineQty {
  lineId: Id;
  qty: number;
}

/**
 * Looks up the order line of each given line id.
 *
 * @throws AppError invalid_request if a line is unknown or repeated, or its `qty` is out of range
 */
export function orderLinesOf<Request extends { lineId: Id; qty?: number | undefined }>(
  order: Order,
  requests: readonly Request[],
  minQty = 1,
): (Request & { line: OrderLine })[] {
  const lines = new Map(order.lines.map((line) => [line.id, line]));
  const seen = new Set<Id>();
  return requests.map((request) => {
    const line = lines.get(request.lineId);
    if (!line) throw invalidRequest('line_not_in_order', { line: request.lineId, order: order.id });
    if (seen.has(line.id)) throw invalidRequest('line_repeated', { line: line.id });
    seen.add(line.id);
    if (request.qty !== undefined) requireQty([{ line: line.id }], request.qty, minQty);
    return { ...request, line };
  });
}

function requireQty(path: readonly PathPart[], qty: number, minQty = 1): void {
  if (!Number.isInteger(qty) || qty < minQty || qty > MAX_PIECES)
    throw invalidRequest('not_a_whole_number_between', { path: [...path, 'qty'], least: minQty, most: MAX_PIECES });
}

/** The demand of a line that the order already has. */
export interface LineDemand extends Demand {
  lineId: Id;
}

export const demandOf = (db: Reader, line: OrderLine, qty: number): LineDemand => ({
  lineId: line.id,
  path: [{ line: line.id }],
  components: componentsOfLine(db, line),
  qty,
});
