import * as v from 'valibot';
import { stockByIds, stockBySkus, type VariantWithStock } from '../domain/stock/available.ts';
import { stockFeed } from '../domain/webhooks/stock-feed.ts';
import { id, integer, text, textUpTo, withDescription } from '../lib/field-schemas.ts';
import { idText } from '../lib/ids.ts';
import { exactlyOne, strictObject } from '../lib/schema-builders.ts';
import { MAX_LENGTH } from '../lib/text-limits.ts';
import { invalid } from '../lib/validation.ts';
import type { ApiContext } from './call-log.ts';
import { type PartnerCall, v1 } from './v1-endpoint.ts';

const MAX_PER_CALL = 500;

const someOf = <Item extends v.GenericSchema>(item: Item) => {
  const wrong = invalid('wrong_list_length', { least: 1, most: MAX_PER_CALL });
  return v.pipe(v.array(item), v.minLength(1, wrong), v.maxLength(MAX_PER_CALL, wrong));
};

export const cursorField = v.optional(
  withDescription(text, '`next_cursor` of the last response. Absent: the feed starts now.', 's1c-7f2k'),
);

export const stockChangesBody = strictObject({
  cursor: cursorField,
  limit: v.optional(withDescription(integer(1, MAX_PER_CALL), 'Maximum number of changes.', 100), 100),
});

export const stockAvailableBody = exactlyOne(
  strictObject({
    product_variant_ids: v.optional(withDescription(someOf(id), 'The variants.', ['7', '8'])),
    skus: v.optional(withDescription(someOf(textUpTo(MAX_LENGTH.sku)), 'The variants by SKU.', ['LAT-H'])),
  }),
  'product_variant_ids',
  'skus',
);

/** See docs/partner-api.md#follow-stock and docs/partner-api.md#read-available-stock. */
export const stock = (ctx: ApiContext): PartnerCall[] => [
  v1(ctx, {
    path: '/v1/stock/changes',
    body: stockChangesBody,
    bodyOptional: true,
    permission: 'stock.read',
    handle: (channel, { cursor, limit }) => {
      const { items, hasMore, nextCursor } = stockFeed(ctx.db, channel, { cursor, limit });
      return { items, has_more: hasMore, next_cursor: nextCursor };
    },
  }),
  v1(ctx, {
    path: '/v1/stock/available',
    body: stockAvailableBody,
    permission: 'stock.read',
    handle: ({ storeId }, { product_variant_ids, skus }) => {
      const found = skus ? stockBySkus(ctx.db, storeId, skus) : stockByIds(ctx.db, storeId, product_variant_ids ?? []);
      return { items: found.map(availableView) };
    },
  }),
];

const availableView = ({ variant, stock: { total, warehouses } }: VariantWithStock) => ({
  product_variant_id: idText(variant.id),
  sku: variant.sku ?? undefined,
  available_qty: total.onHand - total.reserved,
  warehouses: warehouses.map(({ warehouseId, onHand, reserved }) => ({
    wh_id: idText(warehouseId),
    available_qty: onHand - reserved,
  })),
});
