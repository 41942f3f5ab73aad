import type * as v from 'valibot';
import type { Context } from '../context.ts';
import type { Account, Language } from '../domain/accounts/accounts.ts';
import type { Session } from '../domain/accounts/sessions.ts';
import { type Act, byUser } from '../domain/orders/history.ts';
import type { Store } from '../domain/stores.ts';
import { Refusal } from '../lib/errors.ts';
import { type Id, NO_ID, parseId } from '../lib/ids.ts';
import { cookieText, NOTICE_COOKIE } from './door/cookies.ts';
import { readFields } from './forms/fields.ts';
import { Form, type Sent } from './forms/form.ts';

/** What a request brought, besides who sent it. */
export interface Asked {
  ctx: Context;
  method: 'GET' | 'POST';
  /** Below `/office`, e.g. `/orders/12`. */
  path: string;
  /** What the `:names` of the screen's path stand for. */
  params: Readonly<Record<string, string>>;
  url: URL;
  language: Language;
  /** Its form; empty for a GET. */
  sent: Sent;
  /** It came by https. */
  secure: boolean;
  /** `https://shop.example`: how browsers reach this server. */
  origin: string;
  /** The caller's address, for the throttle. */
  address: string;
  /** A new one at each page; forms bring it back. */
  csrf: string;
  /** htmx asks for a part of the page. */
  partial: boolean;
  /** Said once, at the top of the page. */
  notice: string | undefined;
}

/** A path as a header takes it, whatever was typed in it. */
const headerText = (path: string): string => path.toWellFormed().replace(/[^\x21-\x7e]/gu, encodeURIComponent);

/** Somebody who has not signed in. */
export class Guest {
  readonly asked: Asked;
  readonly ctx: Context;
  readonly language: Language;
  readonly now: number;
  /** Headers that the answer takes along, `Set-Cookie` among them. */
  readonly headers = new Headers();

  constructor(asked: Asked) {
    this.asked = asked;
    this.ctx = asked.ctx;
    this.language = asked.language;
    this.now = asked.ctx.now();
  }

  /** The id in the path. @throws Refusal not_found where it can be of nothing */
  id(name = 'id'): Id {
    const id = parseId(this.asked.params[name] ?? '');
    if (id === undefined || id === NO_ID) throw new Refusal('not_found', 'there is nothing at this path');
    return id;
  }

  /** What the address asks for after the `?`; what cannot be read is as if it were not there. */
  query<Schema extends v.GenericSchema>(schema: Schema): v.InferOutput<Schema> {
    const texts = Object.fromEntries([...this.asked.url.searchParams.keys()].map((key) => [key, this.#queried(key)]));
    return readFields(schema, texts);
  }

  #queried = (key: string) => this.asked.url.searchParams.getAll(key).filter((text) => text !== '');

  /** The form that was sent, read by `schema`. For a page that shows it first, one with nothing in it. */
  form<Schema extends v.GenericSchema>(schema: Schema): Form<v.InferOutput<Schema>> {
    return new Form(schema, this.asked.method === 'POST' ? this.asked.sent : undefined, this.language);
  }

  /** To another page of the office, which says `notice` once. */
  redirect(path: string, notice?: string): Response {
    if (notice !== undefined) this.setCookie(NOTICE_COOKIE, encodeURIComponent(notice.toWellFormed()), 60);
    return new Response(null, {
      status: 303,
      headers: { Location: `/office${headerText(path.replace(/^\/(?=\?|$)/, ''))}` },
    });
  }

  /** @param maxAge seconds; without it until the browser is closed */
  setCookie(name: string, value: string, maxAge?: number): void {
    this.headers.append(
      'Set-Cookie',
      cookieText(name, value, { secure: this.asked.secure, ...(maxAge === undefined ? {} : { maxAge }) }),
    );
  }
}

/** Somebody who has signed in. */
export class Member extends Guest {
  readonly session: Session;
  readonly account: Account;
  /** The token of the session's cookie. */
  readonly token: string;

  constructor(asked: Asked, session: Session, token: string) {
    super(asked);
    this.session = session;
    this.account = session.account;
    this.token = token;
  }

  get isOwner(): boolean {
    return this.account.role === 'owner';
  }

  /** It runs the installation. */
  get isOperator(): boolean {
    return this.isOwner && this.account.storeId === null;
  }

  /** For verbs that keep who did it, and when. */
  act(): Act {
    return byUser(this.account.id, this.ctx.now());
  }
}

/** Somebody at work in a store: all that is read and done is this store's. */
export class Visit extends Member {
  readonly store: Store;
  /** The stores there are to choose from. */
  readonly stores: readonly Store[];

  constructor(asked: Asked, session: Session, token: string, store: Store, stores: readonly Store[]) {
    super(asked, session, token);
    this.store = store;
    this.stores = stores;
  }
}
