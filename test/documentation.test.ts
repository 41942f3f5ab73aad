import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { parse } from 'smol-toml';
import manifest from '../package.json' with { type: 'json' };
import { openApiDocument } from '../src/api/openapi/document.ts';
import { httpCourier } from '../src/domain/couriers/adapters/http.ts';
import { demoStore } from '../src/domain/storefile/demo.ts';
import type { Money } from '../src/lib/money.ts';
import { callBack, openBookingShop, readyOrder, shipmentsOf, untilBooking } from './booking-steps.ts';
import { openFolder } from './cli.ts';
import { LOCAL, openCourier } from './courier-server.ts';
import { inBlocks, inProse, inTables, known, parsed } from './documented-commands.ts';
import { anchorsOf, blocksIn, blockWith, CODES, LINKS, ROOT, ROWS, TEXT } from './documents.ts';
import { credentials } from './raw-http.ts';
import { type Json, openShop } from './support.ts';
import { toolTest } from './tools.ts';

// README.md and the pages of src/docs describe the program correctly.

// Commands

test('documentation: every command line is valid, with its arguments and options', () => {
  assert.ok(inBlocks.length > 10 && inProse.length > 20 && inTables.length > 50);
  const problems = [...inBlocks, ...inProse.filter(({ words }) => words[0] !== 'COMMAND'), ...inTables].flatMap(
    (line) => {
      const { fault } = parsed(line);
      return fault === undefined ? [] : [`raan ${line.words.join(' ')}: ${fault}`];
    },
  );
  assert.deepEqual(problems, []);
});

test('documentation: every command is documented', () => {
  const named = new Set([...inBlocks, ...inProse, ...inTables].map((line) => parsed(line).command));
  assert.deepEqual(
    known().commands.filter((command) => !named.has(command)),
    [],
  );
});

test('documentation: every option in the text exists', () => {
  const { options } = known();
  const alone = CODES.filter((code) => /^-/.test(code));
  assert.ok(alone.length > 3);
  assert.deepEqual(
    alone.filter((code) => !options.includes(code.split(' ')[0] as string)),
    [],
  );
});

test('documentation: every npm command is in package.json', () => {
  const named = [...TEXT.matchAll(/\bnpm run (?:-s )?([\w-]+)|\bnpm (start|test)\b/g)];
  assert.ok(named.length > 8);
  for (const [payload, script = '', other = ''] of named) assert.ok((script || other) in manifest.scripts, payload);
});

// Config

const files = ['src', 'test', 'build', '.ci']
  .flatMap((folder) => readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }))
  .concat(readdirSync(ROOT))
  .map((file) => path.basename(file));

test('documentation: every config key is in config.example.toml', () => {
  const example = parse(readFileSync(path.join(ROOT, 'config.example.toml'), 'utf8'));
  const named = CODES.map((code) => code.replace(/ = .*/, '')).filter(
    (code) => /^[a-z]\w*(\.\w+)+$/.test(code) && (code.split('.')[0] as string) in example,
  );
  assert.ok(named.length > 6);
  const shownFor = (key: string) =>
    key.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], example);
  assert.deepEqual(
    named.filter((key) => shownFor(key) === undefined),
    [],
  );
});

test('documentation: config examples are valid', async () => {
  const env = { RAAN_S3_ACCESS_KEY: 'key', RAAN_S3_SECRET_KEY: 'secret' };
  const lines = CODES.filter((code) => /^[a-z]\w*\.\w+ = /.test(code));
  for (const config of [...blocksIn('toml'), lines.join('\n')]) {
    const { status, stderr } = await openFolder({ config, env }).spawnCommand('config', 'check');
    assert.equal(status, 0, stderr);
  }
});

test('documentation: every environment variable is read by raan or its tests', () => {
  const texts = ['src', 'test']
    .flatMap((folder) =>
      readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        path.join(folder, file),
      ),
    )
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(path.join(ROOT, file), 'utf8'));
  const named = new Set(TEXT.match(/\bRAAN_\w+/g));
  assert.ok(named.size > 2);
  for (const name of named)
    assert.ok(
      texts.some((text) => text.includes(`env.${name}`)),
      name,
    );
});

// Served pages

test('documentation: the table of endpoints matches the OpenAPI document', async () => {
  const { paths } = openApiDocument({ shipping_types: [], channels: [] }, 'http://shop.test');
  const calls = Object.entries<object>(paths).flatMap(([address, methods]) => ('post' in methods ? [address] : []));
  const named = ROWS.flat().flatMap((code) => /^(?:POST )?(\/(?:oauth|v1)\/.+)$/.exec(code)?.[1] ?? []);
  assert.deepEqual(named.sort(), calls.sort());
});

