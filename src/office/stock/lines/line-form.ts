import type * as v from 'valibot';
import { LinesRefused } from '../../../domain/stock/lines.ts';
import { type ReadLine, readWritten, type WrittenLine } from '../../../domain/stock/written.ts';
import type { Answer, Page } from '../../answer.ts';
import { fields, optionalChoice, optionalText, several } from '../../forms/fields.ts';
import { Form, type FormInput } from '../../forms/form.ts';
import { refusalText } from '../../refusals.ts';
import type { StoreContext } from '../../request-context.ts';
import { lineErrorLabels } from '../stock-labels.ts';
import { lineTexts } from './line-texts.ts';

// Lines that are typed or scanned into rows, or pasted from a sheet: what comes of them, and what is wrong with which.

/** A line was scanned or filled in; more rows are asked for. */
const MORE = ['scan', 'rows'] as const;

export const lineFields = {
  code: several(optionalText(200)),
  qty: several(optionalText(20)),
  cost: several(optionalText(20)),
  pasted: optionalText(200_000),
  more: optionalChoice(MORE),
};

const lineForm = fields(lineFields);

export type Lines = v.InferOutput<typeof lineForm>;

export const FEWEST_ROWS = 5;
const AFTER_SCAN = 2; // empty rows, so that what saves them stays in sight
const MORE_ROWS = 10;
const MOST_ROWS = 1_000;

/** The form as it was sent, with what was pasted in rows of its own. */
export function sentLines<Schema extends v.GenericSchema>(
  context: StoreContext,
  schema: Schema,
): Form<v.InferOutput<Schema>> {
  const { method, input } = context.request;
  return new Form(schema, method === 'POST' ? spread(input) : undefined, context.language);
}

const COLUMNS = ['code', 'qty', 'cost'] as const;

function spread({ texts, files }: FormInput): FormInput {
  const typed = (texts.code ?? []).map((_, at) => COLUMNS.map((column) => texts[column]?.[at] ?? ''));
  const pasted = (texts.pasted?.[0] ?? '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map(cellsOf);
  const rows = [...typed.filter(isFilled), ...pasted].slice(0, MOST_ROWS);
  const wanted = Math.max(FEWEST_ROWS, rows.length + emptyRows(texts.more?.[0]));
  while (rows.length < Math.min(wanted, MOST_ROWS)) rows.push(['', '', '']);
  const columns = Object.fromEntries(COLUMNS.map((column, i) => [column, rows.map((row) => row[i] ?? '')]));
  return { texts: { ...texts, ...columns, pasted: [''] }, files };
}

const emptyRows = (more: string | undefined): number => (more === 'rows' ? MORE_ROWS : more ? AFTER_SCAN : 0);

/** A line of a sheet: cells apart by tabs, else by semicolons or commas, else by the last space before a number. */
function cellsOf(line: string): string[] {
  const separator = ['\t', ';', ','].find((sign) => line.includes(sign));
  if (separator !== undefined) return line.split(separator).map((cell) => cell.trim());
  const text = line.trim();
  const [, code = text, qty = ''] = /^(.*\S)\s+(\d+)$/.exec(text) ?? [];
  return [code, qty];
}

const isFilled = (row: readonly (string | undefined)[]): boolean => row.some((cell) => (cell ?? '').trim() !== '');

interface Taking {
  least: 0 | 1;
  /** Whoever types is not asked what things cost. */
  withoutCost?: boolean;
  /** A row without a quantity is at fault, and not one piece. */
  withQty?: boolean;
  again: () => Page;
  /** What the domain has against a line, in words; what it says itself where there are none. */
  explain?: (line: ReadLine, problem: string) => string | undefined;
}

/** Reads the rows and hands them on; where one of them is at fault it says so there and shows the form again. */
export async function takeLines(
  context: StoreContext,
  form: Form<Lines>,
  { least, withoutCost, withQty, again, explain }: Taking,
  run: (lines: readonly ReadLine[]) => Promise<Answer>,
): Promise<Answer> {
  const { rows, places } = rowsOf(form, withoutCost === true);
  const { lines, faults } = readWritten(context.db, context.store.id, rows, least);
  for (const { line, fault } of faults)
    form.addError(lineErrorLabels(context.language)[fault], [fieldOf(fault), places[line] as number]);
  if (withQty) blameEmpty(context, form, places);
  if (form.typed('more')) return again();
  if (rows.length === 0) form.addError(lineTexts(context.language).noLines);
  if (form.hasErrors) return { ...again(), status: 422 };
  try {
    return await run(lines);
  } catch (error) {
    if (!(error instanceof LinesRefused)) throw error;
    for (const { line, problem, ofCost } of error.faults) {
      const text = explain?.(lines[line] as ReadLine, problem) ?? refusalText(context.language, problem);
      form.addError(text, [ofCost ? 'cost' : 'qty', places[line] as number]);
    }
    return { ...again(), status: 422 };
  }
}

function blameEmpty(context: StoreContext, form: Form<Lines>, places: readonly number[]): void {
  for (const at of places)
    if (form.typed('qty', at)?.trim() === '') form.addError(lineTexts(context.language).qtyNeeded, ['qty', at]);
}

/** The rows with something in them, and where they stand. */
function rowsOf(form: Form<Lines>, withoutCost: boolean): { rows: WrittenLine[]; places: number[] } {
  const all = Array.from({ length: form.count('code') }, (_, at) => ({
    code: form.typed('code', at) ?? '',
    qty: form.typed('qty', at) ?? '',
    cost: withoutCost ? '' : (form.typed('cost', at) ?? ''),
  }));
  const places = all.flatMap((row, at) => (isFilled(Object.values(row)) ? [at] : []));
  return { rows: places.map((at) => all[at] as WrittenLine), places };
}

const fieldOf = (fault: string): string => (fault === 'qty' || fault === 'cost' ? fault : 'code');
