import type * as v from 'valibot';
import { InvalidLines } from '../../../domain/stock/line-checks.ts';
import { type ParsedLine, parseTypedLines, type TypedLine } from '../../../domain/stock/typed-lines.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { describe } from '../../../lib/messages/messages.ts';
import { fields, listOf, optionalText } from '../../forms/fields.ts';
import { Form } from '../../forms/form.ts';
import type { OfficeResponse, Page } from '../../office-response.ts';
import type { StoreContext } from '../../request-context.ts';
import { lineErrorLabels } from '../stock-labels.ts';
import { lineTexts } from './line-texts.ts';
import { changedRows, isFilled } from './typed-rows.ts';

// Form rows with SKU, quantity and cost: typed, scanned or pasted from a spreadsheet.

export const lineFields = {
  /** A scanned or typed code to add, with its quantity. */
  scan: optionalText(200),
  scan_qty: optionalText(20),
  code: listOf(optionalText(200)),
  qty: listOf(optionalText(20)),
  cost: listOf(optionalText(20)),
  pasted: optionalText(200_000),
  /** The pressed button, if it changes the rows: `scan`, `rows`, or the button of a row (see `changedRows`). */
  more: optionalText(20),
};

const lineForm = fields(lineFields);

export type Lines = v.InferOutput<typeof lineForm>;

/** The submitted form, with scanned and pasted lines moved into rows. */
export function readLineForm<Schema extends v.GenericSchema>(
  context: StoreContext,
  schema: Schema,
): Form<v.InferOutput<Schema>> {
  const { method, input } = context.request;
  if (method !== 'POST') return new Form(schema, undefined, context.language);
  const changed = changedRows(context, input);
  const form = new Form(schema, changed.input, context.language);
  for (const { text, field } of changed.problems) form.addError(text, field);
  return form;
}

interface LineRules {
  minQty: 0 | 1;
  /** Also accepts variants without own stock. */
  anyVariant?: boolean;
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

function checkRows(
  context: StoreContext,
  form: Form<Lines>,
  { minQty, anyVariant, withoutCost, requireQty }: LineRules,
) {
  const { rows, positions } = filledRows(form, withoutCost === true);
  const { lines, errors } = parseTypedLines(context.db, context.store.id, rows, { minQty, anyVariant });
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