test('documentation: every URL of the service works', async () => {
  const shop = await openShop({ config: { metrics: { token: 'a-token-of-some-length' } } });
  const named = CODES.flatMap((code) => /^(?:GET |POST |https:\/\/SHOP)?(\/[\w/.]+)$/.exec(code)?.[1] ?? []);
  const linked = LINKS.map(({ to }) => to).filter((address) => address.startsWith('/'));
  const served = [...new Set([...named, ...linked])].filter((address) => !/^\/(etc|usr|var|tmp)\b/.test(address));
  assert.ok(served.length > 10 && linked.length > 6);
  for (const address of served) {
    const { status } = await fetch(shop.url + address, { redirect: 'manual' });
    assert.notEqual(status, 404, address);
  }
});

test('documentation: every path of an installed service is written by install or in the unit', async () => {
  const { files: written } = JSON.parse(
    (await openFolder().runCommandWithoutConfig('install', '--domain', 'shop.example', '--print', '--json')).stdout,
  );
  const all = Object.entries(written).flat().join('\n');
  const places = CODES.filter((code) => /^\/(etc|usr|var)\/.*raan/.test(code));
  assert.ok(places.length > 4);
  assert.deepEqual(
    places.filter((place) => !all.includes(place)),
    [],
  );
});

// Files

const isThere = (file: string) => [ROOT, path.join(ROOT, 'src')].some((folder) => existsSync(path.join(folder, file)));

test('documentation: every named file and every link target exists', () => {
  const inCodes = CODES.filter(
    (code) =>
      /^\.?\w[\w.-]*(\/[\w.-]*)+$/.test(code) && (/\.[a-z]\w*$/.test(code) || isThere(code.split('/')[0] as string)),
  );
  const inLayout = blocksIn('text').flatMap((text) => text.match(/\bsrc\/[\w./-]*/g) ?? []);
  assert.ok(inCodes.length > 8 && inLayout.length > 8);
  const made = /^dist\/|^raan-demo\.json$/;
  assert.deepEqual(
    [...inCodes, ...inLayout].filter((file) => !made.test(file) && !isThere(file)),
    [],
  );
  const single = CODES.filter((code) => /^[\w-]+\.(ts|tsx|json)$/.test(code) && !made.test(code));
  for (const code of single) assert.ok(files.includes(code), code);
  for (const { from, to } of LINKS.filter((link) => !/^(https?:|\/)/.test(link.to))) {
    const [file = '', anchor] = to.split('#');
    const target = file === '' ? from : path.join(path.dirname(from), file);
    assert.ok(existsSync(path.join(ROOT, target)), `${from}: ${to}`);
    if (anchor !== undefined) assert.ok(anchorsOf(target).includes(anchor), `${from}: ${to}`);
  }
});

test('documentation: README.md is short and its pictures are small', () => {
  assert.ok(statSync(path.join(ROOT, 'README.md')).size <= 8_000);
  const pictures = LINKS.filter(({ to }) => /\.(webp|png|jpe?g)$/.test(to));
  const places = [...new Set(pictures.map(({ from, to }) => path.join(path.dirname(from), to)))];
  assert.ok(places.length > 2);
  const sizes = places.map((place) => statSync(path.join(ROOT, place)).size);
  assert.ok(Math.max(...sizes) <= 120_000, sizes.join());
  assert.ok(sizes.reduce((sum, size) => sum + size) <= 350_000, sizes.join());
});

// The store file

const storeFile = () => JSON.parse(blockWith('json', '"stores"'));

/** The fields in backquotes, parsed as a JSON object. */
const fieldsOf = (start: string): object => JSON.parse(`{${CODES.find((code) => code.startsWith(start))}}`);

test('documentation: the example store file loads, with the products in the text', async () => {
  const shop = await openShop({ stores: [storeFile()].flatMap(({ stores }) => stores) });
  assert.deepEqual(Object.keys(shop.stores), ['main']);
  const variant = { key: 'pair', sku: 'PAIR', prices: { retail: '120' }, ...fieldsOf('"bundle"') };
  const resold = { key: 'resold', name: 'ลาเต้', ...fieldsOf('"pulled_from"') };
  const frame = { price_tiers: [{ key: 'retail', name: 'ปลีก', default: true }], warehouses: [{ key: 'w', name: 'w' }] };
  const { main, other } = await shop.load({
    stores: [
      { key: 'main', name: 'บ้านกาแฟ', products: [{ key: 'pair', name: 'คู่', variants: [variant] }] },
      { key: 'other', name: 'ร้านอื่น', ...frame, products: [resold] },
    ],
  });
  assert.ok(main?.variants.pair);
  assert.ok(other?.variants['resold/latte-hot']);
});

