import { type Command, CommanderError, Help, type Option } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { DEFAULT_CONFIG_FILE } from '../config.ts';
import { AppError, messageOfError, OperatorError, PermanentError } from '../lib/errors.ts';
import type { Message } from '../lib/messages/catalogue.ts';
import { message } from '../lib/messages/message.ts';
import { describe } from '../lib/messages/messages.ts';
import { accountCommands } from './accounts.ts';
import { WrongUsage } from './arguments.ts';
import { bundleCommands } from './catalogue/bundles.ts';
import { productCommands } from './catalogue/products.ts';
import { tierCommands, warehouseCommands } from './catalogue/tiers-and-warehouses.ts';
import { variantCommands } from './catalogue/variants.ts';
import { Cli, type Terminal } from './cli.ts';
import { codCommands } from './cod/cod.ts';
import { bookingCommands } from './couriers/bookings.ts';
import { courierCommands } from './couriers/couriers.ts';
import { customerCommands } from './customers.ts';
import { helpCommand } from './help.ts';
import { type OpenApi, openApiCommand } from './openapi.ts';
import { auditCommand } from './operate/audit.ts';
import { configCommands } from './operate/config.ts';
import { databaseCommands } from './operate/database.ts';
import { demoCommand } from './operate/demo.ts';
import { doctorCommand } from './operate/doctor.ts';
import { initCommand } from './operate/init.ts';
import { installCommand } from './operate/install/install.ts';
import { keyCommands } from './operate/key.ts';
import { PERMANENT_STATUS } from './operate/permanent.ts';
import { salvageCommand } from './operate/salvage.ts';
import { type LoadServer, serveCommand } from './operate/serve.ts';
import { orderCommands } from './orders/orders.ts';
import { shipmentCommands } from './orders/shipments.ts';
import { appCommands } from './partners/apps.ts';
import { unblockCommand } from './partners/channel-activity.ts';
import { channelCommands } from './partners/channels.ts';
import { sandboxCommands } from './partners/sandbox.ts';
import { webhookCommands } from './partners/webhook-listener.ts';
import { paymentCommands } from './payments/payments.ts';
import { labelCommand, printCommands } from './print.ts';
import { roleCommands } from './roles.ts';
import { countCommands } from './stock/counts.ts';
import { stockCommands } from './stock/stock.ts';
import { storeFileCommands } from './store-files.ts';
import { storeCommands } from './stores.ts';
import { printable } from './table.ts';

/** Functions of layers that the command line must not import. */
export interface Dependencies {
  loadServer: LoadServer;
  openApi: OpenApi;
}

const CONSOLE: Terminal = {
  out: (text) => process.stdout.write(`${text}\n`), // console.log would ignore a failed write
  err: console.error,
};

/** Runs one command and returns the exit status: 0 success, 1 error, 2 invalid usage, 78 `serve` needs the operator. */
export async function runProgram(
  args: readonly string[],
  dependencies: Dependencies,
  terminal: Terminal = CONSOLE,
): Promise<number> {
  try {
    await makeProgram(dependencies, terminal).parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    return exitStatus(error, terminal);
  }
}

/** Builds the command tree without running it. */
export function makeProgram(dependencies: Dependencies, terminal: Terminal = CONSOLE): Command {
  const cli = new Cli(terminal);
  const program = cli.program
    .description('ร้าน: orders, stock and catalog of a small store, and the API for its partners')
    .option('--config <file>', `Config file (default: ${DEFAULT_CONFIG_FILE} in the current folder, if it exists)`)
    .option('--json', 'Print the result as one JSON document')
    .version(manifest.version, '-V, --version', 'Print the version')
    .helpOption('-h, --help', 'Print help')
    .configureHelp({ showGlobalOptions: true, optionDescription });
  addCommands(cli, dependencies);
  for (const command of [program, ...descendants(program)]) {
    if (command !== program && command.commands.length > 0)
      command.helpCommand('help [command]', 'Print help for a command');
    command
      .addHelpText('before', ({ command: helped }) => rejectUnknownCommand(helped))
      .exitOverride()
      .configureOutput({
        writeOut: (text) => terminal.out(text.trimEnd()),
        writeErr: (text) => terminal.err(text.trimEnd()),
        outputError: (text) => terminal.err(usageError(text, command)),
      });
  }
  return program;
}

