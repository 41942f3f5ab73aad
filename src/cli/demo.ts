import path from 'node:path';
import { Option } from 'commander';
import type { Config } from '../config.ts';
import { type Context, openContext } from '../context.ts';
import { DEMO_STORE } from '../domain/storefile/demo.ts';
import { type Loaded, loadStoreFile } from '../domain/storefile/load.ts';
import { type Serve, stopSignal } from './serve.ts';
import { inScratchFolder, type Shell, wholeArgument } from './shell.ts';

/** A throw-away store, served, with calls to paste. */
export function demoCommand(shell: Shell, serve: Serve): void {
  shell.program
    .command('demo')
    .description('serve a throw-away demo store and print calls to paste; it is gone when the demo stops')
    .addOption(new Option('--port <port>', 'where to listen; 0 takes any free port').default('0'))
    .action(({ port }: { port: string }) => {
      const config = demoConfig(shell.config(), wholeArgument(port, { name: '--port', most: 65_535 }));
      return inScratchFolder(async (folder) => {
        const stopped = stopSignal();
        const ctx = openContext({ ...config, database: path.join(folder, 'raan.db') }, { create: true });
        try {
          const store = await loadDemo(ctx);
          const { address, stop } = await serve(ctx);
          answerDemo(shell, address, store);
          await stopped;
          await stop();
        } finally {
          ctx.close();
        }
      });
    });
}

const demoConfig = (config: Config, port: number): Config => ({
  ...config,
  listen: { ...config.listen, port },
  webhooks: { allow_networks: ['127.0.0.0/8', '::1/128'] }, // so that a receiver on this machine can be tried
});

async function loadDemo(ctx: Context): Promise<Loaded> {
  const { stores } = await ctx.write((db) => loadStoreFile(db, DEMO_STORE, ctx.config.values, ctx.now()));
  return Object.values(stores)[0] as Loaded;
}

function answerDemo(shell: Shell, address: string, store: Loaded): void {
  const page = store.channels.page as Loaded['channels'][string];
  const calls = demoCalls(address, page, store);
  const document = { address, client_id: page.client_id, client_secret: page.client_secret, store, calls };
  shell.answer(document, [
    `A demo store answers at ${address} until this command is stopped.`,
    '',
    `client_id      ${page.client_id}`,
    `client_secret  ${page.client_secret}`,
    '',
    'Paste these, the first one first:',
    '',
    ...calls.flatMap((call) => [call, '']),
  ]);
}

function demoCalls(address: string, page: Loaded['channels'][string], store: Loaded): string[] {
  const order = {
    shipping_type: 'ems',
    products: [{ product_variant_id: Object.values(store.variants)[0], qty: 2 }],
    recipient_address: {
      name: 'สมชาย ใจดี',
      telephone: '0812345678',
      address1: '99/1 ถ.นิมมานเหมินท์',
      sub_district: 'สุเทพ',
      district: 'เมืองเชียงใหม่',
      province: 'เชียงใหม่',
      postal_code: 50200,
    },
    external_order_id: 'demo-1',
  };
  const call = (endpoint: string, body: object) =>
    `curl -sS ${address}/v1/${endpoint} -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'; echo`;
  return [
    `TOKEN=$(curl -sS ${address}/oauth/token -d grant_type=client_credentials -d client_id=${page.client_id} -d client_secret=${page.client_secret} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
    call('product/list', { limit: 5, get_count: true }),
    call('product/detail', { product_id: Object.values(store.products)[0] }),
    call('store/address/list', {}),
    call('order/create', order),
    call('order/detail', { external_order_id: 'demo-1' }),
  ];
}
