import { Command, CommanderError } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { DEFAULT_CONFIG_FILE } from '../config.ts';
import type { Context } from '../context.ts';
import { Fault, Refusal } from '../lib/errors.ts';
import { appCommands } from './apps.ts';
import { channelCommands } from './channels.ts';
import { demoCommand } from './demo.ts';
import { initCommand } from './init.ts';
import { orderCommands } from './orders.ts';
import { serveCommand } from './serve.ts';
import { Shell, WrongUsage } from './shell.ts';
import { stockCommands } from './stock.ts';
import { storeFileCommands } from './storefile.ts';
import { storeCommands } from './stores.ts';
import { upkeepCommands } from './upkeep.ts';

/** Serves a context until it is stopped; wired in from outside. */
export type Serve = (ctx: Context) => Promise<{ readonly address: string; readonly stop: () => Promise<void> }>;

/** Runs one command; the exit status: 0 done, 1 refused or failed, 2 wrong usage. */
export async function runProgram(args: readonly string[], serve: Serve): Promise<number> {
  const program = new Command('raan')
    .description('ร้าน: orders, stock and catalogue of a small store, and the API its partners use')
    .option('--config <file>', `the config file (default: ${DEFAULT_CONFIG_FILE} in this folder, if it is there)`)
    .option('--json', 'answer with one JSON document')
    .version(manifest.version)
    .exitOverride();
  const shell = new Shell(program);
  serveCommand(shell, serve);
  initCommand(shell);
  demoCommand(shell, serve);
  storeFileCommands(shell);
  storeCommands(shell);
  channelCommands(shell);
  appCommands(shell);
  stockCommands(shell);
  orderCommands(shell);
  upkeepCommands(shell);
  for (const command of everyCommand(program)) command.exitOverride();
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    return exitStatus(error);
  }
}

const everyCommand = (command: Command): Command[] =>
  command.commands.flatMap((child) => [child, ...everyCommand(child)]);

function exitStatus(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2; // it has said why itself
  const lines = error instanceof Fault ? error.lines : [error instanceof Error ? error.message : String(error)];
  for (const line of lines) console.error(`raan: ${line}`);
  if (error instanceof WrongUsage) return 2;
  if (!(error instanceof Fault || error instanceof Refusal) && process.env.RAAN_DEBUG) console.error(error);
  return 1;
}
