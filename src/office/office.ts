import { Hono } from 'hono';
import type { Context } from '../context.ts';
import { audit } from '../domain/audit/audit-log.ts';
import { concurrencyLimit } from '../lib/concurrency-limit.ts';
import { AppError, type ErrorCode, notFound } from '../lib/errors.ts';
import { idText } from '../lib/ids.ts';
import { type Bindings, requestIdIn } from '../lib/request-bindings.ts';
import { assetRoutes } from './assets.ts';
import type { FormInput } from './forms/form.ts';
import { authorize, errorPageContext } from './http/authorize.ts';
import { GUEST_COOKIE } from './http/cookies.ts';
import { isCsrfToken } from './http/csrf.ts';
import { readPendingForm } from './http/pending-form.ts';
import { MAX_FORM_BYTES, readForm } from './http/read-form.ts';
import { MAX_GUEST_FIELDS, MAX_GUEST_FORM_BYTES, readGuestForm } from './http/read-guest-form.ts';
import { type HonoContext, type ReadRequest, ROOT, requestReader } from './http/read-request.ts';
import { respond } from './http/respond.ts';
import { screenFinder } from './http/screen-finder.ts';
import { SCANNER_HEADERS, SECURE_HEADERS } from './http/secure-headers.ts';
import { installableRoutes } from './installable.ts';
import { largeRequests } from './large-requests/request-thread.ts';
import type { OfficeResponse } from './office-response.ts';
import { errorPage } from './page/error-page.tsx';
import { AccountContext, GuestContext, type OfficeRequest, StoreContext } from './request-context.ts';
import { get, type Screen } from './screen.ts';
import { SCREENS } from './screens.ts';
import { confirmation } from './sign-in/confirm.tsx';
import { NotSubmitted, showAsDraft } from './sign-in/language-switch.tsx';
import { expiredPage } from './sign-in/sign-in-page.tsx';

const { screenAt, parentPage } = screenFinder(SCREENS);
const accessOf: OfficeRequest['accessOf'] = (method, path) => screenAt(method, path)?.access;

interface OfficeOptions {
  /** HTTP status of an error code. */
  statusOf: (code: ErrorCode) => number;
}

export interface Office {
  routes: Hono<{ Bindings: Bindings }>;
  /** Ends the thread of large requests. */
  stop: () => Promise<void>;
}

/** The back office as a Hono app. Every screen is a route with the same session, CSRF and error handling. */
export function office(ctx: Context, { statusOf }: OfficeOptions): Office {
  const { readRequest, requireOwnOrigin } = requestReader(ctx, { accessOf });
  const large = largeRequests(ctx);
  const withPendingForm = concurrencyLimit({ concurrency: 4, maxQueued: 0 });
  const errorPageFor = errorPages(ctx, statusOf);

  const showExpired = (c: HonoContext, context: GuestContext, token: ReadRequest['token']): Promise<Response> =>
    withPendingForm(async () => {
      const pending = await readPendingForm(c.env.incoming, context.request, token);
      return respond(c, context, expiredPage(context, pending, parentPage(context.request.path)));
    });

  const handle = async (screen: Screen, context: GuestContext): Promise<OfficeResponse> => {
    const handler = screen.isLarge?.(context as StoreContext) ? large.handle : screen.handle;
    const response = await handler(context as StoreContext);
    if (isExport(response, screen)) await auditExport(context);
    return response;
  };

  const open = (screen: Screen) => async (c: HonoContext) => {
    c.env.route = ROOT + screen.path;
    const read = await readRequest(c);
    const { request, session, token, guestKey } = read;
    let context = new GuestContext(request);
    const headers = screen.hasScanner ? SCANNER_HEADERS : SECURE_HEADERS;
    if (needsFullLoad(c, screen)) return respond(c, context, fullLoad(c), headers);
    try {
      if (screen.method === 'POST') requireOwnOrigin(c);
      const authorized = authorize(request, screen.access, session, token);
      if (!(authorized instanceof GuestContext)) {
        if (session || !keepsInput(screen)) return respond(c, context, context.redirect(authorized.path));
        context.setCookie(GUEST_COOKIE, guestKey);
        return await showExpired(c, context, token);
      }
      context = authorized;
      if (isUnchanged(c, request)) return respond(c, context, new Response(null, { status: 204 }));
      if (screen.method === 'POST') request.input = await readOwnForm(c, read, screen);
      if (!session) context.setCookie(GUEST_COOKIE, guestKey);
      await showAsDraft(context);
      const instead = await askForPassword(screen, context);
      if (instead) return await respond(c, context, instead);
      return await respond(c, context, await handle(screen, context), headers);
    } catch (error) {
      if (error instanceof NotSubmitted) return respond(c, context, backToForm(c, context));
      if (error instanceof AppError) context = errorPageContext(context, session, token);
      return respond(c, context, errorPageFor(c, context, error));
    }
  };

  return { routes: officeRoutes(open), stop: large.stop };
}

const errorPages =
  (ctx: Context, statusOf: OfficeOptions['statusOf']) =>
  (c: HonoContext, context: GuestContext, error: unknown): OfficeResponse => {
    if (error instanceof AppError) {
      if (error.code === 'access_denied') logDenial(ctx, c, context, error);
      const back = error.code === 'body_too_large' ? formPage(c, context.request) : undefined;
      return errorPage(context, error, statusOf(error.code), back);
    }
    if (ctx.db.isOpen) ctx.log.error({ err: error, request_id: requestIdIn(c.env) }, 'office page failed');
    return errorPage(context, undefined, 500);
  };

