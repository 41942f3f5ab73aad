import type { GridRow } from '../../../domain/catalogue/edit-grid.ts';
import type { Id } from '../../../lib/ids.ts';
import { type Path, pathParts } from '../../../lib/messages/path.ts';
import type { Money } from '../../../lib/money.ts';
import { MAX_LENGTH } from '../../../lib/text-limits.ts';
import {
  fields,
  id,
  listOf,
  optionalAmount,
  optionalInteger,
  optionalNumber,
  optionalText,
} from '../../forms/fields.ts';
import { type FieldName, Form, type FormInput } from '../../forms/form.ts';
import type { StoreContext } from '../../request-context.ts';

/** The columns of a page, by the value of the query parameter `columns`. */
export const COLUMN_SETS = { stock: ['price', 'qty'], details: ['weight', 'low_at', 'shelf'] } as const;
export type ColumnSet = keyof typeof COLUMN_SETS;
export type GridColumn = (typeof COLUMN_SETS)[ColumnSet][number];

const MAX_AMOUNT = 1_000_000_000;

const cells = {
  price: optionalAmount,
  qty: optionalInteger(0, MAX_AMOUNT),
  weight: optionalNumber,
  low_at: optionalInteger(),
  shelf: optionalText(MAX_LENGTH.shelfLocation),
};

const COLUMNS = Object.keys(cells) as GridColumn[];

const gridSchema = fields({
  tier: id,
  warehouse: id,
  variant: listOf(id),
  price: listOf(cells.price),
  price_was: listOf(optionalAmount),
  qty: listOf(cells.qty),
  qty_was: listOf(optionalInteger(-MAX_AMOUNT, MAX_AMOUNT)),
  weight: listOf(cells.weight),
  weight_was: listOf(optionalNumber),
  low_at: listOf(cells.low_at),
  low_at_was: listOf(optionalInteger()),
  shelf: listOf(cells.shelf),
  shelf_was: listOf(optionalText()),
});

/** What all rows of the page get. */
const fillSchema = fields({
  all_price: cells.price,
  all_qty: cells.qty,
  all_weight: cells.weight,
  all_low_at: cells.low_at,
  all_shelf: cells.shelf,
});

export interface GridInput {
  tier: Id;
  warehouse: Id;
  variant: Id[];
  price: (Money | undefined)[];
  price_was: (Money | undefined)[];
  qty: (number | undefined)[];
  qty_was: (number | undefined)[];
  weight: (number | undefined)[];
  weight_was: (number | undefined)[];
  low_at: (number | undefined)[];
  low_at_was: (number | undefined)[];
  shelf: (string | undefined)[];
  shelf_was: (string | undefined)[];
}

/** The submitted grid. Values for all rows make it a draft, which shows them in the rows before they are saved. */
export function readGrid(context: StoreContext): Form<GridInput> {
  const { method, input } = context.request;
  if (method !== 'POST') return new Form(gridSchema, undefined, context.language);
  const typed = COLUMNS.filter((column) => (input.texts[`all_${column}`]?.[0] ?? '').trim() !== '');
  const isDraft = typed.length > 0 || input.texts.fill !== undefined;
  if (input.isDraft || !isDraft) return new Form(gridSchema, input, context.language);
  const values = new Form(fillSchema, input, context.language);
  const valid = typed.filter((column) => values.errorOf(`all_${column}`) === undefined);
  const form = new Form(gridSchema, { ...input, isDraft, texts: filled(input.texts, valid) }, context.language);
  for (const column of typed) {
    const error = values.errorOf(`all_${column}`);
    if (error !== undefined) form.addError(error, `all_${column}`);
  }
  return form;
}

function filled(texts: FormInput['texts'], columns: readonly GridColumn[]): FormInput['texts'] {
  const filledColumns = columns.flatMap((column) => {
    const [value = ''] = texts[`all_${column}`] ?? [];
    return [
      [column, (texts[column] ?? []).map(() => value)],
      [`all_${column}`, []],
    ] as const;
  });
  return { ...texts, ...Object.fromEntries(filledColumns) };
}

/** The changed rows. A page has some of the columns; the others do not change. */
export function changedRows(input: GridInput): (GridRow & { at: number })[] {
  return input.variant.flatMap((variantId, at) => {
    const change = <Value>(to: readonly (Value | undefined)[], was: readonly (Value | undefined)[]) => {
      const values = { was: was[at] ?? null, to: to[at] ?? null };
      return values.was === values.to ? undefined : values;
    };
    const [was, to] = [input.qty_was[at], input.qty[at]];
    const changes = {
      price: change(input.price, input.price_was),
      qty: was === undefined || to === undefined || was === to ? undefined : { was, to },
      weight: change(input.weight, input.weight_was),
      lowStockThreshold: change(input.low_at, input.low_at_was),
      shelfLocation: change(input.shelf, input.shelf_was),
    };
    return Object.values(changes).some((value) => value !== undefined) ? [{ variantId, at, ...changes }] : [];
  });
}

const FIELD_NAMES: Record<string, GridColumn> = { low_stock_threshold: 'low_at', shelf_location: 'shelf' };

/** The form field of an error path, which counts only the changed rows. */
export function gridFieldOf(input: GridInput | undefined, path: Path): FieldName | undefined {
  const [list, row, field] = pathParts(path);
  if (!input || list !== 'rows' || typeof row !== 'number' || typeof field !== 'string') return undefined;
  const at = changedRows(input)[row]?.at;
  return at === undefined ? undefined : [FIELD_NAMES[field] ?? field, at];
}
