import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { type ClientOptions, startDriver } from './clients.ts';
import { findRuntime, RUNTIMES } from './find-runtimes.ts';
import { installedPackage } from './installed-package.ts';
import { runScenario } from './scenario.ts';
import { clientOptions, serveStore } from './store.ts';
import { openProxy } from './unreliable-proxy.ts';

// `npm run sdk:runtimes`: the TypeScript client on every runtime that it supports. The report says which were missing;
// in CI a missing one fails.

for (const runtime of RUNTIMES) {
  const found = findRuntime(runtime);
  const missing = `${runtime.name} is MISSING: neither in the PATH nor as an npm package`;
  const skip = !found && process.env.CI !== 'true' && missing;

  /** Starts a client of the store on the runtime. */
  const start = async (options: ClientOptions) => {
    const script = path.join(await installedPackage(), 'driver.mjs');
    return startDriver([found?.file ?? '', ...runtime.run, script], { retryDelay: 10, ...options });
  };

  test(`the TypeScript client works on ${runtime.name}`, { skip }, async (t) => {
    assert.ok(found, missing);
    t.diagnostic(`${found.version} is ${found.file}`);
    const store = await serveStore();
    const client = await start(clientOptions(store.baseUrl, store.ids));
    await runScenario(client, store);
  });

  test(`the TypeScript client retries failed calls on ${runtime.name}`, { skip }, async () => {
    assert.ok(found, missing);
    const store = await serveStore();
    const proxy = await openProxy(store.baseUrl);
    const client = await start(clientOptions(proxy.url, store.ids));
    proxy.failNext('/v1/product/list', 'before', 'after', 'middle', 'gateway');
    assert.equal((await client.call('listProducts')).products.length, 1);
    assert.equal(proxy.count('/v1/product/list'), 5);
    proxy.failNext('/v1/product/list', 'redirect');
    assert.deepEqual(await client.fail('listProducts'), { code: 'unexpected_response', status: 308 });
  });
}
