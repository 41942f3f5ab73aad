import { variantByCode } from '../../../domain/stock/typed-lines.ts';
import { liveVariant } from '../../../domain/variants.ts';
import { countedCode } from '../../../lib/counted-code.ts';
import { type Id, NO_ID, parseId } from '../../../lib/ids.ts';
import { count } from '../../../lib/number-format.ts';
import { plainNumber } from '../../../lib/numbers.ts';
import type { FormInput } from '../../forms/form.ts';
import type { StoreContext } from '../../request-context.ts';
import { lineErrorLabels } from '../stock-labels.ts';
import { lineTexts } from './line-texts.ts';

// The submitted rows of a form with the changes that its buttons, its scan field and pasted lines make.

export const COLUMNS = ['code', 'qty', 'cost'] as const;

type Row = readonly string[];

const MORE_ROWS = 10;
export const MAX_ROWS = 1_000;

/** The text in the field for codes if it is not the code of a single variant: the next page searches for it and keeps it. */
export const SEARCHED = 'searched';

/** A problem of a field that adds rows. Without `field`, it is a problem of the rows themselves. */
interface RowsProblem {
  field?: 'scan' | 'scan_qty' | 'pasted';
  text: string;
}

/** The input with its changed rows, and a problem for each input that became no row. */
interface ChangedRows {
  input: FormInput;
  problems: readonly RowsProblem[];
}

export function changedRows(context: StoreContext, submittedInput: FormInput): ChangedRows {
  const input = withCountedScan(context, submittedInput);
  const { texts } = input;
  const submitted = (texts.code ?? []).map((_, at) => COLUMNS.map((column) => texts[column]?.[at] ?? ''));
  const more = texts.more?.[0] ?? '';
  const { rows, problem, unused } = withPasted(
    context,
    stepped(submitted, more).filter(isFilled),
    texts.pasted?.[0] ?? '',
  );
  const code = addedCode(context, input);
  const qty = texts.scan_qty?.[0]?.trim() ?? '';
  const searched = code === texts.scan?.[0]?.trim() && !isCodeOfOne(context, code) ? code : '';
  const isSearch = searched !== '' && more !== '';
  const scanned = withScanned(context, rows, isSearch ? '' : code, qty);
  const all = scanned.rows;
  if (more === 'rows') for (let i = 0; i < MORE_ROWS && all.length < MAX_ROWS; i += 1) all.push(['', '', '']);
  const columns = Object.fromEntries(COLUMNS.map((column, i) => [column, all.map((row) => row[i] ?? '')]));
  return {
    input: {
      ...input,
      texts: { ...texts, ...columns, pasted: [unused], scan_qty: [isSearch ? qty : ''], [SEARCHED]: [searched] },
    },
    problems: [problem, scanned.problem].filter((found) => found !== undefined),
  };
}

/** What a scan counts: the item of the code or of the chosen search result, in a form without rows. */
export function scannedItem(context: StoreContext): { code: string; variantId: Id; qty: number } | undefined {
  const input = withCountedScan(context, context.request.input);
  const { texts } = input;
  const [more = ''] = texts.more?.[0]?.split(' ') ?? [];
  const hasRows = (texts.code ?? []).length > 0 || isFilled(texts.pasted ?? []);
  if (input.isDraft || hasRows || !['', 'scan', 'add'].includes(more)) return undefined;
  const code = addedCode(context, input);
  const typedQty = texts.scan_qty?.[0]?.trim() ?? '';
  const qty = typedQty === '' ? 1 : pieces(typedQty);
  const variant = code === '' ? 'no_code' : variantByCode(context.db, context.store.id, code);
  return typeof variant === 'string' || qty === undefined ? undefined : { code, variantId: variant.id, qty };
}

const isCodeOfOne = ({ db, store }: StoreContext, code: string): boolean =>
  typeof variantByCode(db, store.id, code) !== 'string';

/** Moves a quantity that was typed before a code to the field for quantities, unless that has one. */
function withCountedScan(context: StoreContext, input: FormInput): FormInput {
  const typed = input.texts.scan?.[0] ?? '';
  const counted = countedCode(typed);
  if (!counted || isFilled(input.texts.scan_qty ?? []) || isCodeOfOne(context, typed)) return input;
  if (!isCodeOfOne(context, counted.code)) return input;
  return { ...input, texts: { ...input.texts, scan: [counted.code], scan_qty: [String(counted.qty)] } };
}

