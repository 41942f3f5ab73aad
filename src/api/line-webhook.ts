import { Hono } from 'hono';
import type { Context } from '../context.ts';
import { handleLineEvents } from '../domain/alerts/line-events.ts';
import { readBytes } from '../lib/read-bytes.ts';
import type { Bindings } from '../lib/request-bindings.ts';
import { reply } from './reply.ts';

const MAX_BYTES = 262_144;

/** LINE's webhook for the official account that sends alerts: `POST /alerts/line`. */
export function lineWebhook(ctx: Context) {
  return new Hono<{ Bindings: Bindings }>().post('/line', async (c) => {
    const { incoming } = c.env;
    ctx.db.checkExternalWrites(); // a command may have changed the alert services
    const signature = incoming.headers['x-line-signature'];
    const body = await readBytes(incoming, MAX_BYTES);
    await handleLineEvents(ctx, { signature: typeof signature === 'string' ? signature : undefined, body });
    return reply(c, {});
  });
}
