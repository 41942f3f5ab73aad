import { Hono } from 'hono';
import type { AddedCodes } from '../domain/orders/order-codes.ts';
import { INERT_HEADERS } from '../lib/private-headers.ts';
import type { Bindings } from '../lib/request-bindings.ts';
import type { DocsHandlers } from './docs/handlers.ts';
import type { ApiCall } from './reply.ts';

/**
 * Routes of the documentation: `/openapi.json`, the API reference at `/docs`, and the pages, search, pictures,
 * static files, clients and programs below `/docs/`. The handlers are loaded on the first request.
 */
export function docs(added: AddedCodes, base: () => string) {
  let loaded: Promise<DocsHandlers> | undefined;
  const load = async () => {
    const { docsHandlers } = await import('./docs/handlers.ts');
    return docsHandlers(added, base());
  };
  const handler = (name: keyof DocsHandlers) => async (c: ApiCall) => {
    loaded ??= load();
    return (await loaded)[name](c);
  };
  return new Hono<{ Bindings: Bindings }>()
    .get('/openapi.json', handler('openApi'))
    .get('/docs', handler('reference'))
    .get('/docs/', () => new Response(null, { status: 301, headers: { Location: '/docs', ...INERT_HEADERS } }))
    .get('/docs/search', handler('search'))
    .get('/docs/pictures/:name', handler('picture'))
    .get('/docs/clients/:file', handler('client'))
    .get('/docs/integrate/:file', handler('program'))
    .get('/docs/:file', handler('file'));
}
