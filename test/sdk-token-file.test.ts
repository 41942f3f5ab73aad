import assert from 'node:assert/strict';
import { statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { revokeChannelTokens } from '../src/domain/channels/channels.ts';
import { openClient } from './sdk/clients.ts';
import { clientOptions, PARTNER } from './sdk/store.ts';
import { openProxy } from './sdk/unreliable-proxy.ts';
import { cafe, idOf, openShop, temporaryFolder } from './support.ts';
import { toolTest } from './tools.ts';

// The token file of the PHP client, which processes share because PHP runs each request in its own process.

async function openSharingShop() {
  const shop = await openShop({ stores: [cafe({ channels: [PARTNER, { ...PARTNER, key: 'other' }] })] });
  const proxy = await openProxy(shop.url);
  const tokenFile = path.join(temporaryFolder(), 'token.json');
  const open = (channel = 'page') => openClient('PHP', { ...clientOptions(proxy.url, shop.ids, channel), tokenFile });
  return { shop, tokenFile, open, tokens: () => proxy.count('/oauth/token') };
}

toolTest(['php'], 'processes that start at the same time request one token and keep it in a private file', async () => {
  const { open, tokenFile, tokens } = await openSharingShop();
  const clients = await Promise.all(Array.from({ length: 4 }, () => open()));
  await Promise.all(clients.map((client) => client.call('listProducts')));
  assert.equal(tokens(), 1);
  assert.equal(statSync(tokenFile).mode & 0o777, 0o600);
});

toolTest(['php'], 'a revoked token in the file is replaced once', async () => {
  const { shop, open, tokens } = await openSharingShop();
  const clients = [await open(), await open()];
  for (const client of clients) await client.call('listProducts');
  await shop.ctx.write((tx) => revokeChannelTokens(tx, idOf(shop.ids.channels.page?.id)));
  for (const client of clients) await client.call('listProducts');
  assert.equal(tokens(), 2);
});

toolTest(['php'], 'a damaged file, or one with the token of another channel, is overwritten', async () => {
  const { open, tokenFile, tokens } = await openSharingShop();
  await (await open()).call('listProducts');
  await (await open('other')).call('listProducts');
  assert.equal(tokens(), 2);
  for (const damaged of ['', '{', '[]', '7']) {
    writeFileSync(tokenFile, damaged);
    await (await open()).call('listProducts');
  }
  assert.equal(tokens(), 6);
});
