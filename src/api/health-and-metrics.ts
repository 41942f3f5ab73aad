import { Hono } from 'hono';
import type { Context } from '../context.ts';
import { readiness } from '../domain/monitoring/readiness.ts';
import { AppError } from '../lib/errors.ts';
import { PRIVATE_HEADERS } from '../lib/private-headers.ts';
import type { Bindings } from '../lib/request-bindings.ts';
import { isSecret, secretHash } from '../lib/secrets.ts';
import { reply, requestId } from './reply.ts';

/** `GET /healthz`: the process is running. */
export const health = () =>
  new Hono<{ Bindings: Bindings }>().get('/', (c) => {
    const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'X-Request-Id': requestId(c), ...PRIVATE_HEADERS };
    return new Response('ok\n', { headers });
  });

/** `GET /readyz`: 200 if the service can work, else 503, with the result of each check and no details. */
export function ready(ctx: Context) {
  const check = readiness(ctx);
  return new Hono<{ Bindings: Bindings }>().get('/', async (c) => {
    const result = await check();
    return reply(c, result, result.ready ? 200 : 503);
  });
}

/** Metrics in the text format of Prometheus. */
export interface MetricsPage {
  contentType: string;
  text: () => Promise<string>;
}

const BEARER = /^Bearer +(.+)$/i;

/** `GET /metrics`, authorized with the token of the config. */
export function metrics(page: MetricsPage, token: string) {
  const hash = secretHash(token);
  return new Hono<{ Bindings: Bindings }>().get('/', async (c) => {
    const sentToken = BEARER.exec(c.env.incoming.headers.authorization ?? '')?.[1] ?? '';
    if (!isSecret(sentToken, hash)) throw new AppError('invalid_token', 'metrics_token_invalid');
    const headers = { 'Content-Type': page.contentType, 'X-Request-Id': requestId(c), ...PRIVATE_HEADERS };
    return new Response(await page.text(), { headers });
  });
}
