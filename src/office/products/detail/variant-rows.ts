import type * as v from 'valibot';
import type { KeylessVariant } from '../../../domain/catalogue/add-product.ts';
import { defaultTier, priceTiers } from '../../../domain/catalogue/price-tiers.ts';
import type { ProductHead } from '../../../domain/catalogue/product-detail.ts';
import { takenVariantNames } from '../../../domain/catalogue/product-part.ts';
import { variantsWithSku, variantTitle } from '../../../domain/variants.ts';
import { invalidRequest } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import { message } from '../../../lib/messages/message.ts';
import { describe } from '../../../lib/messages/messages.ts';
import { type Path, pathParts, pathText } from '../../../lib/messages/path.ts';
import type { Money } from '../../../lib/money.ts';
import { codePoints, foldCase } from '../../../lib/text.ts';
import { MAX_LENGTH } from '../../../lib/text-limits.ts';
import {
  integer,
  listOf,
  optionalAmount,
  optionalId,
  optionalInteger,
  optionalText,
  text,
} from '../../forms/fields.ts';
import { type FieldName, Form, type FormInput } from '../../forms/form.ts';
import type { StoreContext } from '../../request-context.ts';
import { openWarehouses } from '../../stock/warehouse-options.ts';
import { checkBarcodes, checkSku, newVariantOf, type TypedVariant } from './variant-fields.ts';
import { variantRowTexts } from './variant-row-texts.ts';

// Several new variants in one form: the values of up to three options, such as color and size, make a row for each
// combination. Only the names of the variants are stored.

const MAX_ROWS = 100;
const MAX_VALUE_LENGTH = 100; // code points

export const ROW_FIELDS = {
  option: listOf(optionalText(10_000)),
  row_name: listOf(text(MAX_LENGTH.name)),
  /** Indexes of the rows that become variants. */
  row_on: listOf(integer(0, MAX_ROWS)),
  /** What rows with an empty cell get; the price is in the default price tier. */
  all_price: optionalAmount,
  all_qty: optionalInteger(),
  /** In the default price tier. */
  row_price: listOf(optionalAmount),
  row_qty: listOf(optionalInteger()),
  row_sku: listOf(optionalText(MAX_LENGTH.sku)),
  row_warehouse: optionalId,
};

const CELLS = ['row_price', 'row_qty', 'row_sku'] as const;

/** Fields of a single variant that rows replace. The page of the rows carries them. */
export const REPLACED_FIELDS = ['variant_name', 'sku', 'barcodes', 'opening'];

type Texts = FormInput['texts'];

/**
 * The submitted form with a row for each combination of the typed values. It is a draft if a button or changed values
 * have changed its rows.
 *
 * @param product that gets the variants; those that it has get no row
 */
export function readRowsForm<Schema extends v.GenericSchema>(
  context: StoreContext,
  schema: Schema,
  product?: Pick<ProductHead, 'id'>,
): Form<v.InferOutput<Schema>> {
  const { method, input } = context.request;
  if (method !== 'POST') return new Form(schema, undefined, context.language);
  const { row_name: shown = [], option = [], more } = input.texts;
  const combined = combinations(context, option, product);
  const names = 'names' in combined ? combined.names : shown.slice(0, MAX_ROWS);
  const isChanged = names.join('\n') !== shown.join('\n');
  const isDraft = input.isDraft || isChanged || more !== undefined;
  const form = new Form(schema, { ...input, isDraft, texts: withRows(context, names) }, context.language);
  if ('problem' in combined) form.addError(combined.problem, ['option', combined.at]);
  return form;
}

type Combined = { names: readonly string[] } | { problem: string; at: number };

function combinations(context: StoreContext, options: readonly string[], product?: Pick<ProductHead, 'id'>): Combined {
  const t = variantRowTexts(context.language);
  let names: readonly string[] = [];
  for (const [at, typed] of options.entries()) {
    const values = valuesOf(typed);
    if (values.some((value) => codePoints(value) > MAX_VALUE_LENGTH))
      return { problem: describe(message('text_too_long', { most: MAX_VALUE_LENGTH }), context.language), at };
    if (values.length * Math.max(names.length, 1) > MAX_ROWS) return { problem: t.tooManyRows(MAX_ROWS), at };
    if (values.length === 0) continue;
    names = names.length === 0 ? values : names.flatMap((name) => values.map((value) => `${name} / ${value}`));
  }
  const taken = product ? takenVariantNames(context.db, product.id, names) : [];
  const added = names.filter((name) => !taken.includes(name));
  return names.length > 0 && added.length === 0 ? { problem: t.allExist, at: 0 } : { names: added };
}

/** Values separated by commas or lines, without repetitions. */
function valuesOf(typed: string): string[] {
  const values = typed
    .split(/[,，\n]/)
    .map((value) => value.trim().replaceAll(/\s+/g, ' '))
    .filter((value) => value !== '');
  return [...Map.groupBy(values, foldCase).values()].flatMap(([first = '']) => first);
}

