import path from 'node:path';
import { Option } from 'commander';
import type { Config } from '../../config.ts';
import { isDatabaseServed, openContext, type ServerContext } from '../../context.ts';
import { findAccount, passwordHashOf } from '../../domain/accounts/accounts.ts';
import { passwordMatches } from '../../domain/accounts/passwords.ts';
import {
  apiCommand,
  cursorCommand,
  orderExample,
  stockChangesCommand,
  tokenCommand,
} from '../../domain/channels/curl-examples.ts';
import { DEMO_OWNER } from '../../domain/demo-mark.ts';
import type { Loaded } from '../../domain/storefile/load.ts';
import { OperatorError } from '../../lib/errors.ts';
import { reservePort } from '../../lib/port.ts';
import { parseWhole, WrongUsage } from '../arguments.ts';
import { type Cli, withTemporaryFolder } from '../cli.ts';
import { openRecovered } from '../open-context.ts';
import { completeDemo, type DemoSecrets, openDemoFolder } from './demo-folder.ts';
import { type LoadServer, stopSignal } from './serve.ts';

interface DemoOptions {
  port: string;
  seed: string;
  folder?: string;
  reset?: boolean;
}

/** The demo that one run of the command serves. */
interface Run {
  cli: Cli;
  serve: Awaited<ReturnType<LoadServer>>;
  config: Config;
  seed: number;
  /** Reserved before the demo is generated, which takes seconds. */
  releasePort: () => Promise<void>;
}

export function demoCommand(cli: Cli, loadServer: LoadServer): void {
  cli.program
    .command('demo')
    .summary('Serve a demo store with 90 days of history')
    .description(
      'Serve a demo store with 90 days of history and print example API calls. The demo is deleted when it stops, unless --folder keeps it. Nothing is sent unless you connect a service.',
    )
    .addOption(new Option('--port <port>', 'Port to listen on; 0 selects a free port').default('0'))
    .addOption(new Option('--seed <number>', 'Seed of the generated history').default('1'))
    .option('--folder <folder>', 'Keep the demo in this folder, and open it again with the same command')
    .option('--reset', 'With --folder: delete the demo in the folder and create a new one')
    .action(async ({ port, seed, folder, reset = false }: DemoOptions) => {
      if (reset && folder === undefined) throw new WrongUsage('demo_reset_without_folder');
      const config = demoConfig(cli.config(), parseWhole(port, { name: '--port', max: 65_535 }));
      const run = {
        cli,
        config,
        seed: parseWhole(seed, { name: '--seed', max: 2 ** 31 - 1 }),
        serve: await loadServer(),
        releasePort: await reservePort(config.listen),
      };
      try {
        await (folder === undefined ? runTemporary(run) : runKept(run, path.resolve(folder), reset));
      } finally {
        await run.releasePort();
      }
    });
}

/** Receivers of webhooks, courier gateways and chat services may run on the same machine. */
const THIS_MACHINE = ['127.0.0.0/8', '::1/128'];

/** Without what the config names outside of the demo: its bucket and folder of backups, and its metrics. */
const demoConfig = (config: Config, port: number): Config => ({
  ...config,
  listen: { ...config.listen, port },
  log: { ...config.log, requests: false }, // keeps the printed calls readable
  webhooks: { ...config.webhooks, allow_networks: THIS_MACHINE },
  couriers: { allow_networks: THIS_MACHINE },
  alerts: { ...config.alerts, allow_networks: THIS_MACHINE },
  backup: { ...config.backup, folder: '', s3: { ...config.backup.s3, endpoint: '' } },
  metrics: { ...config.metrics, host: '' },
});

const inFolder = ({ config }: Run, folder: string): Config => ({ ...config, database: path.join(folder, 'raan.db') });

const runTemporary = (run: Run): Promise<void> =>
  withTemporaryFolder(path.dirname(run.config.database), async (folder) => {
    const ctx = openContext(inFolder(run, folder), { create: true });
    return serveDemo(run, ctx, () => make(run, ctx, false));
  });

