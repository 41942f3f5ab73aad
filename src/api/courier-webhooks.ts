import { Hono } from 'hono';
import type { Context } from '../context.ts';
import type { FindAdapter } from '../domain/couriers/adapters/adapters.ts';
import { handleCallback } from '../domain/orders/tracking.ts';
import { NO_ID, parseId } from '../lib/ids.ts';
import type { Bindings } from '../lib/request-bindings.ts';
import { reply } from './reply.ts';
import { readBody } from './request-body.ts';

/** Webhooks of couriers, each with its own signature: `POST /couriers/STORE_ID/SHIPPING_TYPE`. */
export function courierWebhooks(ctx: Context, adapterOf: FindAdapter) {
  return new Hono<{ Bindings: Bindings }>().post('/:store/:shipping_type', async (c) => {
    const { incoming } = c.env;
    ctx.db.checkExternalWrites(); // another process may have changed the courier
    const name = { storeId: parseId(c.req.param('store')) ?? NO_ID, shippingType: c.req.param('shipping_type') };
    const request = { headers: incoming.headers, body: await readBody(incoming) };
    return reply(c, await handleCallback(ctx, adapterOf, { name, request }));
  });
}