/** The texts with rows of these names. Rows that were there keep their cells; the typed price becomes that of all rows. */
function withRows(context: StoreContext, names: readonly string[]): Texts {
  const { texts } = context.request.input;
  const { row_name: shown = [], row_on: on = [], price = [], all_price = [] } = texts;
  const places = names.map((name) => shown.indexOf(name));
  const defaultAt = priceTiers(context.db, context.store.id).findIndex(({ isDefault }) => isDefault);
  const withDefaultPrice = (typed = '') => price.map((other, at) => (at === defaultAt ? typed : other));
  if (names.length === 0)
    return { ...texts, row_name: [], price: all_price.length > 0 ? withDefaultPrice(all_price[0]) : price };
  const cellsOf = (column: (typeof CELLS)[number]) => places.map((was) => texts[column]?.[was] ?? '');
  return {
    ...texts,
    ...Object.fromEntries(REPLACED_FIELDS.map((name) => [name, []])),
    price: withDefaultPrice(),
    all_price: [all_price[0] ?? price[defaultAt] ?? ''],
    row_name: names,
    row_on: places.flatMap((was, at) => (was < 0 || on.includes(String(was)) ? [String(at)] : [])),
    ...Object.fromEntries(CELLS.map((column) => [column, cellsOf(column)])),
  };
}

interface TypedRows {
  row_name: string[];
  row_on: number[];
  all_price: Money | undefined;
  all_qty: number | undefined;
  row_price: (Money | undefined)[];
  row_qty: (number | undefined)[];
  row_sku: (string | undefined)[];
  row_warehouse: Id | undefined;
}

interface Row {
  /** Index of the row in the form. */
  at: number;
  name: string;
  price: Money | undefined;
  qty: number | undefined;
  sku: string | undefined;
}

/** The rows that become variants. */
const rowsOf = ({
  row_name = [],
  row_on = [],
  all_price,
  all_qty,
  row_price = [],
  row_qty = [],
  row_sku = [],
}: Partial<TypedRows>): Row[] =>
  row_name.flatMap((name, at) =>
    row_on.includes(at)
      ? [{ at, name, price: row_price[at] ?? all_price, qty: row_qty[at] ?? all_qty, sku: row_sku[at] }]
      : [],
  );

/** Adds the errors of the rows that the schema does not find. */
export function checkRows(context: StoreContext, form: Form<TypedRows>): void {
  if (form.valid === undefined || form.count('row_name') === 0) return;
  const rows = rowsOf(form.valid);
  if (form.count('row_on') === 0) form.addError(variantRowTexts(context.language).noRow);
  for (const row of rows) form.check(() => requireFreeSku(context, rows, row), rowField);
  const { row_warehouse } = form.valid;
  form.check(() => void openingWarehouse(context, { row_warehouse }));
}

/** @throws AppError invalid_request if an earlier row or another variant has the SKU */
function requireFreeSku({ app, store }: StoreContext, rows: readonly Row[], { at, sku }: Row): void {
  if (sku === undefined) return;
  const [other] = variantsWithSku(app.db, store.id, sku);
  const earlier = rows.find((row) => row.at < at && row.sku === sku);
  const variant = other === undefined ? earlier?.name : variantTitle(app.db, other);
  if (variant !== undefined) throw invalidRequest('sku_taken', { path: ['row_sku', at], variant });
}

/** Where the opening stock is. @throws AppError invalid_request at `row_warehouse` if the store has no such warehouse */
function openingWarehouse(context: StoreContext, { row_warehouse: wanted }: Pick<TypedRows, 'row_warehouse'>) {
  const [first, ...others] = openWarehouses(context).map(({ id }) => id);
  if (wanted === undefined || wanted === first) return first;
  if (!others.includes(wanted))
    throw invalidRequest('warehouse_not_found', { path: 'row_warehouse', warehouse: wanted });
  return wanted;
}

/** The form field of an error path. */
export function rowField(path: Path): FieldName {
  const [name, at] = pathParts(path);
  return typeof name === 'string' && typeof at === 'number' ? [name, at] : pathText(path);
}

/**
 * The variants of the form: one per row, or a single one. Must run inside the transaction that adds them.
 *
 * @throws AppError invalid_request if a SKU or barcode is taken, or the warehouse is gone
 */
export function newVariantsOf(context: StoreContext, input: TypedVariant & TypedRows): KeylessVariant[] {
  if (input.row_name.length === 0) {
    checkSku(context, input);
    checkBarcodes(context, input);
    return [newVariantOf(context, input)];
  }
  const rows = rowsOf(input);
  for (const row of rows) requireFreeSku(context, rows, row);
  const shared = newVariantOf(context, input);
  const tierId = defaultTier(context.db, context.store.id)?.id;
  const warehouse = openingWarehouse(context, input);
  return rows.map(({ name, price, qty, sku = null }) => ({
    ...shared,
    name,
    sku,
    prices: new Map([...(shared.prices ?? []), ...entryOf(tierId, price)]),
    stock: new Map(entryOf(warehouse, qty || undefined)),
  }));
}

const entryOf = <Value>(id: Id | undefined, value: Value | undefined): [Id, Value][] =>
  id === undefined || value === undefined ? [] : [[id, value]];
