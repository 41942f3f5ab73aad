import { Hono } from 'hono';
import type { Context } from '../context.ts';
import { readiness } from '../domain/watch/ready.ts';
import { AppError } from '../lib/errors.ts';
import type { Bindings } from '../lib/request.ts';
import { isSecret, secretHash } from '../lib/secrets.ts';
import { reply, requestId } from './reply.ts';

const NOT_KEPT = { 'Cache-Control': 'no-store' };

/** `GET /healthz`: the process answers. */
export const health = () =>
  new Hono<{ Bindings: Bindings }>().get('/', (c) => {
    const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'X-Request-Id': requestId(c), ...NOT_KEPT };
    return new Response('ok\n', { headers });
  });

/** `GET /readyz`: 200 where the service can do its work, else 503; which of its checks fail, and no more, for anyone. */
export function ready(ctx: Context) {
  const look = readiness(ctx);
  return new Hono<{ Bindings: Bindings }>().get('/', async (c) => {
    const found = await look();
    return reply(c, found, found.ready ? 200 : 503, NOT_KEPT);
  });
}

/** What the metrics are at this moment, in Prometheus' text form. */
export interface MetricsPage {
  contentType: string;
  text: () => Promise<string>;
}

const BEARER = /^Bearer +(.+)$/i;

/** `GET /metrics`, for whoever has the config's token. */
export function metrics(page: MetricsPage, token: string) {
  const hash = secretHash(token);
  return new Hono<{ Bindings: Bindings }>().get('/', async (c) => {
    const given = BEARER.exec(c.env.incoming.headers.authorization ?? '')?.[1] ?? '';
    if (!isSecret(given, hash)) throw new AppError('invalid_token', 'metrics_token_invalid');
    const headers = { 'Content-Type': page.contentType, 'X-Request-Id': requestId(c), ...NOT_KEPT };
    return new Response(await page.text(), { headers });
  });
}
