import * as v from 'valibot';
import { createOrder } from '../domain/orders/create.ts';
import { orderByExternalId, orderById } from '../domain/orders/order.ts';
import { orderView } from '../domain/orders/view.ts';
import { notFound } from '../lib/errors.ts';
import { id, textOf, withDescription } from '../lib/fields.ts';
import { NO_ID } from '../lib/ids.ts';
import { exactlyOne, strictObject } from '../lib/schema.ts';
import type { ApiContext } from './call-log.ts';
import { orderCreateBody } from './order-body.ts';
import { type PartnerCall, v1 } from './v1-endpoint.ts';

export const orderDetailBody = exactlyOne(
  strictObject({
    order_id: v.optional(
      withDescription(id, 'Any order of the store; of your channel if it is limited to its own orders.', '42'),
    ),
    external_order_id: v.optional(
      withDescription(textOf(1, 128), 'An order of your channel, by your own id.', 'SP-2026-0001'),
    ),
  }),
  'order_id',
  'external_order_id',
);

/** See docs/partner-api.md#create-an-order and docs/partner-api.md#read-an-order. */
export const orders = (ctx: ApiContext): PartnerCall[] => [
  v1(ctx, {
    path: '/v1/order/create',
    body: orderCreateBody(ctx.config.values),
    permission: 'orders.create',
    handle: async (channel, newOrder) => ({
      order: orderView(await ctx.write((tx) => createOrder(tx, channel, newOrder, ctx.now()))),
    }),
  }),
  v1(ctx, {
    path: '/v1/order/detail',
    body: orderDetailBody,
    permission: 'orders.read',
    handle: (channel, { order_id, external_order_id }) => {
      const order =
        external_order_id === undefined
          ? orderById(ctx.db, order_id ?? NO_ID)
          : orderByExternalId(ctx.db, channel.id, external_order_id);
      if (
        !order ||
        order === 'deleted' ||
        order.storeId !== channel.storeId ||
        (channel.ownOrdersOnly && order.channelId !== channel.id)
      )
        throw notFound('order_not_found_by_channel');
      return { order: orderView(order) };
    },
  }),
];
