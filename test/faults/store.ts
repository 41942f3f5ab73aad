import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Loaded } from '../../src/domain/storefile/load.ts';
import { type Folder, openFolder } from '../cli.ts';
import { openPartner } from '../remote-partner.ts';
import type { Running } from '../running-command.ts';
import { cafe, type Json } from '../support.ts';

export const OPENING = 1_000_000; // pieces of each variant, enough for all orders

const products = [
  {
    key: 'latte',
    name: 'ลาเต้',
    variants: ['hot', 'iced'].map((key) => ({ key, sku: key, prices: { retail: '65' }, stock: { bkk: OPENING } })),
  },
];

/** A store served by the executable at a fixed address. */
export interface FaultyStore {
  folder: Folder;
  url: string;
  token: string;
  /** An order of two pieces of one variant and one of the other. */
  body: Json;
  ids: Loaded;
  /** A `/v1` call. */
  call: (path: string, body: object) => Promise<{ status: number; body: Json }>;
  /** Starts the server; `millis` is the time to its first response. */
  start: () => Promise<{ running: Running; millis: number }>;
}

/**
 * @param settings additional lines of the config
 * @param env of the server
 */
export async function openStore({
  settings = '',
  env = {},
  change = {},
}: {
  settings?: string;
  env?: Record<string, string>;
  change?: object;
} = {}): Promise<FaultyStore> {
  const port = await freePort();
  const folder = openFolder({ config: `listen.port = ${port}\nlog.level = "error"\n${settings}`, env });
  const loaded = await folder.load({ stores: [cafe({ products, ...change })] });
  const ids = loaded.cafe as Loaded;
  const url = `http://127.0.0.1:${port}`;
  const start = async () => {
    const begin = performance.now();
    const running = await folder.start('serve', '--json');
    const first = await fetch(`${url}/readyz`);
    const millis = performance.now() - begin;
    await untilReady(url, first);
    return { running, millis };
  };
  const { running } = await start();
  const { token } = await openPartner(url, ids.channels.page as never);
  assert.equal((await running.end()).status, 0);
  const call = async (path: string, body: object) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: response.status, body: await response.json() };
  };
  const { hot, iced } = ids.variants;
  const lines = [
    { product_variant_id: hot, qty: 2 },
    { product_variant_id: iced, qty: 1 },
  ];
  const recipient_address = { name: 'สมชาย ใจดี', telephone: '0812345678', postal_code: 50200 };
  return { folder, url, token, ids, call, start, body: { shipping_type: 'ems', products: lines, recipient_address } };
}

const MAX_BUSY = 60_000; // milliseconds

/** On a busy machine, with clients that wait for the server, the test write of the first checks takes too long. */
async function untilReady(url: string, first: Response): Promise<void> {
  const end = performance.now() + MAX_BUSY;
  for (let response = first; response.status !== 200; response = await fetch(`${url}/readyz`)) {
    const { checks } = (await response.json()) as { checks: Record<string, string> };
    const failing = Object.keys(checks).filter((name) => checks[name] !== 'ok');
    assert.deepEqual(failing, ['writing']);
    assert.ok(performance.now() < end, 'the server accepts no writes');
    await setTimeout(100);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
