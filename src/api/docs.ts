import { Hono } from 'hono';
import type { AddedCodes } from '../domain/orders/codes.ts';
import type { Bindings } from '../lib/request.ts';
import type { DocsHandlers } from './docs/answers.ts';
import type { ApiCall } from './reply.ts';

/**
 * The documentation: `GET /openapi.json`, the API reference at `GET /docs`, and below it the pages, their search, their
 * pictures and the files that browsers load. All of it is loaded on the first request.
 */
export function docs(added: AddedCodes, base: () => string) {
  let loaded: Promise<DocsHandlers> | undefined;
  const load = async () => {
    const { docsHandlers } = await import('./docs/answers.ts');
    return docsHandlers(added, base());
  };
  const answer = (which: keyof DocsHandlers) => async (c: ApiCall) => {
    loaded ??= load();
    return (await loaded)[which](c);
  };
  return new Hono<{ Bindings: Bindings }>()
    .get('/openapi.json', answer('openApi'))
    .get('/docs', answer('reference'))
    .get('/docs/search', answer('search'))
    .get('/docs/pictures/:name', answer('picture'))
    .get('/docs/:file', answer('file'));
}
