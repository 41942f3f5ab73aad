import path from 'node:path';
import { Option } from 'commander';
import type { Config } from '../config.ts';
import { type Context, openContext } from '../context.ts';
import { addWithPassword } from '../domain/accounts/one-time.ts';
import { apiCall, orderExample, tokenCall } from '../domain/channels/paste.ts';
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
      return inScratchFolder(path.dirname(config.database), async (folder) => {
        const stopped = stopSignal();
        const ctx = openContext({ ...config, database: path.join(folder, 'raan.db') }, { create: true });
        try {
          const store = await loadDemo(ctx);
          const owner = { name: 'demo', role: 'owner', storeId: null, mustChangePassword: false } as const;
          const { password } = await addWithPassword(ctx, owner);
          const { address, stop } = await serve(ctx);
          const office = { address: `${address}/office`, name: owner.name, password };
          answerDemo(shell, { address, store, office });
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
  log: { ...config.log, requests: false }, // whoever tries it reads the calls to paste
  webhooks: { allow_networks: ['127.0.0.0/8', '::1/128'] }, // so that a receiver on this machine can be tried
});

async function loadDemo(ctx: Context): Promise<Loaded> {
  const { stores } = await ctx.write((db) => loadStoreFile(db, DEMO_STORE, ctx.config.values, ctx.now()));
  return Object.values(stores)[0] as Loaded;
}

interface Demo {
  address: string;
  store: Loaded;
  office: { address: string; name: string; password: string };
}

function answerDemo(shell: Shell, { address, store, office }: Demo): void {
  const page = store.channels.page as Loaded['channels'][string];
  const calls = demoCalls(address, page, store);
  const document = { address, client_id: page.client_id, client_secret: page.client_secret, store, office, calls };
  shell.answer(document, [
    `A demo store answers at ${address} until this command is stopped.`,
    '',
    `office         ${office.address}   (sign in as ${office.name}, password ${office.password})`,
    `documentation  ${address}/docs`,
    `client_id      ${page.client_id}`,
    `client_secret  ${page.client_secret}`,
    '',
    'Paste these, the first one first:',
    '',
    ...calls.flatMap((call) => [call, '']),
  ]);
}

function demoCalls(address: string, page: Loaded['channels'][string], store: Loaded): string[] {
  const { client_id: clientId, client_secret: clientSecret = '' } = page;
  const call = (endpoint: string, body: object) => apiCall(address, endpoint, body);
  return [
    tokenCall(address, { clientId, clientSecret }),
    call('product/list', { limit: 5, get_count: true }),
    call('product/detail', { product_id: Object.values(store.products)[0] }),
    call('store/address/list', {}),
    call('order/create', orderExample(Object.values(store.variants)[0] ?? '', 'demo-1')),
    call('order/detail', { external_order_id: 'demo-1' }),
  ];
}