test('documentation: the commands in the text set up the couriers', async () => {
  const folder = openFolder();
  const [{ couriers: _, ...store }] = storeFile().stores;
  await folder.load({ stores: [store] });
  const lines = inBlocks.filter(({ words }) => words.join(' ').startsWith('courier set'));
  assert.ok(lines.length > 4);
  for (const { words } of lines) {
    const { status, stderr } = await folder.runCommand(...words);
    assert.equal(status, 0, stderr);
  }
});

// Partners and couriers

toolTest(['bash', 'curl', 'sed'], 'documentation: the calls in the text create a partner’s first order', async () => {
  const shop = await openShop({ stores: [demoStore()] });
  const { client_id, client_secret } = credentials(shop);
  const calls = blockWith('sh', 'SHOP=https')
    .replace(/^SHOP=.*/m, `SHOP=${shop.url}`)
    .replace(/^ID=.*/m, `ID=${client_id} SECRET=${client_secret}`)
    .replace(/^PRODUCT=.*/m, `PRODUCT=${Object.values(shop.ids.products)[0]}`)
    .replace(/^VARIANT=.*/m, `VARIANT=${Object.values(shop.ids.variants)[0]}`);
  const { stdout } = await promisify(execFile)('bash', ['-euc', calls]);
  const { order } = JSON.parse(stdout.slice(stdout.lastIndexOf('{"request_id"')));
  assert.equal(order.external_order_id, 'first-1');
});

test('documentation: the example of an error is what the service answers', async () => {
  const shop = await openShop();
  const product_variant_id = shop.ids.variants.hot;
  const products = [1, 0].map((qty) => ({ product_variant_id, qty }));
  const { body } = await shop.order({ products });
  assert.deepEqual(body, JSON.parse(blockWith('json', '"error_description"')));
});

test('documentation: the examples of the OpenAPI document show and order a product', async () => {
  const shop = await openShop({ stores: [demoStore()] });
  const { paths } = openApiDocument(shop.config.values, shop.url) as Json;
  const tried = (address: string) =>
    shop.call(address, paths[address].post.requestBody.content['application/json'].example);
  assert.equal((await tried('/v1/product/list')).body.products.length, 20);
  assert.ok((await tried('/v1/product/detail')).body.product.variants.length > 0);
  for (const address of ['/v1/order/create', '/v1/order/detail']) assert.equal((await tried(address)).status, 200);
});

test('documentation: the courier gateway gets the documented requests', async () => {
  const courier = await openCourier();
  const payload = JSON.parse(blockWith('json', '"action": "book"'));
  const { url, secret } = courier;
  await httpCourier({ connection: LOCAL, url, secret, now: () => payload.request_time, timeout: 5_000 }).book({
    key: payload.idempotency_key,
    shippingType: payload.shipping_type,
    orderNumber: payload.order_number,
    senderName: payload.sender_name,
    sender: payload.sender,
    recipient: payload.recipient,
    weight: payload.weight_grams,
    codAmount: 5_905_000 as Money,
    note: payload.note,
    items: payload.items,
  });
  assert.deepEqual(courier.requests[0]?.body, payload);
  const fields = TEXT.split('\n').find((line) => line.startsWith('| `book` | `idempotency_key`')) ?? '';
  const { action, request_time, ...own } = payload;
  for (const field of Object.keys(own)) assert.ok(fields.includes(`\`${field}\``), field);
});

test('documentation: the documented callbacks of a gateway work', async () => {
  const { shop, courier } = await openBookingShop();
  courier.next({ pending: true });
  const order = await readyOrder(shop);
  const { key } = await untilBooking(shop, order, 'pending');
  for (const [part, status] of [
    ['{ "booking"', 'booked'],
    ['{ "events"', 'delivered'],
  ] as const) {
    const received = blockWith('json', part)
      .replace(/(?<="idempotency_key": ")\w+/, key)
      .replace(/(?<="event_time": )\d+/, String(shop.now()));
    assert.equal((await callBack(shop, courier, JSON.parse(received))).status, 200);
    const [shipment] = await shipmentsOf(shop, order);
    assert.deepEqual([shipment.tracking_number, shipment.status], ['CX000001', status]);
  }
});
