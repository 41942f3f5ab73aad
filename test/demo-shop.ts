import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after } from 'node:test';
import { type Config, readConfig } from '../src/config.ts';
import { openContext, type ServerContext } from '../src/context.ts';
import { makeDemo } from '../src/domain/demo/make-demo.ts';
import { Browser } from './office.ts';
import { once } from './once.ts';
import { CHEAP_COST, Shop, temporaryFolder } from './support.ts';

// Stores of `raan demo`. Making one takes a second or two, so tests that need the same one get copies of it.

/** A Thursday afternoon in Bangkok. */
export const DEMO_TIME = Date.parse('2026-11-26T16:20:00+07:00');

interface Made {
  /** The bytes of its files by their names. */
  files: Record<string, Buffer>;
  password: string;
}

const configIn = (folder: string): Config => {
  const { log, listen, ...config } = readConfig('/dev/null');
  return {
    ...config,
    database: path.join(folder, 'raan.db'),
    listen: { ...listen, port: 0 },
    log: { ...log, level: 'error' },
  };
};

async function make(seed: number): Promise<Made> {
  const folder = temporaryFolder();
  const ctx = openContext(configIn(folder), { create: true });
  const opened = { ...ctx, passwordCost: CHEAP_COST, now: () => DEMO_TIME, steadyNow: () => DEMO_TIME };
  const { password } = await ctx.connection.withoutDurability(() => makeDemo(opened, { seed, isKept: false }));
  ctx.close();
  const files = ['raan.db', 'raan.key'].map((name) => [name, readFileSync(path.join(folder, name))]);
  return { files: Object.fromEntries(files), password };
}

const SEED = 1;
const made = once(() => make(SEED));

/** The config of a copy of the demo. @param again makes a new demo instead */
async function copyDemo(again: boolean): Promise<{ config: Config; password: string }> {
  const { files, password } = await (again ? make(SEED) : made());
  const folder = temporaryFolder();
  for (const [name, bytes] of Object.entries(files)) writeFileSync(path.join(folder, name), bytes, { mode: 0o600 });
  return { config: configIn(folder), password };
}

/** A demo that no server has changed. */
export async function openUnservedDemo({ again }: { again: boolean }): Promise<ServerContext> {
  const ctx = openContext((await copyDemo(again)).config, { create: false });
  after(() => ctx.close());
  return ctx;
}

/** A served demo that no other test has. */
export async function openDemo({ now = DEMO_TIME } = {}): Promise<{ shop: Shop; password: string }> {
  const { config, password } = await copyDemo(false);
  const shop = new Shop(config, { now: () => now });
  await shop.start();
  return { shop, password };
}

/** A browser without JavaScript in which the visitor of the demo has signed in. */
export async function visit({ shop, password }: Awaited<ReturnType<typeof openDemo>>): Promise<Browser> {
  const browser = new Browser(shop.url);
  await browser.open('/sign-in');
  await browser.send('/sign-in', { name: 'demo', password, to: '' });
  await browser.send('/language', { language: 'en', from: '' });
  return browser;
}
