import { type CsvRow, readCsv } from '../lib/csv.ts';
import { Fault } from '../lib/errors.ts';
import type { Message } from '../lib/messages/catalogue.ts';
import { readInput } from './read-input.ts';
import { WrongUsage } from './shell.ts';

/** A line of a variant and a quantity as somebody wrote it, and the place that its faults name. */
export interface WrittenLine {
  place: string;
  /** What is wrong with the place itself. */
  problem?: Message | undefined;
  variant: string;
  bySku: boolean;
  qty: string;
  cost: string;
}

export interface Writing {
  /** Arguments name SKUs in place of ids. */
  bySku: boolean;
  /** Lines say what a piece cost. */
  withCost: boolean;
}

const WITHOUT_COST = /^(?<variant>.+)=(?<qty>[^=]*)$/s;
const WITH_COST = /^(?<variant>.+)=(?<qty>[^=@]*)@(?<cost>[^=@]*)$/s;

/** What the arguments look like; a SKU may have an `=` in it, so that the last one counts. */
export const lineForm = (withCost: boolean): string => (withCost ? 'VARIANT=QTY@COST' : 'VARIANT=QTY');

export const linesOfArguments = (args: readonly string[], { bySku, withCost }: Writing): WrittenLine[] =>
  args.map((place) => {
    const { variant, qty = '', cost = '' } = (withCost ? WITH_COST : WITHOUT_COST).exec(place)?.groups ?? {};
    if (variant === undefined) throw new WrongUsage(`${place}: give ${lineForm(withCost)}`);
    return { place, variant, bySku, qty, cost };
  });

/**
 * The rows of a CSV file; columns that say nothing here are passed over.
 *
 * @param file its path; `-` is standard input
 * @throws Fault where it cannot be read, or lacks columns
 */
export function linesOfFile(file: string, withCost: boolean): WrittenLine[] {
  const { columns, rows } = readCsv(readInput(file), file);
  const lacking = [['variant', 'sku'], ['qty'], ...(withCost ? [['cost']] : [])].filter(
    (names) => !names.some((name) => columns.includes(name)),
  );
  if (lacking.length > 0) throw new Fault(lacking.map((names) => `${file} has no column ${names.join(' or ')}`));
  return rows.map((row) => lineOfRow(file, row));
}

/** A row with both names its variant by id. A SKU is taken as it is, spaces and all. */
function lineOfRow(file: string, { row, cells, problem }: CsvRow): WrittenLine {
  const [id = '', qty = '', cost = ''] = ['variant', 'qty', 'cost'].map((column) => cells.get(column)?.trim());
  const bySku = id === '' && Boolean(cells.get('sku'));
  return { place: `${file} row ${row}`, problem, variant: bySku ? (cells.get('sku') ?? '') : id, bySku, qty, cost };
}
