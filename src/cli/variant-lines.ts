import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { LinesRefused, MOST_PIECES } from '../domain/stock/lines.ts';
import { liveVariant } from '../domain/variants.ts';
import { Fault, Refusal } from '../lib/errors.ts';
import type { Id } from '../lib/ids.ts';
import { describe } from '../lib/messages/messages.ts';
import { type Money, parseMoney } from '../lib/money.ts';
import { variantWithSku } from './find.ts';
import { idArgument, WrongUsage, wholeArgument } from './shell.ts';
import { lineForm, linesOfArguments, linesOfFile, type WrittenLine } from './variant-line-sources.ts';

// Lines of variants and quantities, as arguments or in a CSV file.

export interface LineOptions {
  bySku?: boolean;
  file?: string;
}

export interface Line {
  variantId: Id;
  qty: number;
  cost?: Money;
}

/** What a line has to say. */
export interface LineRules {
  least: 0 | 1;
  /** It names what a piece cost. */
  withCost?: boolean;
}

export interface GivenLines {
  storeId: Id;
  args: readonly string[];
  options: LineOptions;
  rules: LineRules;
}

/** Gives the command the arguments and options that `withLines` reads. */
export const takesLines = (command: Command, withCost = false): Command =>
  command
    .argument('[line...]', `${lineForm(withCost)}: a variant’s id and so many pieces`)
    .option('--by-sku', 'the lines name SKUs in place of ids')
    .option(
      '--file <file>',
      `a CSV file with the lines: columns variant or sku, qty${withCost ? ', cost' : ''}; - reads standard input`,
    );

/**
 * Reads the lines and hands them to `use`.
 *
 * @throws Refusal, WrongUsage naming the argument that cannot be read; Fault where lines of a file cannot be read, or
 *   `use` refuses lines: each named by its place
 */
export async function withLines<T>(
  ctx: Context,
  { storeId, args, options, rules }: GivenLines,
  use: (lines: Line[]) => Promise<T>,
): Promise<T> {
  const { file, bySku = false } = options;
  const { withCost = false } = rules;
  if ((args.length === 0) === (file === undefined))
    throw new WrongUsage(`give lines as ${lineForm(withCost)}, or --file FILE`);
  const read = (line: WrittenLine) => readLine(ctx, storeId, line, rules);
  const written = file === undefined ? linesOfArguments(args, { bySku, withCost }) : linesOfFile(file, withCost);
  const lines = file === undefined ? written.map((line) => readArgument(line, read)) : readAll(written, read);
  try {
    return await use(lines);
  } catch (error) {
    if (!(error instanceof LinesRefused)) throw error;
    throw new Fault(error.faults.map(({ line, problem }) => `${written[line]?.place}: ${problem}`));
  }
}

function readArgument(line: WrittenLine, read: (line: WrittenLine) => Line): Line {
  try {
    return read(line);
  } catch (error) {
    if (error instanceof WrongUsage) throw new WrongUsage(`${line.place}: ${error.message}`);
    if (error instanceof Refusal) throw new Refusal(error.code, `${line.place}: ${error.message}`);
    throw error;
  }
}

/** @throws Fault with every line at fault */
function readAll(written: readonly WrittenLine[], read: (line: WrittenLine) => Line): Line[] {
  const faults: string[] = [];
  const lines = written.flatMap((line) => {
    if (line.problem) faults.push(`${line.place}: ${describe(line.problem)}`);
    try {
      return [read(line)];
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof WrongUsage)) throw error;
      faults.push(`${line.place}: ${error.message}`);
      return [];
    }
  });
  if (faults.length > 0) throw new Fault(faults);
  return lines;
}

/** @throws Refusal, WrongUsage */
function readLine(ctx: Context, storeId: Id, written: WrittenLine, { least, withCost }: LineRules): Line {
  const { variant, bySku, qty, cost } = written;
  const line = {
    variantId: bySku ? variantWithSku(ctx, storeId, variant).id : variantOfStore(ctx, storeId, variant),
    qty: wholeArgument(required(qty, 'qty'), { name: 'qty', least, most: MOST_PIECES }),
  };
  return withCost ? { ...line, cost: costOf(required(cost, 'cost')) } : line;
}

function variantOfStore(ctx: Context, storeId: Id, text: string): Id {
  const id = idArgument(required(text, 'variant or sku'), 'variant');
  if (!liveVariant(ctx.db, storeId, id)) throw new Refusal('not_found', `there is no variant ${text} in this store`);
  return id;
}

function costOf(text: string): Money {
  const cost = parseMoney(text);
  if (cost === undefined || cost < 0) throw new WrongUsage(`cost must be in baht, not below zero; not ${text}`);
  return cost;
}

function required(text: string, name: string): string {
  if (text === '') throw new WrongUsage(`${name} is required`);
  return text;
}
