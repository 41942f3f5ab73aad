import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { openFolder } from './cli.ts';
import { ENDPOINTS } from './endpoints.ts';
import { assertDescribed, matchesRequestSchema } from './openapi-checks.ts';
import { fetchFile } from './page-files.ts';
import { type Json, openShop } from './support.ts';

test('the document reflects base_url and config, and is built once while they stay the same', async () => {
  const shop = await openShop({
    config: { listen: { base_url: 'https://shop.test/' }, values: { shipping_types: ['bike'], channels: ['market'] } },
  });
  const { headers, body } = await fetchFile(`${shop.url}/openapi.json`);
  const document = JSON.parse(String(body));
  assert.equal(headers['content-type'], 'application/json');
  assert.deepEqual(document.servers, [{ url: 'https://shop.test' }]);
  const { shipping_type, channel } = document.components.schemas.NewOrder.properties;
  assert.equal(shipping_type.enum.at(-1), 'bike');
  assert.ok(channel.enum.includes('market'));
  const again = await fetchFile(`${shop.url}/openapi.json`, { 'If-None-Match': String(headers.etag) });
  assert.deepEqual([again.status, again.bytes], [304, 0]);
  assert.equal((await shop.send('/openapi.json', { method: 'POST' })).headers.get('Allow'), 'GET');
});

test('raan openapi prints the document for the config', async () => {
  const folder = openFolder();
  folder.write('raan.toml', '[listen]\nbase_url = "https://shop.test"\n[values]\nchannels = ["market"]\n');
  const document = await folder.runCommandJson('openapi');
  assert.equal(document.openapi, '3.1.0');
  assert.deepEqual(document.servers, [{ url: 'https://shop.test' }]);
  assert.ok(document.components.schemas.NewOrder.properties.channel.enum.includes('market'));
  assert.ok(document.webhooks.stock_available_updated);
});

test('a public linter finds no errors and no warnings in the document', async () => {
  const document = await openFolder().runCommandJson('openapi');
  const examples = { severity: 'error', allowAdditionalProperties: true } as const; // by default, the rule rejects fields that an "if" does not list
  const config = await createConfig({
    extends: ['recommended'],
    rules: { 'no-invalid-media-type-examples': examples, 'no-invalid-schema-examples': examples },
  });
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config });
  assert.deepEqual(
    problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
    [],
  );
});

test('every field of the document has a description, and every value an example', async () => {
  const { components } = await openFolder().runCommandJson('openapi');
  for (const [name, schema] of Object.entries<Json>(components.schemas))
    for (const [field, form] of Object.entries<Json>(schema.properties)) {
      if (form.$ref || form.anyOf?.[0].$ref) continue;
      assert.ok(form.description, `${name}.${field} has no description`);
      if (form.const || form.items || form.type === 'object') continue;
      assert.ok(form.examples?.length > 0, `${name}.${field} has no example`);
    }
});

for (const { name, path, body } of ENDPOINTS)
  test(`the document accepts what ${name} accepts, and rejects what it rejects`, async () => {
    const shop = await openShop();
    const full = await body(shop);
    assert.ok(await matchesRequestSchema(path, full));
    assert.equal(await matchesRequestSchema(path, { ...full, unknown: 1 }), false);
    for (const field of Object.keys(full))
      assert.equal(await matchesRequestSchema(path, { ...full, [field]: [[]] }), false);
  });

test('the document accepts null for absent fields, and requires the fields of cash on delivery', async () => {
  const shop = await openShop();
  const plain = shop.orderBody();
  const nothing = Object.fromEntries(
    ['external_order_id', 'is_cod', 'cod_fee', 'discount', 'recipient_address_id', 'channel'].map((name) => [
      name,
      null,
    ]),
  );
  for (const [more, isAccepted] of [
    [nothing, true],
    [{ shipping_type: null }, false],
    [{ recipient_address: null }, false],
    [{ recipient_address_id: '1' }, false],
    [{ is_cod: true }, false],
    [{ is_cod: true, cod_fee: 5, cod_amount: null }, false],
    [{ is_cod: true, cod_fee: 5, cod_amount: 70 }, true],
    [{ is_cod: false, cod_fee: 5, cod_amount: 70 }, false],
    [{ cod_amount: 70 }, false],
  ] as const) {
    const body = { ...plain, ...more };
    assert.equal((await shop.call('/v1/order/create', body)).status, isAccepted ? 200 : 400, JSON.stringify(more));
    assert.equal(await matchesRequestSchema('/v1/order/create', body), isAccepted, JSON.stringify(more));
  }
});

test('a response with an undocumented field, header or status is detected', async () => {
  const shop = await openShop();
  const answer = await shop.call('/v1/product/detail', { product_id: shop.ids.products.latte });
  const call = { method: 'POST', path: '/v1/product/detail', ...answer };
  await assertDescribed(call);
  const { product, request_id } = answer.body;
  const variants = [{ ...product.variants[0], color: 'brown' }];
  const wrong = [
    { ...call, body: { request_id, product: { ...product, variants } } },
    { ...call, body: { request_id, product: { ...product, store_id: 1 } } },
    { ...call, body: { product } },
    { ...call, headers: new Headers() },
    { ...call, status: 204 },
  ];
  for (const response of wrong) await assert.rejects(assertDescribed(response));
});
