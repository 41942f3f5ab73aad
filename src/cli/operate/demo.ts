import path from 'node:path';
import { Option } from 'commander';
import type { Config } from '../../config.ts';
import { type Context, openContext } from '../../context.ts';
import { addAccountWithPassword } from '../../domain/accounts/one-time-passwords.ts';
import { apiCommand, orderExample, tokenCommand } from '../../domain/channels/curl-examples.ts';
import { demoStore } from '../../domain/storefile/demo.ts';
import { type Loaded, loadStoreFile } from '../../domain/storefile/load.ts';
import { parseWhole } from '../arguments.ts';
import { type Cli, withTemporaryFolder } from '../cli.ts';
import { type LoadServer, stopSignal } from './serve.ts';

export function demoCommand(cli: Cli, loadServer: LoadServer): void {
  cli.program
    .command('demo')
    .description('Serve a temporary demo store and print example API calls')
    .addOption(new Option('--port <port>', 'Port to listen on; 0 selects a free port').default('0'))
    .action(async ({ port }: { port: string }) => {
      const serve = await loadServer();
      const config = demoConfig(cli.config(), parseWhole(port, { name: '--port', max: 65_535 }));
      return withTemporaryFolder(path.dirname(config.database), async (folder) => {
        const stopped = stopSignal();
        const ctx = openContext({ ...config, database: path.join(folder, 'raan.db') }, { create: true });
        try {
          const store = await loadDemo(ctx);
          const owner = { name: 'demo', role: 'owner', storeId: null, mustChangePassword: false } as const;
          const { password } = await addAccountWithPassword(ctx, owner);
          const { address, stop } = await serve(ctx);
          const office = { address: `${address}/office`, name: owner.name, password };
          printDemo(cli, { address, store, office });
          await stopped;
          await stop();
        } finally {
          ctx.close();
        }
      });
    });
}

/** Receivers of webhooks and courier gateways may run beside the demo. */
const THIS_MACHINE = ['127.0.0.0/8', '::1/128'];

const demoConfig = (config: Config, port: number): Config => ({
  ...config,
  listen: { ...config.listen, port },
  log: { ...config.log, requests: false }, // keeps the printed calls readable
  webhooks: { ...config.webhooks, allow_networks: THIS_MACHINE },
  couriers: { allow_networks: THIS_MACHINE },
});

async function loadDemo(ctx: Context): Promise<Loaded> {
  const { stores } = await ctx.write((tx) =>
    loadStoreFile(tx, { stores: [demoStore()] }, ctx.config.values, ctx.now()),
  );
  return Object.values(stores)[0] as Loaded;
}

interface Demo {
  address: string;
  store: Loaded;
  office: { address: string; name: string; password: string };
}

function printDemo(cli: Cli, { address, store, office }: Demo): void {
  const page = store.channels.page as Loaded['channels'][string];
  const calls = demoCalls(address, page, store);
  const document = { address, client_id: page.client_id, client_secret: page.client_secret, store, office, calls };
  cli.print(document, [
    `A demo store is running at ${address}. Stop this command to delete it.`,
    '',
    `office         ${office.address}   (sign in as ${office.name}, password ${office.password})`,
    `documentation  ${address}/docs`,
    `client_id      ${page.client_id}`,
    `client_secret  ${page.client_secret}`,
    '',
    'Example calls, to run in this order:',
    '',
    ...calls.flatMap((call) => [call, '']),
  ]);
}

function demoCalls(address: string, page: Loaded['channels'][string], store: Loaded): string[] {
  const { client_id: clientId, client_secret: clientSecret = '' } = page;
  const call = (endpoint: string, body: object) => apiCommand(address, endpoint, body);
  return [
    tokenCommand(address, { clientId, clientSecret }),
    call('product/list', { limit: 5, get_count: true }),
    call('product/detail', { product_id: Object.values(store.products)[0] }),
    call('store/address/list', {}),
    call('order/create', orderExample(Object.values(store.variants)[0] ?? '', 'demo-1')),
    call('order/detail', { external_order_id: 'demo-1' }),
  ];
}
