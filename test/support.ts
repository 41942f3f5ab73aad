import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import Sqlite from 'better-sqlite3';
import { type Config, readConfig } from '../src/config.ts';
import { TIMEOUTS, type Timeouts } from '../src/connections.ts';
import { openContext, type ServerContext } from '../src/context.ts';
import { levelOf } from '../src/domain/stock/ledger.ts';
import { type Loaded, loadStoreFile } from '../src/domain/storefile/load.ts';
import { type Id, parseId } from '../src/lib/ids.ts';
import type { Log } from '../src/lib/log.ts';
import type { ScryptCost } from '../src/lib/scrypt.ts';
import { type RunningServer, serve } from '../src/serve.ts';
import { checkAuditedWrites } from './audited-writes.ts';
import { checkDeclaredTables } from './declared-tables.ts';
import { ensureDatabase } from './empty-database.ts';
import { assertDescribed } from './openapi-checks.ts';
import { pendingItems } from './pending-announcements.ts';
import { checkLogs, RECIPIENT } from './personal-data.ts';

checkAuditedWrites();
checkLogs();
checkDeclaredTables();

/** A temporary folder, deleted after the test file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'raan-test-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

// biome-ignore lint/suspicious/noExplicitAny: the tests assert what a JSON response contains
export type Json = any;

export interface ApiResponse {
  status: number;
  headers: Headers;
  body: Json;
}

/** A small store as a store file: a latte, hot and iced, two warehouses, two price tiers, one channel, one app. */
export const cafe = (change: object = {}) => ({
  key: 'cafe',
  name: 'บ้านกาแฟ',
  price_tiers: [
    { key: 'retail', name: 'ปลีก', default: true },
    { key: 'vip', name: 'ตัวแทน' },
  ],
  warehouses: [
    { key: 'bkk', name: 'กรุงเทพ' },
    { key: 'cnx', name: 'เชียงใหม่' },
  ],
  addresses: [{ key: 'shop', is_primary: true, name: 'บ้านกาแฟ', telephone: '021234567', postal_code: 10110 }],
  products: [
    {
      key: 'latte',
      name: 'ลาเต้',
      variants: [
        { key: 'hot', name: 'ร้อน', sku: 'LAT-H', prices: { retail: '65', vip: '60' }, stock: { bkk: 10, cnx: 5 } },
        { key: 'iced', name: 'เย็น', sku: 'LAT-I', prices: { retail: '70' }, stock: { bkk: 10 } },
      ],
    },
  ],
  channels: [{ key: 'page', name: 'Sale page' }],
  apps: [{ key: 'bot', name: 'Chat bot', url: '' }],
  ...change,
});

export interface ShopOptions {
  /** Store entries of the store file; calls use the channel `page` of the first. */
  stores?: object[];
  /** Opens a copy of this shop instead of loading stores. */
  copyOf?: ShopCopy;
  config?: { [Section in keyof Config]?: Partial<Config[Section]> };
  /** Replaces the clock. */
  now?: () => number;
  /** Replaces the steady clock; by default it is the clock. */
  steadyNow?: () => number;
  /** Replaces the clock that never steps back. */
  monotonic?: () => number;
  /** Changed timeouts of the server. */
  timeouts?: Partial<Timeouts>;
  /** Replaces the log. */
  log?: Log;
}

/** At raan's own cost every sign-in of a test would take a fifth of a second. */
export const CHEAP_COST: ScryptCost = { N: 2, r: 8, p: 1 };

/** On a busy machine too, a stop waits for work in flight. */
const TEST_TIMEOUTS: Timeouts = { ...TIMEOUTS, shutdownJobs: 20_000 };

/** A shop for a test: a real database file, and the real server on its own port. */
export async function openShop(options: ShopOptions = {}): Promise<Shop> {
  const defaults = readConfig();
  const config: Config = {
    ...defaults,
    database: path.join(temporaryFolder(), 'shop.db'),
    listen: { ...defaults.listen, port: 0, ...options.config?.listen },
    values: { ...defaults.values, ...options.config?.values },
    webhooks: { ...defaults.webhooks, allow_networks: ['127.0.0.0/8'], ...options.config?.webhooks },
    couriers: { ...defaults.couriers, allow_networks: ['127.0.0.0/8'], ...options.config?.couriers },
    alerts: { ...defaults.alerts, allow_networks: ['127.0.0.0/8'], ...options.config?.alerts },
    metrics: { ...defaults.metrics, ...options.config?.metrics },
    backup: { ...defaults.backup, ...options.config?.backup },
    privacy: { ...defaults.privacy, ...options.config?.privacy },
    log: { ...defaults.log, level: 'error', ...options.config?.log },
  };
  const shop = new Shop(config, options);
  shop.timeouts = { ...TEST_TIMEOUTS, ...options.timeouts };
  shop.log = options.log;
  if (options.copyOf) shop.restore(options.copyOf);
  await shop.start();
  if (!options.copyOf) await shop.load({ stores: options.stores ?? [cafe()] });
  return shop;
}

/** The files of a stopped shop, and its ids and secrets. */
export interface ShopCopy {
  database: Buffer;
  /** Missing if the shop has no secrets. */
  key: Buffer | undefined;
  stores: Record<string, Loaded>;
}

export class Shop {
  readonly config: Config;
  readonly now: () => number;
  /** The ids and secrets of the first store. */
  ids!: Loaded;
  /** The ids and secrets of every store, by key. */
  readonly stores: Record<string, Loaded> = {};
  ctx!: ServerContext;
  timeouts: Timeouts = TEST_TIMEOUTS;
  log: Log | undefined;
  #serving: RunningServer | undefined;
  readonly #clocks: Partial<Pick<ServerContext, 'monotonic' | 'steadyNow'>>;
  readonly #tokens = new Map<string, string>();

