import { Command, CommanderError, Help, type Option } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { DEFAULT_CONFIG_FILE } from '../config.ts';
import { Fault, Refusal } from '../lib/errors.ts';
import { accountCommands } from './accounts.ts';
import { appCommands } from './apps.ts';
import { backupCommands } from './backup.ts';
import { bundleCommands } from './catalogue/bundles.ts';
import { placeCommands } from './catalogue/places.ts';
import { productCommands } from './catalogue/products.ts';
import { variantCommands } from './catalogue/variants.ts';
import { channelCommands } from './channels.ts';
import { codCommands } from './cod/cod.ts';
import { bookingCommands } from './couriers/bookings.ts';
import { courierCommands } from './couriers/couriers.ts';
import { demoCommand } from './demo.ts';
import { doctorCommand } from './doctor.ts';
import { initCommand } from './init.ts';
import { installCommand } from './install/install.ts';
import { type OpenApi, openApiCommand } from './openapi.ts';
import { orderCommands } from './orders/orders.ts';
import { shipmentCommands } from './orders/shipments.ts';
import { paymentCommands } from './payments/payments.ts';
import { labelCommand } from './print/label.ts';
import { printCommands } from './print/print.ts';
import { type Serve, serveCommand } from './serve.ts';
import { Shell, type Terminal, WrongUsage } from './shell.ts';
import { countCommands } from './stock/counts.ts';
import { stockCommands } from './stock/stock.ts';
import { storeFileCommands } from './storefile.ts';
import { storeCommands } from './stores.ts';
import { upgradeCommand } from './upgrade.ts';
import { upkeepCommands } from './upkeep.ts';
import { webhookCommands } from './webhooks.ts';

/** What the command line is handed from outside of its layer. */
export interface Wired {
  serve: Serve;
  openApi: OpenApi;
}

const CONSOLE: Terminal = {
  out: (lines) => process.stdout.write(`${lines}\n`), // console.log would keep it to itself where that fails
  err: console.error,
};

/** Runs one command; the exit status: 0 done, 1 refused or failed, 2 wrong usage. */
export async function runProgram(args: readonly string[], wired: Wired, terminal: Terminal = CONSOLE): Promise<number> {
  try {
    await makeProgram(wired, terminal).parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    return exitStatus(error, terminal);
  }
}

/** The command line with all its commands. */
export function makeProgram({ serve, openApi }: Wired, terminal: Terminal = CONSOLE): Command {
  const program = new Command('raan')
    .description('ร้าน: orders, stock and catalogue of a small store, and the API its partners use')
    .option('--config <file>', `the config file (default: ${DEFAULT_CONFIG_FILE} in this folder, if it is there)`)
    .option('--json', 'answer with one JSON document')
    .version(manifest.version)
    .configureHelp({ showGlobalOptions: true, optionDescription });
  const shell = new Shell(program, terminal);
  serveCommand(shell, serve);
  initCommand(shell);
  installCommand(shell);
  demoCommand(shell, serve);
  storeFileCommands(shell);
  storeCommands(shell);
  accountCommands(shell);
  channelCommands(shell);
  appCommands(shell);
  placeCommands(shell);
  productCommands(shell);
  variantCommands(shell);
  bundleCommands(shell);
  stockCommands(shell);
  countCommands(shell);
  orderCommands(shell);
  shipmentCommands(shell);
  courierCommands(shell);
  bookingCommands(shell);
  codCommands(shell);
  paymentCommands(shell);
  labelCommand(shell);
  printCommands(shell);
  openApiCommand(shell, openApi);
  upgradeCommand(shell);
  backupCommands(shell);
  upkeepCommands(shell);
  webhookCommands(shell);
  doctorCommand(shell);
  for (const command of [program, ...everyCommand(program)])
    command.exitOverride().configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.err(text.trimEnd()),
      outputError: (text) => terminal.err(usageFault(text, command)),
    });
  return program;
}

/** What the parser says of an option, and that it is required where it is. */
function optionDescription(this: Help, option: Option): string {
  const description = Help.prototype.optionDescription(option);
  return option.mandatory ? `${description} (required)` : description;
}

const everyCommand = (command: Command): Command[] =>
  command.commands.flatMap((child) => [child, ...everyCommand(child)]);

/** The parser's complaint as one line of ours. */
function usageFault(text: string, command: Command): string {
  const names: string[] = [];
  for (let one: Command | null = command; one; one = one.parent) names.unshift(one.name());
  return `raan: ${text
    .replace(/^error: /, '')
    .trim()
    .replaceAll('\n', ' ')}; see "${names.join(' ')} --help"`;
}

function exitStatus(error: unknown, { err }: Terminal): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2; // it has said why itself
  const lines = error instanceof Fault ? error.lines : [error instanceof Error ? error.message : String(error)];
  for (const line of lines) err(`raan: ${line}`);
  if (error instanceof WrongUsage) return 2;
  if (!(error instanceof Fault || error instanceof Refusal) && process.env.RAAN_DEBUG)
    err(String((error as Error).stack));
  return 1;
}
