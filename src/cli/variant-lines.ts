import type { Context } from '../context.ts';
import { InvalidLines, MAX_PIECES } from '../domain/stock/line-checks.ts';
import { liveVariant } from '../domain/variants.ts';
import type { FileRow, FileTable } from '../lib/csv.ts';
import { AppError, notFound, OperatorError } from '../lib/errors.ts';
import type { Id } from '../lib/ids.ts';
import type { Message } from '../lib/messages/catalogue.ts';
import { inFile, message } from '../lib/messages/message.ts';
import type { Money } from '../lib/money.ts';
import { readTable } from '../lib/spreadsheet/read-table.ts';
import { parseAmount, parseIdArgument, parseWhole, variantLineSyntax, WrongUsage } from './arguments.ts';
import { readInput } from './files.ts';
import { findVariantBySku } from './lookup.ts';

// Lines of a variant and a quantity, from arguments or a table.

export interface LineOptions {
  bySku?: boolean;
  file?: string;
}

export interface Line {
  variantId: Id;
  qty: number;
  cost?: Money;
}

export interface LineRules {
  min: 0 | 1;
  withCost?: boolean;
}

export interface LineInput {
  storeId: Id;
  args: readonly string[];
  options: LineOptions;
  rules: LineRules;
}

/**
 * Parses the lines and passes them to `use`.
 *
 * @throws AppError, WrongUsage for the first invalid argument; OperatorError with every invalid line of a file, or with
 *   every line that `use` rejects. Each message names its argument or row.
 */
export async function applyLines<T>(
  ctx: Context,
  { storeId, args, options, rules }: LineInput,
  use: (lines: Line[]) => Promise<T>,
): Promise<T> {
  const { file, bySku = false } = options;
  const { withCost = false } = rules;
  if ((args.length === 0) === (file === undefined))
    throw new WrongUsage('lines_not_given', { form: variantLineSyntax(withCost) });
  const parse = (line: RawLine) => parseLine(ctx, storeId, line, rules);
  const raw = file === undefined ? linesOfArguments(args, { bySku, withCost }) : await linesOfFile(file, withCost);
  const lines = file === undefined ? raw.map((line) => parseArgument(line, parse)) : parseRows(raw, parse);
  try {
    return await use(lines);
  } catch (error) {
    if (!(error instanceof InvalidLines)) throw error;
    throw new OperatorError(error.problems.map(({ line, problem }) => inFile(raw[line]?.source ?? '', problem)));
  }
}

function parseArgument(line: RawLine, parse: (line: RawLine) => Line): Line {
  try {
    return parse(line);
  } catch (error) {
    if (error instanceof WrongUsage) throw new WrongUsage(inFile(line.source, error));
    if (error instanceof AppError) throw new AppError(error.code, inFile(line.source, error));
    throw error;
  }
}

/** @throws OperatorError with every invalid row */
function parseRows(raw: readonly RawLine[], parse: (line: RawLine) => Line): Line[] {
  const problems: Message[] = [];
  const lines = raw.flatMap((line) => {
    if (line.problem) problems.push(inFile(line.source, line.problem));
    try {
      return [parse(line)];
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      problems.push(inFile(line.source, error));
      return [];
    }
  });
  if (problems.length > 0) throw new OperatorError(problems);
  return lines;
}

/** @throws AppError, WrongUsage */
function parseLine(ctx: Context, storeId: Id, raw: RawLine, { min, withCost }: LineRules): Line {
  const { variant, bySku, qty, cost } = raw;
  const line = {
    variantId: bySku ? findVariantBySku(ctx, storeId, variant).id : findVariantOfStore(ctx, storeId, variant),
    qty: parseWhole(required(qty, 'qty'), { name: 'qty', min, max: MAX_PIECES }),
  };
  return withCost ? { ...line, cost: parseAmount(required(cost, 'cost'), 'cost') } : line;
}

function findVariantOfStore(ctx: Context, storeId: Id, text: string): Id {
  const id = parseIdArgument(required(text, 'variant or sku'), 'variant');
  if (!liveVariant(ctx.db, storeId, id)) throw notFound('variant_not_in_store', { variant: id });
  return id;
}

function required(text: string, name: string): string {
  if (text === '') throw new WrongUsage('argument_missing', { name });
  return text;
}

interface RawLine {
  /** The argument or row, for error messages. */
  source: string;
  /** Why the row cannot be read. */
  problem?: Message | undefined;
  variant: string;
  bySku: boolean;
  qty: string;
  cost: string;
}

const WITHOUT_COST = /^(?<variant>.+)=(?<qty>[^=]*)$/s;
const WITH_COST = /^(?<variant>.+)=(?<qty>[^=@]*)@(?<cost>[^=@]*)$/s;

const linesOfArguments = (
  args: readonly string[],
  { bySku, withCost }: { bySku: boolean; withCost: boolean },
): RawLine[] =>
  args.map((source) => {
    const { variant, qty = '', cost = '' } = (withCost ? WITH_COST : WITHOUT_COST).exec(source)?.groups ?? {};
    if (variant === undefined)
      throw new WrongUsage('argument_malformed', { text: source, form: variantLineSyntax(withCost) });
    return { source, variant, bySku, qty, cost };
  });

/** Headings of the lines of a document that the office exports, in either language. */
const HEADINGS: Readonly<Record<string, string>> = {
  รหัสตัวเลือก: 'variant',
  'Variant ID': 'variant',
  SKU: 'sku',
  จำนวน: 'qty',
  Quantity: 'qty',
  'ต้นทุน/ชิ้น (บาท)': 'cost',
  'Cost per unit (baht)': 'cost',
};

/** Reads the rows of a CSV or XLSX file, `-` for standard input. Other columns are ignored. @throws OperatorError */
async function linesOfFile(file: string, withCost: boolean): Promise<RawLine[]> {
  const { columns, rows } = withKnownColumns(await readTable(readInput(file), file));
  const missing = [['variant', 'sku'], ['qty'], ...(withCost ? [['cost']] : [])].filter(
    (names) => !names.some((name) => columns.includes(name)),
  );
  if (missing.length > 0)
    throw new OperatorError(missing.map((columns) => message('file_lacks_column', { file, columns })));
  return rows.map((row) => lineOfRow(file, row));
}

/** Renames the headings of the office to column names. A column that has the name already takes precedence. */
function withKnownColumns(table: FileTable): Pick<FileTable, 'columns' | 'rows'> {
  const at = new Map(table.columns.map((column, i) => [HEADINGS[column] ?? column, i]));
  for (const [i, column] of table.columns.entries()) at.set(column, i);
  return { columns: [...at.keys()], rows: table.rows.map((row) => ({ ...row, cells: row.cells.renamed(at) })) };
}

/** If a row has both, the id takes precedence over the SKU. SKUs are not trimmed. */
function lineOfRow(file: string, { row, cells, problem }: FileRow): RawLine {
  const [id = '', qty = '', cost = ''] = ['variant', 'qty', 'cost'].map((column) => cells.get(column)?.trim());
  const sku = cells.get('sku') ?? '';
  const bySku = id === '' && sku !== '';
  return { source: `${file} row ${row}`, problem, variant: bySku ? sku : id, bySku, qty, cost };
}
