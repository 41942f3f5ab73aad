import type { IncomingMessage } from 'node:http';
import type { Context as GenericHonoContext } from 'hono';
import type { Child } from 'hono/jsx';
import { AppError } from '../../lib/errors.ts';
import { isLanguage, type Language } from '../../lib/messages/catalogue.ts';
import { type Bindings, requestIdIn } from '../../lib/request-bindings.ts';
import { preferredLanguage } from '../http/accept-language.ts';
import { type BuyerFile, buyerDocument, buyerFile } from './buyer-document.tsx';
import { BuyerMessage } from './buyer-order-page.tsx';
import { buyerTexts } from './buyer-texts.ts';

export interface BuyerRequest {
  incoming: IncomingMessage;
  /** Unchecked token from the path. */
  token: string;
  language: Language;
  isSent: boolean;
  requestId: string;
  /** Whether `raan demo` made the store. */
  isDemo: boolean;
}

type HonoContext = GenericHonoContext<{ Bindings: Bindings }>;

export function requestOf(c: HonoContext, isDemo: boolean): BuyerRequest {
  const { incoming } = c.env;
  c.env.route = '/o/:token'; // the request log must not contain tokens
  const { lang, sent } = c.req.query();
  const language = isLanguage(lang) ? lang : (preferredLanguage(incoming.headers['accept-language']) ?? 'th');
  const token = c.req.param('token') ?? '';
  return { incoming, token, language, isSent: sent !== undefined, requestId: requestIdIn(c.env), isDemo };
}

/**
 * The address is a secret: no cache or search engine may keep it, and no other site gets it as referrer. Only files of
 * this service run on the page; `blob:` is the preview of the chosen slip.
 */
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' blob:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex, nofollow, noarchive',
  'Cache-Control': 'no-store',
};

export const buyerResponse = (
  { requestId }: BuyerRequest,
  body: ConstructorParameters<typeof Response>[0],
  headers: Record<string, string>,
  status = 200,
): Response => new Response(body, { status, headers: { ...HEADERS, 'X-Request-Id': requestId, ...headers } });

export function fileResponse(request: BuyerRequest, name: BuyerFile): Response {
  const { bytes, contentType } = buyerFile(name);
  return buyerResponse(request, new Uint8Array(bytes), {
    'Content-Type': contentType,
    'Cache-Control': 'public, max-age=31536000, immutable',
  });
}

interface BuyerPage {
  title: string;
  body: Child;
  status?: number;
  retryAfter?: number | undefined;
}

export function pageResponse(request: BuyerRequest, { status, retryAfter, ...page }: BuyerPage): Response {
  const { language, isDemo } = request;
  const html = buyerDocument({ language, isDemo, ...page });
  const headers = { 'Content-Type': 'text/html; charset=utf-8', Vary: 'Accept-Language' };
  return buyerResponse(
    request,
    html,
    retryAfter === undefined ? headers : { ...headers, 'Retry-After': String(retryAfter) },
    status,
  );
}

/** The page of a failure. Unknown, expired and revoked links have the same one. */
export function failureResponse(request: BuyerRequest, error: unknown): Response {
  const t = buyerTexts(request.language);
  const [status, title, hint] =
    error instanceof AppError && error.code === 'slow_down'
      ? ([429, t.busy, t.busyHint] as const)
      : error instanceof AppError
        ? ([404, t.notFound, t.notFoundHint] as const)
        : ([500, t.failed, t.failedHint] as const);
  const retryAfter = error instanceof AppError ? error.retryAfter : undefined;
  return pageResponse(request, { title, body: <BuyerMessage title={title} hint={hint} />, status, retryAfter });
}
