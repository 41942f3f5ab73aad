import { TLSSocket } from 'node:tls';
import { requestIdIn } from '../../lib/request.ts';
import type { Answer } from '../answer.ts';
import { pageHtml, partHtml } from '../page/document.tsx';
import type { Screen } from '../screen.ts';
import type { Guest } from '../visit.ts';
import { NOTICE_COOKIE } from './cookies.ts';
import type { OfficeCall } from './receive.ts';
import { BY_HTTPS, packed, SAFE_HEADERS } from './sealed.ts';

/** Sends what a screen answers: pages and their parts as packed HTML, and everything with the headers that keep it safe. */
export async function answered(c: OfficeCall, visitor: Guest, answer: Answer): Promise<Response> {
  const response = answer instanceof Response ? answer : await htmlResponse(c, visitor, answer);
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(SAFE_HEADERS)) headers.set(name, value);
  if (c.env.incoming.socket instanceof TLSSocket) headers.set(...BY_HTTPS);
  for (const [name, value] of visitor.headers)
    if (name === 'set-cookie') headers.append(name, value);
    else headers.set(name, value);
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
  headers.set('X-Request-Id', requestIdIn(c.env));
  return new Response(response.body, { status: response.status, headers });
}

async function htmlResponse(c: OfficeCall, visitor: Guest, answer: Exclude<Answer, Response>): Promise<Response> {
  const isPart = 'fragment' in answer;
  const { bytes, encoding } = await packed(isPart ? partHtml(answer) : pageHtml(visitor, answer), c.env.incoming);
  const headers = new Headers({
    'Content-Type': 'text/html; charset=utf-8',
    Vary: 'Accept-Encoding, HX-Request, Cookie',
  });
  if (encoding !== undefined) headers.set('Content-Encoding', encoding);
  if (!isPart && visitor.asked.notice !== undefined) visitor.setCookie(NOTICE_COOKIE, '', 0);
  return new Response(bytes, { status: isPart ? 200 : (answer.status ?? 200), headers });
}

/** Where the address of a form leads when it is opened like a page: to the nearest page above it. */
export function pageAbove(screens: readonly Screen[], path: string): string | undefined {
  const fits = (method: Screen['method'], at: string) =>
    screens.some((screen) => screen.method === method && patternOf(screen).test(at));
  if (!fits('POST', path)) return undefined;
  const above = path.split('/').map((_, i, steps) => steps.slice(0, steps.length - i).join('/'));
  return above.find((at) => fits('GET', at)) ?? '/';
}

const patternOf = ({ path }: Screen) => new RegExp(`^${path.replace(/:[^/]+/g, '[^/]+')}$`);
