import type * as v from 'valibot';
import { InvalidLines } from '../../../domain/stock/line-checks.ts';
import { type ParsedLine, parseTypedLines, type TypedLine } from '../../../domain/stock/typed-lines.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { describe } from '../../../lib/messages/messages.ts';
import { fields, listOf, optionalChoice, optionalText } from '../../forms/fields.ts';
import { Form, type FormInput } from '../../forms/form.ts';
import type { OfficeResponse, Page } from '../../office-response.ts';
import type { StoreContext } from '../../request-context.ts';
import { lineErrorLabels } from '../stock-labels.ts';
import { lineTexts } from './line-texts.ts';

// Form rows with SKU, quantity and cost: typed, scanned or pasted from a spreadsheet.

/** `scan`: check the rows and add room for the next. `rows`: add many empty rows. */
const MORE = ['scan', 'rows'] as const;

export const lineFields = {
  code: listOf(optionalText(200)),
  qty: listOf(optionalText(20)),
  cost: listOf(optionalText(20)),
  pasted: optionalText(200_000),
  more: optionalChoice(MORE),
};

const lineForm = fields(lineFields);

export type Lines = v.InferOutput<typeof lineForm>;

export const MIN_ROWS = 5;
const ROWS_AFTER_SCAN = 2; // few, so that the submit button stays visible
const MORE_ROWS = 10;
const MAX_ROWS = 1_000;

/** The submitted form, with pasted lines moved into rows. */
export function readLineForm<Schema extends v.GenericSchema>(
  context: StoreContext,
  schema: Schema,
): Form<v.InferOutput<Schema>> {
  const { method, input } = context.request;
  return new Form(schema, method === 'POST' ? withPastedRows(input) : undefined, context.language);
}

const COLUMNS = ['code', 'qty', 'cost'] as const;

function withPastedRows({ texts, files }: FormInput): FormInput {
  const typed = (texts.code ?? []).map((_, at) => COLUMNS.map((column) => texts[column]?.[at] ?? ''));
  const pasted = (texts.pasted?.[0] ?? '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map(splitPastedLine);
  const rows = [...typed.filter(isFilled), ...pasted].slice(0, MAX_ROWS);
  const rowCount = Math.max(MIN_ROWS, rows.length + emptyRows(texts.more?.[0]));
  while (rows.length < Math.min(rowCount, MAX_ROWS)) rows.push(['', '', '']);
  const columns = Object.fromEntries(COLUMNS.map((column, i) => [column, rows.map((row) => row[i] ?? '')]));
  return { texts: { ...texts, ...columns, pasted: [''] }, files };
}

const emptyRows = (more: string | undefined): number => (more === 'rows' ? MORE_ROWS : more ? ROWS_AFTER_SCAN : 0);

/** Splits a pasted line at tabs, else semicolons or commas, else at the last space before a number. */
function splitPastedLine(line: string): string[] {
  const separator = ['\t', ';', ','].find((sign) => line.includes(sign));
  if (separator !== undefined) return line.split(separator).map((cell) => cell.trim());
  const text = line.trim();
  const [, code = text, qty = ''] = /^(.*\S)\s+(\d+)$/.exec(text) ?? [];
  return [code, qty];
}

const isFilled = (row: readonly (string | undefined)[]): boolean => row.some((cell) => (cell ?? '').trim() !== '');

interface LineRules {
  minQty: 0 | 1;
  /** The form has no cost column. */
  withoutCost?: boolean;
  /** An empty quantity is an error; otherwise it means 1. */
  requireQty?: boolean;
}

interface SubmitOptions extends LineRules {
  again: () => Page;
  /** A better error text for a line that the domain rejected. */
  explain?: (line: ParsedLine, problem: Message) => string | undefined;
}

/** Reads the rows and runs `run` with them. On errors, shows the form again with each error at its row. */
export async function submitLines(
  context: StoreContext,
  form: Form<Lines>,
  { again, explain, ...rules }: SubmitOptions,
  run: (lines: readonly ParsedLine[]) => Promise<OfficeResponse>,
): Promise<OfficeResponse> {
  const { lines, positions } = checkRows(context, form, rules);
  if (form.typed('more')) return again();
  if (form.hasErrors) return { ...again(), status: 422 };
  try {
    return await run(lines);
  } catch (error) {
    if (!(error instanceof InvalidLines)) throw error;
    for (const { line, problem } of error.problems) {
      const text = explain?.(lines[line] as ParsedLine, problem) ?? describe(problem, context.language, 'none');
      form.addError(text, [problem.path === 'cost' ? 'cost' : 'qty', positions[line] as number]);
    }
    return { ...again(), status: 422 };
  }
}

/** Shows an invalid form again, with the errors of its rows too. */
export const withRowErrors =
  (context: StoreContext, form: Form<Lines>, { again, ...rules }: LineRules & { again: () => Page }) =>
  (): Page => {
    checkRows(context, form, rules);
    return again();
  };

function checkRows(context: StoreContext, form: Form<Lines>, { minQty, withoutCost, requireQty }: LineRules) {
  const { rows, positions } = filledRows(form, withoutCost === true);
  const { lines, errors } = parseTypedLines(context.db, context.store.id, rows, minQty);
  for (const { line, error } of errors)
    form.addError(lineErrorLabels(context.language)[error], [fieldOf(error), positions[line] as number]);
  if (requireQty) requireQuantities(context, form, positions);
  if (rows.length === 0 && !form.typed('more')) form.addError(lineTexts(context.language).noLines);
  return { lines, positions };
}

function requireQuantities(context: StoreContext, form: Form<Lines>, positions: readonly number[]): void {
  for (const at of positions)
    if (form.typed('qty', at)?.trim() === '') form.addError(lineTexts(context.language).qtyNeeded, ['qty', at]);
}

/** The rows that are not empty, and their positions in the form. */
function filledRows(form: Form<Lines>, withoutCost: boolean): { rows: TypedLine[]; positions: number[] } {
  const all = Array.from({ length: form.count('code') }, (_, at) => ({
    code: form.typed('code', at) ?? '',
    qty: form.typed('qty', at) ?? '',
    cost: withoutCost ? '' : (form.typed('cost', at) ?? ''),
  }));
  const positions = all.flatMap((row, at) => (isFilled(Object.values(row)) ? [at] : []));
  return { rows: positions.map((at) => all[at] as TypedLine), positions };
}

const fieldOf = (error: string): string => (error === 'qty' || error === 'cost' ? error : 'code');
