import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { signature } from '../../src/domain/webhooks/send-webhook.ts';
import { blocksOf, blockWith } from '../documents.ts';
import { freePort } from '../proxies.ts';
import { installedPackage } from '../sdk/installed-package.ts';
import { clientOptions, PARTNER } from '../sdk/store.ts';
import { cafe, type Json, openShop, type Shop, temporaryFolder, until } from '../support.ts';
import { toolTest } from '../tools.ts';

// Runs the samples of the page src/docs/clients.md, and the slip of src/docs/partner-api.md, against a served store. Only
// the address of the store, the port of the receiver and the path of the token file are replaced.

const PAGE = path.join('src', 'docs', 'clients.md');
const SDK = path.join(import.meta.dirname, '../../src/sdk');
const SECRET = 'a-webhook-secret';
const MAX_BODY = 1_048_576;

/** The program that runs the samples of a language. */
interface Runtime {
  block: 'ts' | 'php' | 'python';
  command: readonly string[];
  file: string;
  /** A library that a sample needs, and the arguments that fail without it. */
  library: string;
  check: readonly string[];
}

const TYPESCRIPT: Runtime = {
  block: 'ts',
  command: [process.execPath],
  file: 'sample.mts',
  library: "from 'sharp'",
  check: ['-e', ''],
};
const PHP: Runtime = {
  block: 'php',
  command: ['php'],
  file: 'sample.php',
  library: 'imagejpeg',
  check: ['-r', 'exit(extension_loaded("gd") ? 0 : 1);'],
};
const PYTHON: Runtime = {
  block: 'python',
  command: ['python3', '-B'],
  file: 'sample.py',
  library: 'from PIL',
  check: ['-c', 'import PIL'],
};

class Samples {
  readonly shop: Shop;
  readonly port: number;
  readonly #runtime: Runtime;
  readonly #folder: string;

  constructor(shop: Shop, runtime: Runtime, folder: string, port: number) {
    this.shop = shop;
    this.port = port;
    this.#runtime = runtime;
    this.#folder = folder;
  }

