import type * as v from 'valibot';
import type { Context } from '../context.ts';
import { createOrder, createUnlessLong } from '../domain/orders/create.ts';
import { isLongOrder, orderById } from '../domain/orders/order.ts';
import type { AddedCodes } from '../domain/orders/order-codes.ts';
import { orderFeed } from '../domain/orders/order-feed.ts';
import type { OrderInput } from '../domain/orders/order-input.ts';
import type { OrderStatus, PaymentMethod } from '../domain/orders/order-states.ts';
import { cancelOwnOrder, type NamedOrder, orderIdOf, reportOwnPayment } from '../domain/orders/partner-actions.ts';
import { orderView } from '../domain/orders/view.ts';
import { notFound } from '../lib/errors.ts';
import type { ApiContext } from './call-log.ts';
import { orderCreateBody } from './order-body.ts';
import { orderCancelBody, orderDetailBody, orderListBody, paymentNotifyBody } from './order-requests.ts';
import { WithHeaders } from './reply.ts';
import { type Endpoint, LARGE, type PartnerCall, v1 } from './v1-endpoint.ts';

/** Bytes of a body with up to about 800 lines. */
const LARGE_BODY = 16_384;

type EndpointContext = Pick<Context, 'db' | 'write' | 'now'> & { values: AddedCodes };

const withReplay = (fields: object, replay: 'same' | 'differs' | undefined) =>
  replay === undefined ? fields : new WithHeaders(fields, { 'X-Idempotent-Replay': replay });

/** See docs/partner-api.md#create-an-order and the headings after it. @param isInThread endpoints in a thread never return LARGE */
export const orderEndpoints = (ctx: EndpointContext, { isInThread }: { isInThread: boolean }): Endpoint<unknown>[] => [
  createEndpoint(ctx, isInThread),
  detailEndpoint(ctx, isInThread),
  listEndpoint(ctx, isInThread),
  cancelEndpoint(ctx, isInThread),
  paymentEndpoint(ctx, isInThread),
];

const createEndpoint = (ctx: EndpointContext, isInThread: boolean): Endpoint<OrderInput> => ({
  path: '/v1/order/create',
  body: orderCreateBody(ctx.values),
  permission: 'orders.create',
  largeBody: LARGE_BODY,
  handle: async (channel, newOrder) => {
    const create = isInThread ? createOrder : createUnlessLong;
    const created = await ctx.write((tx) => create(tx, channel, newOrder, ctx.now()));
    if (created === undefined) return LARGE;
    return withReplay({ order: orderView(ctx.db, created.order) }, created.replay);
  },
});

const detailEndpoint = ({ db }: EndpointContext, isInThread: boolean): Endpoint<NamedOrder> => ({
  path: '/v1/order/detail',
  body: orderDetailBody,
  permission: 'orders.read',
  handle: (channel, named) => {
    const id = orderIdOf(db, channel, named);
    if (!isInThread && isLongOrder(db, id)) return LARGE;
    const order = orderById(db, id);
    if (!order || order.storeId !== channel.storeId || (channel.ownOrdersOnly && order.channelId !== channel.id))
      throw notFound('order_not_found_by_channel');
    return { order: orderView(db, order) };
  },
});

const listEndpoint = ({ db }: EndpointContext, isInThread: boolean): Endpoint<v.InferOutput<typeof orderListBody>> => ({
  path: '/v1/order/list',
  body: orderListBody,
  bodyOptional: true,
  permission: 'orders.list',
  handle: (channel, { cursor, since_time, status, limit }) => {
    const search = { cursor, since: since_time, status: status as OrderStatus | undefined, limit };
    const page = orderFeed(db, channel, search, { isInThread });
    if (!page) return LARGE;
    return {
      orders: page.orders.map((order) => orderView(db, order)),
      has_more: page.hasMore,
      next_cursor: page.nextCursor,
    };
  },
});

const cancelEndpoint = (ctx: EndpointContext, isInThread: boolean): Endpoint<NamedOrder> => ({
  path: '/v1/order/cancel',
  body: orderCancelBody,
  permission: 'orders.cancel',
  handle: async (channel, named) => {
    if (!isInThread && isLongOrder(ctx.db, orderIdOf(ctx.db, channel, named))) return LARGE;
    const order = await ctx.write((tx) => cancelOwnOrder(tx, channel, named, ctx.now()));
    return { order: orderView(ctx.db, order) };
  },
});

type PaymentNotifyBody = v.InferOutput<typeof paymentNotifyBody>;

const paymentEndpoint = (ctx: EndpointContext, isInThread: boolean): Endpoint<PaymentNotifyBody> => ({
  path: '/v1/order/payment/notify',
  body: paymentNotifyBody,
  permission: 'orders.pay',
  handle: async (channel, { order_id, external_order_id, pay_time, external_payment_id, method, ...fields }) => {
    const named = { order_id, external_order_id };
    if (!isInThread && isLongOrder(ctx.db, orderIdOf(ctx.db, channel, named))) return LARGE;
    const report = { ...fields, method: method as PaymentMethod, payTime: pay_time, externalId: external_payment_id };
    const { order, replay } = await ctx.write((tx) => reportOwnPayment(tx, channel, { named, report }, ctx.now()));
    return withReplay({ order: orderView(ctx.db, order) }, replay);
  },
});

export const orders = (ctx: ApiContext): PartnerCall[] =>
  orderEndpoints({ ...ctx, values: ctx.config.values }, { isInThread: false }).map((endpoint) => v1(ctx, endpoint));
