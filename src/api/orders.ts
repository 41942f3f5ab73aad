import * as v from 'valibot';
import type { Context } from '../context.ts';
import type { AddedCodes } from '../domain/orders/codes.ts';
import { createOrder, createUnlessLong } from '../domain/orders/create.ts';
import { idOfExternalId, isLongOrder, orderById } from '../domain/orders/order.ts';
import type { OrderInput } from '../domain/orders/order-input.ts';
import { orderView } from '../domain/orders/view.ts';
import { notFound } from '../lib/errors.ts';
import { id, textOf, withDescription } from '../lib/fields.ts';
import { NO_ID } from '../lib/ids.ts';
import { exactlyOne, strictObject } from '../lib/schema.ts';
import type { ApiContext } from './call-log.ts';
import { orderCreateBody } from './order-body.ts';
import { type Endpoint, LARGE, type PartnerCall, v1 } from './v1-endpoint.ts';

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

/** Bytes of a body with up to about 800 lines. */
const LARGE_BODY = 16_384;

type EndpointContext = Pick<Context, 'db' | 'write' | 'now'> & { values: AddedCodes };

/** See docs/partner-api.md#create-an-order and docs/partner-api.md#read-an-order. @param isInThread LARGE is no result */
export const orderEndpoints = (ctx: EndpointContext, { isInThread }: { isInThread: boolean }) => ({
  create: createEndpoint(ctx, isInThread),
  detail: detailEndpoint(ctx, isInThread),
});

const createEndpoint = (ctx: EndpointContext, isInThread: boolean): Endpoint<OrderInput> => ({
  path: '/v1/order/create',
  body: orderCreateBody(ctx.values),
  permission: 'orders.create',
  largeBody: LARGE_BODY,
  handle: async (channel, newOrder) => {
    const create = isInThread ? createOrder : createUnlessLong;
    const order = await ctx.write((tx) => create(tx, channel, newOrder, ctx.now()));
    return order === undefined ? LARGE : { order: orderView(order) };
  },
});

type OrderDetailBody = v.InferOutput<typeof orderDetailBody>;

const detailEndpoint = ({ db }: EndpointContext, isInThread: boolean): Endpoint<OrderDetailBody> => ({
  path: '/v1/order/detail',
  body: orderDetailBody,
  permission: 'orders.read',
  handle: (channel, { order_id, external_order_id }) => {
    const id = external_order_id === undefined ? order_id : idOfExternalId(db, channel.id, external_order_id)?.id;
    if (!isInThread && isLongOrder(db, id ?? NO_ID)) return LARGE;
    const order = orderById(db, id ?? NO_ID);
    if (!order || order.storeId !== channel.storeId || (channel.ownOrdersOnly && order.channelId !== channel.id))
      throw notFound('order_not_found_by_channel');
    return { order: orderView(order) };
  },
});

export function orders(ctx: ApiContext): PartnerCall[] {
  const { create, detail } = orderEndpoints({ ...ctx, values: ctx.config.values }, { isInThread: false });
  return [v1(ctx, create), v1(ctx, detail)];
}
