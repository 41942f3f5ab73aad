import assert from 'node:assert/strict';
import { scryptSync } from 'node:crypto';
import { addAccount } from '../src/domain/accounts/account-changes.ts';
import type { Permission, Role } from '../src/domain/accounts/permissions.ts';
import { addRole } from '../src/domain/accounts/roles.ts';
import { parseId } from '../src/lib/ids.ts';
import { CHEAP_COST, type Shop } from './support.ts';

export const PASSWORD = 'กาแฟร้อนแก้วใหญ่ 1';

/** A response as a browser without JavaScript sees it. */
export interface PageResponse {
  status: number;
  /** Final path below `/office`, after redirects. */
  path: string;
  headers: Headers;
  html: string;
  /** Its text, without tags, spaces run together. */
  text: string;
}

/** A browser without JavaScript: stores cookies, follows redirects and submits the forms of its page. */
export class Browser {
  readonly #url: string;
  readonly #cookies = new Map<string, string>();
  readonly #headers: Record<string, string>;
  page!: PageResponse;

  constructor(url: string, headers: Record<string, string> = {}) {
    this.#url = url;
    this.#headers = { 'Accept-Encoding': 'identity', ...headers }; // packing takes as long as making the page
  }

  get cookies(): ReadonlyMap<string, string> {
    return this.#cookies;
  }

  /** Opens a page below `/office`. */
  async open(path: string, headers: Record<string, string> = {}): Promise<PageResponse> {
    return this.#go(path, { headers });
  }

  /**
   * Sends a form to `action` below `/office`, with the token of the page that it is on. Fields with several values are
   * lists; a file makes it multipart.
   */
  async send(action: string, fields: Record<string, string | readonly string[] | File> = {}): Promise<PageResponse> {
    const form = new FormData();
    const csrf = /name="csrf" value="([^"]+)"/.exec(this.page?.html ?? '')?.[1];
    if (csrf !== undefined) form.append('csrf', csrf);
    for (const [name, value] of Object.entries(fields))
      for (const item of Array.isArray(value) ? value : [value]) form.append(name, item as string);
    return this.post(action, form);
  }

  /** Posts just what is given. */
  async post(action: string, form: FormData, headers: Record<string, string> = {}): Promise<PageResponse> {
    const hasFile = [...form.values()].some((value) => typeof value !== 'string');
    const body = hasFile ? form : new URLSearchParams([...form] as [string, string][]);
    return this.#go(action, { method: 'POST', body, headers: { Origin: new URL(this.#url).origin, ...headers } });
  }

  /** Downloads a file below `/office`. */
  async download(path: string): Promise<Uint8Array> {
    const response = await fetch(`${this.#url}/office${path}`, { headers: this.#headersWithCookies });
    assert.equal(response.status, 200, path);
    return response.bytes();
  }

  get #headersWithCookies(): Record<string, string> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return { ...this.#headers, ...(cookie ? { Cookie: cookie } : {}) };
  }

  async #go(path: string, init: RequestInit): Promise<PageResponse> {
    const headers = { ...this.#headersWithCookies, ...(init.headers as object) };
    const address = `/office${path.replace(/^\/(?=\?|$)/, '')}`;
    const response = await fetch(`${this.#url}${address}`, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const next = response.headers.get('location');
    if (response.status === 303 && next !== null)
      return this.#go(next.slice('/office'.length).replace(/^(?=\?|$)/, '/'), {});
    const html = await response.text();
    this.page = { status: response.status, path, headers: response.headers, html, text: textOf(html) };
    return this.page;
  }

  #keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/;\s*Max-Age=0(;|$)/.test(line)) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };

const textOf = (html: string): string =>
  html
    .replace(/<(head|script|style)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();

/** The error at a field of a form. */
export function errorAt({ html }: Pick<PageResponse, 'html'>, field: string): string | undefined {
  const [, error] = new RegExp(`id="field-${field}-error"[^>]*>([^<]*)<`).exec(html) ?? [];
  return error && textOf(error);
}

/** A password hash at the cost of tests. */
export function cheapHash(password: string): string {
  const salt = Buffer.alloc(16);
  const key = scryptSync(password.normalize('NFC'), salt, 32, CHEAP_COST);
  return ['scrypt', ...Object.values(CHEAP_COST), salt.toString('base64url'), key.toString('base64url')].join('$');
}

type OfficeShop = Pick<Shop, 'ctx' | 'stores' | 'now'>;

export interface SignInOptions {
  name?: string;
  role?: Role;
  /** Permissions of a custom role, which gets the name of the account. */
  permissions?: readonly Permission[];
  /** The key of its store; without it an owner reaches every store. */
  store?: string;
  language?: 'th' | 'en';
}

/** Adds an account with password PASSWORD; by default an owner of all stores. */
export async function createAccount(
  shop: OfficeShop,
  { name = 'malee', role = 'owner', permissions, store }: SignInOptions = {},
): Promise<string> {
  const passwordHash = cheapHash(PASSWORD);
  const loaded = store === undefined ? undefined : shop.stores[store];
  const storeId = loaded ? (parseId(loaded.id) ?? null) : null;
  await shop.ctx.write((tx) => {
    const account = { name, storeId, passwordHash, mustChangePassword: false };
    if (!permissions || storeId === null) return addAccount(tx, { ...account, role }, shop.now());
    const roleId = addRole(tx, storeId, { name, permissions: new Set(permissions) });
    return addAccount(tx, { ...account, role: 'custom', roleId }, shop.now());
  });
  return name;
}

/** A page without queries. Today would take most of the time of a sign-in. */
const LIGHT_PAGE = '/shortcuts';

/** A signed-in browser, on a light page. */
export async function signedIn(shop: OfficeShop & { url: string }, options: SignInOptions = {}): Promise<Browser> {
  const name = await createAccount(shop, options);
  const browser = new Browser(shop.url);
  await browser.open('/sign-in');
  const seen = await browser.send('/sign-in', { name, password: PASSWORD, to: LIGHT_PAGE });
  assert.equal(seen.status, 200, seen.text);
  if (options.language === 'en') await browser.send('/language', { language: 'en', from: LIGHT_PAGE });
  return browser;
}