async function runKept(run: Run, folder: string, isReset: boolean): Promise<void> {
  const config = inFolder(run, folder);
  if (isReset) requireNotServed(config);
  const earlier = openDemoFolder<Loaded>(folder, isReset);
  const ctx = await openRecovered(config, { create: !earlier, upgrade: true });
  await serveDemo(run, ctx, async () => {
    if (earlier) return { ...earlier, isPasswordChanged: await isPasswordChanged(ctx, earlier.password), folder };
    const made = await make(run, ctx, true);
    completeDemo(folder, made);
    return { ...made, folder };
  });
}

/**
 * Asks only the lock, because the server may be of another version, whose database this one does not open.
 *
 * @throws OperatorError if a server uses the database, whose files must not be deleted then
 */
function requireNotServed(config: Config): void {
  if (isDatabaseServed(config)) throw new OperatorError('demo_is_running', { folder: path.dirname(config.database) });
}

async function make({ seed }: Run, ctx: ServerContext, isKept: boolean): Promise<DemoSecrets<Loaded>> {
  const { makeDemo } = await import('../../domain/demo/make-demo.ts');
  return ctx.connection.withoutDurability(() => makeDemo(ctx, { seed, isKept }));
}

async function isPasswordChanged(ctx: ServerContext, password: string): Promise<boolean> {
  const account = findAccount(ctx.db, DEMO_OWNER);
  return !(await passwordMatches(password, (account && passwordHashOf(ctx.db, account.id)) ?? ''));
}

interface Ready extends DemoSecrets<Loaded> {
  isPasswordChanged?: boolean;
  /** Undefined if the demo is deleted when it stops. */
  folder?: string;
}

async function serveDemo(
  { cli, serve, releasePort }: Run,
  ctx: ServerContext,
  prepare: () => Promise<Ready>,
): Promise<void> {
  const stopped = stopSignal();
  try {
    const ready = await prepare();
    await releasePort();
    const { address, stop } = await serve(ctx);
    printDemo(cli, address, { ...ready, now: ctx.now() });
    await stopped;
    await stop();
  } finally {
    ctx.close();
  }
}

function printDemo(
  cli: Cli,
  address: string,
  { store, password, isPasswordChanged = false, folder, now }: Ready & { now: number },
): void {
  const page = store.channels.page as Loaded['channels'][string];
  const calls = demoCalls(address, store, now);
  const office = { address: `${address}/office`, name: DEMO_OWNER, password: isPasswordChanged ? null : password };
  const { client_id, client_secret } = page;
  const signIn = isPasswordChanged ? 'with the password that you have set' : `password ${password}`;
  cli.print({ address, client_id, client_secret, store, office, folder: folder ?? null, calls }, [
    `A demo store is running at ${address}. ${folder === undefined ? 'Stop this command to delete it.' : `It is kept in ${folder}.`}`,
    '',
    `office         ${office.address}   (sign in as ${DEMO_OWNER}, ${signIn})`,
    `documentation  ${address}/docs`,
    `client_id      ${client_id}`,
    `client_secret  ${client_secret}`,
    ...(folder === undefined
      ? []
      : ['', 'To open it again:   the same command', 'To start over:      the same command with --reset']),
    '',
    'Example calls, to run in this order:',
    '',
    ...calls.flatMap((call) => [call, '']),
  ]);
}

/** @param now before the example order changes */
function demoCalls(address: string, store: Loaded, now: number): string[] {
  const { client_id: clientId, client_secret: clientSecret = '' } = store.channels.page as Loaded['channels'][string];
  const call = (endpoint: string, body: object) => apiCommand(address, endpoint, body);
  return [
    tokenCommand(address, { clientId, clientSecret }),
    call('product/list', { limit: 5, get_count: true }),
    call('product/detail', { product_id: Object.values(store.products)[0] }),
    call('store/address/list', {}),
    cursorCommand(address),
    call('order/create', orderExample(Object.values(store.variants)[0] ?? '', 'demo-1')),
    call('order/detail', { external_order_id: 'demo-1' }),
    call('order/list', { since_time: now }),
    stockChangesCommand(address),
  ];
}