/** The code in the field, or that of a search result. */
function addedCode({ db, store }: StoreContext, { texts }: FormInput): string {
  const typed = texts.scan?.[0]?.trim() ?? '';
  const [step, id = ''] = texts.more?.[0]?.split(' ') ?? [];
  if (step !== 'add') return typed;
  const { sku = null } = liveVariant(db, store.id, parseId(id) ?? NO_ID) ?? {};
  return sku === null || variantByCode(db, store.id, sku) === 'shared' ? `#${id}` : sku;
}

/** Adds the pasted rows. If they are too many, the pasted text stays unused. */
function withPasted(
  context: StoreContext,
  rows: readonly Row[],
  text: string,
): { rows: readonly Row[]; problem?: RowsProblem; unused: string } {
  const pasted = pastedRows(text);
  if (rows.length + pasted.length <= MAX_ROWS) return { rows: [...rows, ...pasted], unused: '' };
  const problem = { ...(pasted.length > 0 && { field: 'pasted' as const }), text: tooMany(context) };
  return { rows: rows.slice(0, MAX_ROWS), problem, unused: text };
}

const tooMany = ({ language }: StoreContext): string => lineTexts(language).tooMany(count(MAX_ROWS));

export const isFilled = (row: readonly (string | undefined)[]): boolean =>
  row.some((cell) => (cell ?? '').trim() !== '');

const STEPS = new Set(['plus', 'minus', 'remove']);

/** Applies the button of a row: `plus 2`, `minus 2`, `remove 2`. */
function stepped(rows: readonly Row[], more: string): readonly Row[] {
  const [step = '', at = ''] = more.split(' ');
  const row = rows[Number(at)];
  if (!STEPS.has(step) || !row) return rows;
  if (step === 'remove') return rows.toSpliced(Number(at), 1);
  const change = step === 'plus' ? 1 : -1;
  return rows.with(Number(at), withQty(row, Math.max(1, qtyOf(row) + change)));
}

/** An empty quantity is 1. */
const qtyOf = ([, qty = '']: Row): number => (qty.trim() === '' ? 1 : Number(plainNumber(qty)) || 0);

const withQty = ([code = '', , cost = '']: Row, qty: number): Row => [code, String(qty), cost];

/** Adds a scanned code to the row of its item, or as a new row; the row is then the first. */
function withScanned(
  context: StoreContext,
  rows: readonly Row[],
  code: string,
  typedQty: string,
): { rows: Row[]; problem?: RowsProblem } {
  if (code === '') return { rows: [...rows] };
  const { db, store } = context;
  const labels = lineErrorLabels(context.language);
  const variant = variantByCode(db, store.id, code);
  if (typeof variant === 'string')
    return { rows: [...rows], problem: { field: 'scan', text: `${code}: ${labels[variant]}` } };
  const added = typedQty === '' ? 1 : pieces(typedQty);
  if (added === undefined)
    return { rows: [...rows], problem: { field: 'scan_qty', text: `${code} × ${typedQty}: ${labels.qty}` } };
  const at = rowOfVariant(context, rows, code, variant.id);
  const known = rows[at];
  if (!known && rows.length >= MAX_ROWS)
    return { rows: [...rows], problem: { field: 'scan', text: `${code}: ${tooMany(context)}` } };
  if (!known) return { rows: [[code, String(added), ''], ...rows] };
  return { rows: [withQty(known, qtyOf(known) + added), ...rows.toSpliced(at, 1)] };
}

/** Undefined unless it is a whole number from 0 on. */
export function pieces(typed: string): number | undefined {
  const written = plainNumber(typed);
  return /^\d{1,9}$/.test(written) ? Number(written) : undefined;
}

/** The row with the same code, else with another code of the variant. Looks up other codes only if need be. */
function rowOfVariant({ db, store }: StoreContext, rows: readonly Row[], code: string, variantId: Id): number {
  const same = rows.findIndex(([other = '']) => other.trim() === code);
  if (same >= 0) return same;
  return rows.findIndex(([other = '']) => {
    const found = variantByCode(db, store.id, other);
    return typeof found !== 'string' && found.id === variantId;
  });
}

const pastedRows = (text: string): Row[] =>
  text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map(splitPastedLine);

/** Splits a pasted line at tabs, else semicolons or commas, else at the last space before a number. */
function splitPastedLine(line: string): string[] {
  const separator = ['\t', ';', ','].find((sign) => line.includes(sign));
  if (separator !== undefined) return line.split(separator).map((cell) => cell.trim());
  const text = line.trim();
  const [, code = text, qty = ''] = /^(.*\S)\s+(\d+)$/.exec(text) ?? [];
  return [code, qty];
}