  /** Starts a program, or the web server of PHP, until the end of the test. */
  start(text: string, ...args: string[]): ChildProcess {
    const { command, file } = this.#runtime;
    const [program = '', ...before] = [...command, ...args, file];
    writeFileSync(path.join(this.#folder, file), this.#withAddresses(text));
    const { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET } = clientOptions(this.shop.url, this.shop.ids);
    const env = { ...process.env, CLIENT_ID, CLIENT_SECRET, WEBHOOK_SECRET: SECRET };
    const child = spawn(program, before, { cwd: this.#folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    after(() => child.kill('SIGKILL'));
    return child;
  }

  #withAddresses = (text: string): string =>
    text
      .replaceAll('https://shop.example', this.shop.url)
      .replaceAll('8090', String(this.port))
      .replaceAll('/var/lib/sale-page', this.#folder);

  /** Runs a program to its end. @returns what it prints */
  async run(text: string): Promise<string> {
    const child = this.start(text);
    const printed = collect(child);
    const [status] = await once(child, 'close');
    assert.equal(status, 0, printed.errors);
    return printed.output;
  }

  /** Signs a webhook with the secret. @returns the status of the response; undefined until the receiver listens */
  async deliver(secret: string): Promise<number | undefined> {
    const body = '{"event_type":"order_updated","data":{"items":[]}}';
    const headers = { 'X-Service-Signature': signature([body], secret) };
    const response = fetch(`http://127.0.0.1:${this.port}/hook`, { method: 'POST', body, headers });
    return (await response.catch(() => undefined))?.status;
  }

  async order(): Promise<Json> {
    return (await this.shop.call('/v1/order/detail', { external_order_id: 'A-1' })).body.order;
  }
}

function collect(child: ChildProcess): { output: string; errors: string } {
  const printed = { output: '', errors: '' };
  child.stdout?.setEncoding('utf8').on('data', (part) => {
    printed.output += part;
  });
  child.stderr?.setEncoding('utf8').on('data', (part) => {
    printed.errors += part;
  });
  return printed;
}

/** A served store and a folder with the client and a photo of a slip that is too large for a call. */
async function openSamples(runtime: Runtime): Promise<Samples> {
  const shop = await openShop({ stores: [cafe({ channels: [PARTNER] })] });
  const folder = runtime === TYPESCRIPT ? await installedPackage() : temporaryFolder();
  copyFileSync(path.join(SDK, 'php', 'Raan.php'), path.join(folder, 'Raan.php'));
  copyFileSync(path.join(SDK, 'python', 'raan.py'), path.join(folder, 'raan.py'));
  writeFileSync(path.join(folder, 'slip.jpg'), await largePhoto());
  return new Samples(shop, runtime, folder, await freePort());
}

async function largePhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 160, sigma: 40 } as const;
  const create = { width: 2_000, height: 3_000, channels: 3, background: '#e8f0ea', noise } as const;
  const photo = await sharp({ create }).jpeg({ quality: 90 }).toBuffer();
  assert.ok(photo.length > MAX_BODY);
  return photo;
}

/** The blocks without that of the slip if its library is missing, which the report of the test says. */
function runnableBlocks(runtime: Runtime, diagnostic: (message: string) => void): string[] {
  const { block, command, library, check } = runtime;
  const [program = '', ...args] = [...command, ...check];
  const blocks = blocksOf(PAGE, block);
  if (spawnSync(program, args).status === 0) return blocks;
  diagnostic(`SKIPPED: the sample of the slip, because a library is missing: ${library}`);
  return blocks.filter((text) => !text.includes(library));
}

const hasSlip = (blocks: readonly string[], { library }: Runtime) => blocks.some((text) => text.includes(library));

/** The order has been created, and paid with a slip if a sample did that. */
async function assertOrder(samples: Samples, isPaid: boolean): Promise<void> {
  const { status, payments = [] } = await samples.order();
  assert.equal(status, 'open');
  const found = payments.map(({ amount, has_slip }: Json) => [amount, has_slip]);
  assert.deepEqual(found, isPaid ? [['65', true]] : []);
}

/** The receiver accepts its own signature, and no other. */
async function assertReceives(samples: Samples): Promise<void> {
  assert.equal(await until('the receiver listens', () => samples.deliver(SECRET)), 204);
  assert.equal(await samples.deliver('another secret'), 401);
}

const FIRST_LINES = /^\d+ ลาเต้\n\d+ 65\n/;

/** One program: the blocks one after the other. The last block is a receiver that runs until it is killed. */
async function runInOrder(runtime: Runtime, diagnostic: (message: string) => void): Promise<void> {
  const samples = await openSamples(runtime);
  const blocks = runnableBlocks(runtime, diagnostic);
  const child = samples.start(blocks.join('\n'));
  const printed = collect(child);
  await Promise.race([assertReceives(samples), once(child, 'close').then(() => assert.fail(printed.errors))]);
  await assertOrder(samples, hasSlip(blocks, runtime));
  if (runtime === TYPESCRIPT) assert.match(printed.output, FIRST_LINES);
}

test('the TypeScript samples of the page run, one after the other', async (t) => {
  await runInOrder(TYPESCRIPT, (message) => t.diagnostic(message));
});

toolTest(['python3'], 'the Python samples of the page run, one after the other', async (t) => {
  await runInOrder(PYTHON, (message) => t.diagnostic(message));
});

toolTest(['php'], 'the PHP samples of the page run, each as a program', async (t) => {
  const samples = await openSamples(PHP);
  const blocks = runnableBlocks(PHP, (message) => t.diagnostic(message));
  const [first = '', ...others] = blocks;
  assert.match(await samples.run(first), FIRST_LINES);
  for (const program of others.slice(0, -1)) await samples.run(program);
  await assertOrder(samples, hasSlip(blocks, PHP));
  samples.start(others.at(-1) ?? '', '-S', `127.0.0.1:${samples.port}`);
  await assertReceives(samples);
});

toolTest(['bash', 'curl', 'jq', 'sed'], 'a slip is reduced and reported in a shell', async (t) => {
  const version = spawnSync('convert', ['-version'], { encoding: 'utf8' });
  if (version.error || !version.stdout.includes('ImageMagick')) return t.skip('requires ImageMagick');
  const shop = await openShop({ stores: [cafe({ channels: [PARTNER] })] });
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'slip.jpg'), await largePhoto());
  const { clientId, clientSecret } = clientOptions(shop.url, shop.ids);
  const start = blockWith('sh', 'SHOP=https')
    .replace(/^SHOP=.*/m, `SHOP=${shop.url}`)
    .replace(/^ID=.*/m, `ID=${clientId} SECRET=${clientSecret}`)
    .replace(/^PRODUCT=.*/m, `PRODUCT=${shop.ids.products.latte}`)
    .replace(/^VARIANT=.*/m, `VARIANT=${shop.ids.variants.hot}`);
  await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', start + blockWith('sh', 'slip.jpg')], { cwd: folder });
  const { order } = (await shop.call('/v1/order/detail', { external_order_id: 'first-1' })).body;
  assert.equal(order.payments[0].has_slip, true);
});
