import type * as v from 'valibot';
import type { Context } from '../context.ts';
import type { Account } from '../domain/accounts/accounts.ts';
import type { Permission } from '../domain/accounts/permissions.ts';
import { type Session, sessionKey } from '../domain/accounts/sessions.ts';
import { type Act, byUser } from '../domain/orders/history.ts';
import type { Store } from '../domain/stores.ts';
import { notFound } from '../lib/errors.ts';
import { type Id, NO_ID, parseId } from '../lib/ids.ts';
import type { Language } from '../lib/messages/catalogue.ts';
import { type Access, permits } from './access.ts';
import { readFields } from './forms/fields.ts';
import { Form, type FormInput } from './forms/form.ts';
import { cookieText, NOTICE_COOKIE, SESSION_COOKIE } from './http/cookies.ts';
import { csrfKeyOf, csrfToken } from './http/csrf.ts';

/** An HTTP request to the office. */
export interface OfficeRequest {
  app: Context;
  /** Access that the screen at a path below `/office` requires; undefined if there is none. */
  accessOf: (method: OfficeRequest['method'], path: string) => Access | undefined;
  method: 'GET' | 'POST';
  /** Below `/office`, e.g. `/orders/12`. */
  path: string;
  /** Values of the `:names` in the screen's path. */
  params: Readonly<Record<string, string>>;
  url: URL;
  language: Language;
  /** Form fields and files; empty for a GET. */
  input: FormInput;
  /** The browser uses https. */
  secure: boolean;
  /** The server's address as the browser sees it, e.g. `https://shop.example`. */
  origin: string;
  /** The client's IP address, for the sign-in throttle. */
  address: string;
  /** The User-Agent header. */
  userAgent: string;
  /** The cookie of a browser that has signed in before. */
  browser: string | undefined;
  /** CSRF token for the forms of this page; different on each page. */
  csrf: string;
  /** Secret of the session, or of a browser without one. The CSRF tokens come from it, and passkey challenges are bound to it. */
  csrfKey: string;
  /** htmx requests a part of the page. */
  partial: boolean;
  /** The state of the database before the page was read: see page/live.tsx. */
  version: string;
  /** Message shown once at the top of the page. */
  notice: string | undefined;
}

/** Encodes a path for a `Location` header, whatever characters it contains. */
const headerText = (path: string): string => path.toWellFormed().replace(/[^\x21-\x7e]/gu, encodeURIComponent);

/** Context of a request without a session. */
export class GuestContext {
  readonly request: OfficeRequest;
  readonly now: number;
  /** Headers to add to the response, including `Set-Cookie`. */
  readonly headers = new Headers();

  constructor(request: OfficeRequest) {
    this.request = request;
    this.now = request.app.now();
  }

  get app(): Context {
    return this.request.app;
  }

  get language(): Language {
    return this.request.language;
  }

  get db(): Context['db'] {
    return this.app.db;
  }

  get write(): Context['write'] {
    return this.app.write;
  }

  /**
   * Whether the browser may follow a link or submit a form of the office.
   *
   * @param href below `/office` or with it; its query does not matter
   */
  mayOpen(_href: string, _method: OfficeRequest['method'] = 'GET'): boolean {
    return true;
  }

  /** The id in the path. @throws AppError not_found if it is not a valid id */
  id(name = 'id'): Id {
    const id = parseId(this.request.params[name] ?? '');
    if (id === undefined || id === NO_ID) throw notFound('nothing_at_path');
    return id;
  }

  /** The query parameters; invalid ones are ignored. */
  query<Schema extends v.GenericSchema>(schema: Schema, url = this.request.url): v.InferOutput<Schema> {
    const filled = [...url.searchParams].filter(([, text]) => text !== '');
    const texts = Map.groupBy(filled, ([name]) => name);
    return readFields(schema, Object.fromEntries([...texts].map(([name, all]) => [name, all.map(([, text]) => text)])));
  }

  /** The submitted form, parsed by `schema`; for a GET an empty form. */
  form<Schema extends v.GenericSchema>(schema: Schema): Form<v.InferOutput<Schema>> {
    return new Form(schema, this.request.method === 'POST' ? this.request.input : undefined, this.language);
  }

  /** Redirects to another page of the office, which shows `notice` once. */
  redirect(path: string, notice?: string): Response {
    if (notice !== undefined) this.setCookie(NOTICE_COOKIE, encodeURIComponent(notice.toWellFormed()), 60);
    return new Response(null, {
      status: 303,
      headers: { Location: `/office${headerText(path.replace(/^\/(?=\?|$)/, ''))}` },
    });
  }

  /** @param maxAge seconds; by default the cookie ends with the browser session */
  setCookie(name: string, value: string, maxAge?: number): void {
    this.headers.append(
      'Set-Cookie',
      cookieText(name, value, { secure: this.request.secure, ...(maxAge === undefined ? {} : { maxAge }) }),
    );
  }
}

/** Context of a signed-in account. */
export class AccountContext extends GuestContext {
  readonly session: Session;
  readonly account: Account;
  #token: string;

  constructor(request: OfficeRequest, session: Session, token: string) {
    super(request);
    this.session = session;
    this.account = session.account;
    this.#token = token;
  }

  get isOwner(): boolean {
    return this.account.role === 'owner';
  }

  /** The session token: of the cookie, or its successor. */
  get token(): string {
    return this.#token;
  }

  /** Continues the session with a new token, also in the forms of this page. */
  useToken(token: string): void {
    this.#token = token;
    this.setCookie(SESSION_COOKIE, token);
    this.request.csrf = csrfToken(csrfKeyOf({ key: sessionKey(token), storeId: this.session.storeId }));
  }

  /** After the session has ended: deletes its cookie, and what the browser keeps of its pages, also for the back button. */
  forgetSession(): void {
    this.setCookie(SESSION_COOKIE, '', 0);
    this.headers.set('Clear-Site-Data', '"cache", "storage"');
  }

  may(permission: Permission): boolean {
    return this.account.permissions.has(permission);
  }

  override mayOpen(href: string, method: OfficeRequest['method'] = 'GET'): boolean {
    if (this.isOperator) return true;
    const path = href.replace(/[?#].*/, '').replace(/^\/office(?=\/|$)/, '') || '/';
    const access = this.request.accessOf(method, path);
    return access === undefined || permits(this.account, access);
  }

  /** An owner of all stores, who runs the installation. */
  get isOperator(): boolean {
    return this.isOwner && this.account.storeId === null;
  }

  /** The account and the time, for the order history. */
  act(): Act {
    return byUser(this.account.id, this.app.now());
  }
}

/** Context of a signed-in account with a selected store; screens read and change only this store. */
export class StoreContext extends AccountContext {
  readonly store: Store;
  /** The stores of the account, without sandboxes. */
  readonly stores: readonly Store[];
  /** Stores to which the account can switch, with their sandboxes. */
  readonly selectableStores: readonly Store[];

  constructor(
    request: OfficeRequest,
    session: Session,
    token: string,
    { store, stores, selectableStores }: Pick<StoreContext, 'store' | 'stores' | 'selectableStores'>,
  ) {
    super(request, session, token);
    this.store = store;
    this.stores = stores;
    this.selectableStores = selectableStores;
  }
}

/** Props of a component that shows something of the store. */
export type StoreProps<Props> = Props & { context: StoreContext };
