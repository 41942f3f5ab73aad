import { Hono } from 'hono';
import type { AddedCodes } from '../domain/orders/codes.ts';
import type { Bindings } from '../lib/request.ts';
import type { Answers } from './docs/answers.ts';
import type { ApiCall } from './reply.ts';

/**
 * The documentation for partners: `GET /openapi.json`, the page `GET /docs` and its files. All of it is loaded when it
 * is first asked for.
 */
export function docs(added: AddedCodes, base: () => string) {
  let loaded: Promise<Answers> | undefined;
  const load = async () => {
    const { docsAnswers } = await import('./docs/answers.ts');
    return docsAnswers(added, base());
  };
  const answer = (which: keyof Answers) => async (c: ApiCall) => {
    loaded ??= load();
    return (await loaded)[which](c);
  };
  return new Hono<{ Bindings: Bindings }>()
    .get('/openapi.json', answer('openApi'))
    .get('/docs', answer('page'))
    .get('/docs/:file', answer('file'));
}