  constructor(config: Config, { now = Date.now, steadyNow = now, monotonic }: ShopOptions) {
    this.config = config;
    this.now = now;
    this.#clocks = { steadyNow, ...(monotonic && { monotonic }) };
    after(() => this.stop());
  }

  get url(): string {
    return (this.#serving as RunningServer).address;
  }

  get metricsAddress(): string | undefined {
    return this.#serving?.metricsAddress;
  }

  async start(): Promise<void> {
    ensureDatabase(this.config.database);
    const ctx = openContext(this.config, { create: false });
    this.ctx = { ...ctx, passwordCost: CHEAP_COST, now: this.now, log: this.log ?? ctx.log, ...this.#clocks };
    this.#serving = await serve(this.ctx, this.timeouts);
  }

  async stop(): Promise<void> {
    if (!this.#serving) return;
    await this.#serving.stop();
    this.#serving = undefined;
    this.ctx.close();
  }

  /** Stops the shop and copies it, with what is still in the write-ahead log: a thread may have kept it open. */
  async copy(): Promise<ShopCopy> {
    await this.stop();
    const key = existsSync(keyOf(this)) ? readFileSync(keyOf(this)) : undefined;
    const sqlite = new Sqlite(this.config.database, { readonly: true });
    const database = sqlite.serialize();
    sqlite.close();
    return { database, key, stores: this.stores };
  }

  restore({ database, key, stores }: ShopCopy): void {
    writeFileSync(this.config.database, database, { mode: 0o600 });
    if (key) writeFileSync(keyOf(this), key, { mode: 0o600 });
    Object.assign(this.stores, stores);
    this.ids = Object.values(stores)[0] as Loaded;
  }

  async load(file: object): Promise<Record<string, Loaded>> {
    const document = JSON.parse(JSON.stringify(file));
    const { stores } = await this.ctx.write((tx) => loadStoreFile(tx, document, this.config.values, this.now()));
    for (const [key, loaded] of Object.entries(stores)) this.stores[key] ??= loaded;
    this.ids ??= Object.values(stores)[0] as Loaded;
    return stores;
  }

  /** A request to the token endpoint. */
  async token(form: Record<string, string> | string, headers: Record<string, string> = {}): Promise<ApiResponse> {
    return this.send('/oauth/token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      body: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
    });
  }

  /** A bearer token of the channel, requested once. */
  async bearer(channel = 'page', store = this.ids): Promise<string> {
    const { client_id, client_secret = '' } = store.channels[channel] as Loaded['channels'][string];
    const known = this.#tokens.get(client_id);
    if (known) return known;
    const { body } = await this.token({ grant_type: 'client_credentials', client_id, client_secret });
    assert.ok(body.access_token, JSON.stringify(body));
    this.#tokens.set(client_id, body.access_token);
    return body.access_token;
  }

  /** A `/v1` request of the channel `page`, or with the given token. */
  async call(
    path: string,
    body: unknown,
    options: { token?: string; headers?: Record<string, string> } = {},
  ): Promise<ApiResponse> {
    const token = options.token ?? (await this.bearer());
    return this.send(path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...options.headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  async send(path: string, init: RequestInit): Promise<ApiResponse> {
    const response = await fetch(this.url + path, init);
    const text = await response.text();
    const { status, headers } = response;
    const body = text === '' ? undefined : JSON.parse(text);
    await assertDescribed({ method: init.method ?? 'GET', path, status, headers, body });
    return { status, headers, body };
  }

  /** An order of one hot latte to a new address, with changes. */
  async order(change: object = {}, options: { token?: string } = {}): Promise<ApiResponse> {
    return this.call('/v1/order/create', { ...this.orderBody(), ...change }, options);
  }

  orderBody(): Record<string, unknown> {
    return {
      shipping_type: 'ems',
      products: [{ product_variant_id: this.ids.variants.hot, qty: 1 }],
      recipient_address: RECIPIENT,
    };
  }

  /** The stock of a variant in a warehouse, by their keys. */
  stock(variant: string, warehouse = 'bkk', store = this.ids): { onHand: number; reserved: number } {
    const { onHand, reserved } = levelOf(this.ctx.db, idOf(store.variants[variant]), idOf(store.warehouses[warehouse]));
    return { onHand, reserved };
  }

  /** Pending changes of subscribed apps, app by app. */
  announcements(): Json[] {
    return pendingItems(this.ctx.db);
  }

  /** Pending changes that were not there before. */
  announcementsSince(before: readonly Json[]): Json[] {
    const known = new Set(before.map((item) => JSON.stringify(item)));
    return this.announcements().filter((item) => !known.has(JSON.stringify(item)));
  }
}

/** The file with the key of the shop's secrets. */
export const keyOf = ({ config }: Shop): string => path.join(path.dirname(config.database), 'raan.key');

export const idOf = (text: string | undefined): Id => parseId(text ?? '') as Id;

type Found<T> = T | undefined | false;

/** Waits until `find` returns or resolves to a value, and returns it; fails after ten seconds. */
export async function until<T>(
  condition: string,
  find: () => Found<T> | Promise<Found<T>>,
  within = 10_000,
): Promise<T> {
  const end = performance.now() + within;
  for (;;) {
    const found = await find();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > end) assert.fail(`Timed out before this was true: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