function officeRoutes(open: (screen: Screen) => (c: HonoContext) => Promise<Response>): Office['routes'] {
  const routes = new Hono<{ Bindings: Bindings }>().basePath('/office');
  routes.route('/assets', assetRoutes());
  routes.route('/', installableRoutes()); // the service worker
  for (const screen of SCREENS) routes.on(screen.method, screen.path, open(screen));
  routes.all('/*', open(UNKNOWN_PATH));
  routes.onError((error) => {
    throw error; // the outer app handles errors outside of screens
  });
  return routes;
}

/**
 * Whether htmx would show a page with the scanner in a document that was loaded without it, or the other way round. The
 * headers of a document decide about its camera, so the browser must load the page as a new document.
 */
function needsFullLoad({ env: { incoming } }: HonoContext, { method, hasScanner = false }: Screen): boolean {
  const { 'hx-boosted': boosted, 'hx-current-url': current } = incoming.headers;
  const { pathname } = URL.parse(String(current ?? '')) ?? {};
  if (method !== 'GET' || boosted !== 'true' || !pathname?.startsWith(`${ROOT}/`)) return false;
  const path = pathname.slice(ROOT.length);
  const shown = screenAt('GET', path) ?? screenAt('POST', path);
  return shown !== undefined && (shown.hasScanner ?? false) !== hasScanner;
}

const fullLoad = (c: HonoContext): Response =>
  new Response(null, { headers: { 'HX-Redirect': c.env.incoming.url ?? ROOT } });

/** Whether browser/live.js polls a page that has not changed. */
const isUnchanged = ({ env: { incoming } }: HonoContext, { method, version }: OfficeRequest): boolean =>
  method === 'GET' && incoming.headers['raan-seen'] === version;

/** Refused pages and forms are logged by account and reason, because the request log knows neither. */
function logDenial({ log }: Context, c: HonoContext, context: GuestContext, { key }: AppError): void {
  const account = context instanceof AccountContext ? { account: idText(context.account.id) } : {};
  const { route } = c.env;
  log.warn({ event: 'access_denied', reason: key, ...account, route, request_id: requestIdIn(c.env) }, 'access denied');
}

/** The page of the submitted form: the referer if it is an office page, else the nearest page above the form's path. */
function formPage(c: HonoContext, { origin, path }: OfficeRequest): string | undefined {
  const referer = URL.parse(c.env.incoming.headers.referer ?? '');
  if (referer?.origin === origin && referer.pathname.startsWith(`${ROOT}/`)) return referer.pathname + referer.search;
  const parent = parentPage(path);
  return parent === undefined ? undefined : ROOT + parent;
}

/** For handlers that cannot show their form again. */
const backToForm = (c: HonoContext, context: GuestContext): Response =>
  context.redirect((formPage(c, context.request) ?? ROOT).slice(ROOT.length));

/** The types of CSV files, workbooks and copies of the database, encrypted or not. */
const EXPORT = /^text\/csv|^application\/(vnd\.openxmlformats|vnd\.sqlite3|octet-stream)/;

/** Whether the response is a file with data of the store: a list or a copy of the database. */
const isExport = (response: OfficeResponse, { path }: Screen): boolean =>
  response instanceof Response &&
  EXPORT.test(response.headers.get('Content-Type') ?? '') &&
  !/\/example\.\w+$/.test(path);

/** Commits the audit entry before the file is sent. A database copy belongs to the installation, not to a store. */
async function auditExport(context: GuestContext): Promise<void> {
  const { path: file } = context.request;
  const storeId = context instanceof StoreContext && /\.(csv|xlsx)$/.test(file) ? context.store.id : null;
  await context.app.write((tx) => audit(tx, 'data_exported', { storeId, detail: { file } }));
}

/** The page in place of a sensitive screen until the password is confirmed. */
async function askForPassword({ sensitive = false }: Screen, context: GuestContext) {
  if (!(context instanceof AccountContext)) return undefined;
  const isSensitive = typeof sensitive === 'function' ? sensitive(context as StoreContext) : sensitive;
  return isSensitive ? confirmation(context, parentPage(context.request.path) ?? '/') : undefined;
}

/** Whether the input of its form must survive an expired session. */
const keepsInput = ({ method, access }: Screen): boolean =>
  method === 'POST' && access !== 'anyone' && access !== 'account';

/** Redirects a trailing slash or a GET of a POST-only path; anything else is not found. */
const UNKNOWN_PATH = get('/*', 'anyone', (context) => {
  const { path, method } = context.request;
  const target = path.endsWith('/') ? withoutLastSlashes(path) : parentPage(path);
  if (method !== 'GET' || target === undefined) throw notFound('nothing_at_path');
  return context.redirect(target);
});

/** Not a regular expression, which would try each slash of a path with thousands of them. */
function withoutLastSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

/** Reads a form of the office's own pages. @throws AppError access_denied if its CSRF token is missing or outdated */
async function readOwnForm(
  c: HonoContext,
  { request: { csrfKey } }: ReadRequest,
  { access, maxBytes: ownLimit }: Screen,
): Promise<FormInput> {
  const input =
    access === 'anyone'
      ? await readGuestInput(c, ownLimit)
      : await readForm(c.env.incoming, ownLimit ?? MAX_FORM_BYTES);
  if (!isCsrfToken(csrfKey, input.texts.csrf?.[0] ?? '')) throw new AppError('access_denied', 'form_out_of_date');
  return input;
}

async function readGuestInput(c: HonoContext, maxBytes = MAX_GUEST_FORM_BYTES): Promise<FormInput> {
  const { texts } = await readGuestForm(c.env.incoming, { maxBytes, maxFields: MAX_GUEST_FIELDS });
  return { texts, files: {} };
}