function addCommands(cli: Cli, { loadServer, openApi }: Dependencies): void {
  const { program } = cli;
  program.commandsGroup('Start and set up:');
  demoCommand(cli, loadServer);
  initCommand(cli);
  serveCommand(cli, loadServer);
  installCommand(cli);
  storeFileCommands(cli);
  program.commandsGroup('Orders and shipping:');
  orderCommands(cli);
  paymentCommands(cli);
  codCommands(cli);
  shipmentCommands(cli);
  bookingCommands(cli);
  labelCommand(cli);
  printCommands(cli);
  customerCommands(cli);
  program.commandsGroup('Products and stock:');
  productCommands(cli);
  variantCommands(cli);
  bundleCommands(cli);
  stockCommands(cli);
  countCommands(cli);
  program.commandsGroup('Store settings:');
  storeCommands(cli);
  accountCommands(cli);
  roleCommands(cli);
  courierCommands(cli);
  tierCommands(cli);
  warehouseCommands(cli);
  program.commandsGroup('Partners:');
  channelCommands(cli);
  sandboxCommands(cli);
  appCommands(cli);
  webhookCommands(cli);
  openApiCommand(cli, openApi);
  program.commandsGroup('Operate:');
  databaseCommands(cli);
  salvageCommand(cli);
  keyCommands(cli);
  doctorCommand(cli);
  auditCommand(cli);
  configCommands(cli);
  unblockCommand(cli);
  program.commandsGroup('Help:');
  helpCommand(cli);
}

/** Adds "(required)" to required options. */
function optionDescription(this: Help, option: Option): string {
  const description = Help.prototype.optionDescription(option);
  return option.mandatory ? `${description} (required)` : description;
}

const descendants = (command: Command): Command[] =>
  command.commands.flatMap((child) => [child, ...descendants(child)]);

/** Commander would print the help of `raan order` for `raan order x --help`. */
function rejectUnknownCommand(command: Command): string {
  const [word, next] = command.args;
  const name = word === 'help' ? next : word;
  const isUnknown =
    name !== undefined &&
    !name.startsWith('-') &&
    command.commands.length > 0 &&
    !command.commands.some((child) => child.name() === name || child.aliases().includes(name));
  if (isUnknown) command.error(`error: unknown command '${name}'`);
  return '';
}

/** Commander's error in the form of ours: one line that points to the help. */
function usageError(text: string, command: Command): string {
  const names: string[] = [];
  for (let ancestor: Command | null = command; ancestor; ancestor = ancestor.parent) names.unshift(ancestor.name());
  const message = text
    .replace(/^error: /, '')
    .trim()
    .replaceAll('\n', ' ');
  return `raan: ${printable(message)}; see "${names.join(' ')} --help"`;
}

function exitStatus(error: unknown, { err }: Terminal): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2; // Commander has printed the error
  const isExpected = error instanceof OperatorError || error instanceof AppError;
  for (const line of problemsOf(error).flatMap((problem) => describe(problem).split('\n')))
    err(`raan: ${printable(line)}`);
  if (error instanceof WrongUsage) return 2;
  if (error instanceof PermanentError) return PERMANENT_STATUS;
  if (!isExpected && process.env.RAAN_DEBUG) err(String((error as Error).stack));
  return 1;
}

function problemsOf(error: unknown): readonly Message[] {
  if (error instanceof OperatorError) return error.problems;
  const why = messageOfError(error);
  return [error instanceof AppError ? why : message('unexpected_error', { why })];
}
