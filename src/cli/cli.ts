import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { type Config, readConfig } from '../config.ts';
import { actingContext, type Context, type ServerContext } from '../context.ts';
import { messageOfError, OperatorError } from '../lib/errors.ts';
import type { Message } from '../lib/messages/catalogue.ts';
import { describe } from '../lib/messages/messages.ts';
import { parseIdArgument, variantLineSyntax } from './arguments.ts';
import { openCopy, openRecovered } from './open-context.ts';
import { printable, printableJson } from './table.ts';

/** Output streams. Texts come without their final newline. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

type Use<C, T> = (ctx: C) => T | Promise<T>;

/** Shared by all commands: the global options, the database and the output. */
export class Cli {
  readonly program = new CliCommand(this, 'raan');
  readonly #terminal: Terminal;
  readonly #warnings: string[] = [];

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  get configFile(): string | undefined {
    return this.program.opts<{ config?: string }>().config;
  }

  get #isJson(): boolean {
    return this.program.opts<{ json?: boolean }>().json ?? false;
  }

  config(): Config {
    return readConfig(this.configFile);
  }

  /**
   * Opens the configured database for `use` and closes it afterwards.
   *
   * @param create creates a missing database
   * @param dryRun works on a temporary copy: nothing changes and no other process waits
   * @param upgrade migrates a database of an older version and reports it on stderr; otherwise such a database is an
   *   error
   */
  async withDatabase<T>(use: Use<Context, T>, { create = false, dryRun = false, upgrade = false } = {}): Promise<T> {
    const config = this.config();
    if (!dryRun) return useAndClose(this.#withWarning(await this.#open(config, { create, upgrade })), asCommand(use));
    return withTemporaryFolder(path.dirname(config.database), async (folder) => {
      const copy = await openCopy(config, path.join(folder, 'raan.db'), { create });
      return useAndClose(this.#withWarning(copy), asCommand(use));
    });
  }

  /** `withDatabase` for a server. A missing database is created and an older one upgraded. */
  async withServerDatabase<T>(use: Use<ServerContext, T>): Promise<T> {
    return useAndClose(await this.#open(this.config(), { create: true, upgrade: true }), use);
  }

  #withWarning(ctx: ServerContext): ServerContext {
    if (ctx.walLoss) this.warn(ctx.walLoss);
    return ctx;
  }

  async #open(config: Config, wanted: { create: boolean; upgrade: boolean }): Promise<ServerContext> {
    const ctx = await openRecovered(config, wanted);
    if (ctx.upgraded) this.#terminal.err(`raan: ${upgradeText(ctx.upgraded)}`);
    return ctx;
  }

  /** Prints the result of a command: lines of text, or the document with `--json`. */
  print(document: object, text: string | readonly string[]): void {
    if (this.#isJson)
      this.printJson(this.#warnings.length === 0 ? document : { ...document, warnings: this.#warnings });
    else this.#terminal.out(typeof text === 'string' ? text : text.join('\n'));
  }

  /** Prints one of many results: lines of text, or the document on one line with `--json`. */
  printEvent(document: object, text: readonly string[]): void {
    this.#terminal.out(this.#isJson ? printableJson(document) : text.join('\n'));
  }

  printJson(document: unknown): void {
    this.#terminal.out(printableJson(document, 2));
  }

  /** Prints a warning to stderr and adds it to `warnings` of the JSON document printed afterwards. */
  warn(warning: Message): void {
    const text = describe(warning);
    this.#warnings.push(text);
    this.#terminal.err(`raan: warning: ${printable(text)}`);
  }
}

export const STORE_DESCRIPTION = 'Store id or key (default: the only store)';

/** For a command that reads no file. With it, `databaseAction` works on a copy. */
export const DRY_RUN_OPTION = ['--dry-run', 'Print the changes without saving them'] as const;

/** The last line of a dry run. */
export const DRY_RUN_TEXT = 'dry run: nothing was changed';

/** A command with the options that several share, and an action that may use the database. */
export class CliCommand extends Command {
  readonly #cli: Cli;

  constructor(cli: Cli, name?: string) {
    super(name);
    this.#cli = cli;
  }

  override createCommand(name?: string): CliCommand {
    return new CliCommand(this.#cli, name);
  }

  /** For a command that changes stock: states the reasons that the stock ledger and webhooks show. */
  describeChange(summary: string, ...reasons: readonly string[]): this {
    return this.summary(summary).description(`${summary}. Reason in the stock ledger: ${reasons.join(', ')}.`);
  }

  storeOption(): this {
    return this.option('--store <store>', STORE_DESCRIPTION);
  }

  userOption(): this {
    return this.option('--user <name>', 'Account to record as the author of the change');
  }

  noteOption(): this {
    return this.option('--note <text>', 'Note to save');
  }

  warehouseOption(): this {
    return this.option('--warehouse <warehouse>', 'Warehouse id or key (default: the first of the store)');
  }

  /** The options that `parsePage` reads. */
  pageOptions(): this {
    return this.option('--limit <count>', 'Maximum number of rows', '50').option(
      '--offset <count>',
      'Number of rows to skip',
      '0',
    );
  }

  /** An id, such as `<order>`. The action gets it parsed. */
  idArgument(name: string, description: string): this {
    return this.argument(`<${name}>`, description, (text) => parseIdArgument(text, name.toUpperCase()));
  }

  productArgument(): this {
    return this.argument('<product>', 'Product id, or its key in the store');
  }

  /** The argument and options that `findVariant` reads. */
  variantArgument(description = 'Variant id; omit it with --sku'): this {
    return this.argument('[variant]', description).option('--sku <sku>', 'Name the variant by its SKU').storeOption();
  }

  /** The arguments and options that `applyLines` reads. */
  lineArguments(withCost = false): this {
    const [cost, column] = withCost ? [', cost per unit in baht', ', cost'] : ['', ''];
    return this.argument('[line...]', `${variantLineSyntax(withCost)}: variant id and quantity${cost}`)
      .option('--by-sku', 'Name variants by SKU instead of id')
      .option('--file <file>', `CSV or XLSX file with columns variant or sku, qty${column}; - reads standard input`);
  }

  /** With it, `databaseAction` works on a copy. */
  dryRunOption(): this {
    return this.option('--dry-run', 'Check the file and print the changes without saving them');
  }

  /** Like `action`, with the open database before the arguments. */
  databaseAction<Args extends unknown[]>(run: (ctx: Context, ...args: Args) => void | Promise<void>): this {
    return this.action((...args) => {
      const { dryRun = false } = this.opts<{ dryRun?: boolean }>();
      return this.#cli.withDatabase((ctx) => run(ctx, ...(args as unknown as Args)), { dryRun });
    });
  }
}

const upgradeText = ({ file, from, to, copy, milliseconds }: NonNullable<Context['upgraded']>): string =>
  `upgraded ${file} from schema version ${from} to ${to} in ${(milliseconds / 1000).toFixed(1)} s; the previous database is saved as ${copy}`;

/** The audit log names the operating system's user. */
const asCommand =
  <T>(use: Use<Context, T>): Use<ServerContext, T> =>
  (ctx) =>
    use(commandContext(ctx));

/** The context for what a command does. */
export const commandContext = <Of extends Context>(ctx: Of): Of =>
  actingContext(ctx, { kind: 'command', operatingSystemUser: operatingSystemUser() });

function operatingSystemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? ''); // the user has no entry in the system's list
  }
}

async function useAndClose<T>(ctx: ServerContext, use: Use<ServerContext, T>): Promise<T> {
  try {
    return await use(ctx);
  } finally {
    ctx.close();
  }
}

/** Runs `use` with a new private folder and removes it. `fallback` is the parent if the system's temporary folder fails. */
export async function withTemporaryFolder<T>(fallback: string, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = makeTemporaryFolder([tmpdir(), fallback]);
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function makeTemporaryFolder(parents: readonly string[]): string {
  const reasons: Message[] = [];
  for (const parent of parents) {
    try {
      return mkdtempSync(path.join(parent, 'raan-'));
    } catch (error) {
      reasons.push(messageOfError(error));
    }
  }
  throw new OperatorError('no_temporary_folder', { why: reasons });
}
