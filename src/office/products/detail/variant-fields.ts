import { requireFreeBarcodes } from '../../../domain/barcodes.ts';
import { requireOwnSku } from '../../../domain/catalogue/catalogue-keys.ts';
import type { VariantFields } from '../../../domain/catalogue/edit-variant.ts';
import { priceTiers } from '../../../domain/catalogue/price-tiers.ts';
import type { Variant } from '../../../domain/catalogue/product-detail.ts';
import { warehouses } from '../../../domain/catalogue/warehouses.ts';
import { MAX_BARCODE_LENGTH, MAX_BARCODES, splitBarcodes } from '../../../lib/barcodes.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Money } from '../../../lib/money.ts';
import { typedBaht } from '../../../lib/number-format.ts';
import { MAX_LENGTH } from '../../../lib/text-limits.ts';
import {
  fields,
  flag,
  listOf,
  optionalAmount,
  optionalInteger,
  optionalNumber,
  optionalText,
} from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import type { StoreContext } from '../../request-context.ts';

/** The variant fields of every form that has them. */
export const VARIANT_FIELDS = {
  variant_name: optionalText(MAX_LENGTH.name),
  sku: optionalText(MAX_LENGTH.sku),
  share_sku: flag,
  barcodes: optionalText(MAX_BARCODES * (MAX_BARCODE_LENGTH + 2)),
  weight: optionalNumber,
  low_at: optionalInteger(),
  shelf: optionalText(MAX_LENGTH.shelfLocation),
  cost: optionalAmount,
  shown_cost: optionalText(20),
  price: listOf(optionalAmount),
  opening: listOf(optionalInteger()),
};

export const variantForm = fields(VARIANT_FIELDS);

export interface TypedVariant {
  variant_name: string | undefined;
  sku: string | undefined;
  /** Confirms a SKU that other variants have. */
  share_sku: boolean;
  /** Separated by lines or spaces. */
  barcodes: string | undefined;
  weight: number | undefined;
  low_at: number | undefined;
  shelf: string | undefined;
  cost: Money | undefined;
  /** The cost when the form was opened, as `shownCost`. */
  shown_cost?: string | undefined;
  /** One per price tier, in their order. */
  price: (Money | undefined)[];
  /** One per warehouse, in their order. */
  opening: (number | undefined)[];
}

/** The new variant with its opening stock. */
export const newVariantOf = (context: StoreContext, input: TypedVariant) => ({
  ...fieldsOf(context, input),
  stock: openingOf(context, input),
  userId: context.account.id,
});

/**
 * Must run inside the transaction that writes the variant. A form also runs it before, to show all its errors at once.
 *
 * @throws AppError invalid_request if another variant has the SKU and the form does not confirm it
 */
export function checkSku(
  { app, store }: StoreContext,
  { sku, share_sku }: Partial<Pick<TypedVariant, 'sku' | 'share_sku'>>,
  variantId?: Id,
): void {
  if (!share_sku) requireOwnSku(app.db, store.id, sku, variantId);
}

/** As `checkSku`. @throws AppError invalid_request if a barcode is malformed or another variant has it */
export function checkBarcodes(
  { app, store }: StoreContext,
  { barcodes = '' }: Partial<Pick<TypedVariant, 'barcodes'>>,
  variantId?: Id,
): void {
  requireFreeBarcodes(app.db, store.id, splitBarcodes(barcodes), variantId);
}

/** Adds the errors of SKU and barcodes to the form of a new or an existing variant. */
export function checkCodes(context: StoreContext, form: Form<Partial<TypedVariant>>, variant?: Variant): void {
  const isPulled = variant !== undefined && variant.pulledFrom !== null;
  if (isPulled) return;
  form.check(() => checkSku(context, form.valid ?? {}, variant?.id));
  form.check(() => checkBarcodes(context, form.valid ?? {}, variant?.id));
}

/** Of a hidden field: goods that are received while the form is open change the cost. */
export const shownCost = (cost: Money | null | undefined): string =>
  typeof cost === 'number' ? typedBaht(cost) : 'none';

/** The typed fields. The cost stays without the permission for costs, and if it was not edited. */
const fieldsOf = (context: StoreContext, input: TypedVariant): VariantFields => ({
  name: input.variant_name ?? '',
  sku: input.sku ?? null,
  barcodes: splitBarcodes(input.barcodes ?? ''),
  weight: input.weight ?? null,
  lowStockThreshold: input.low_at ?? null,
  shelfLocation: input.shelf ?? null,
  cost: context.may('costs') && shownCost(input.cost) !== input.shown_cost ? (input.cost ?? null) : undefined,
  prices: pricesOf(context, input),
});

/** What the form changes in the variant; a pulled variant has only prices. As `checkSku` and `checkBarcodes`. */
export function changesOf(context: StoreContext, variant: Variant, input: TypedVariant): VariantFields {
  if (variant.pulledFrom !== null) return { prices: pricesOf(context, input) };
  checkSku(context, input, variant.id);
  checkBarcodes(context, input, variant.id);
  return fieldsOf(context, input);
}

const pricesOf = ({ app, store }: StoreContext, { price }: TypedVariant): ReadonlyMap<Id, Money> =>
  new Map(priceTiers(app.db, store.id).flatMap(({ id }, i) => (price[i] === undefined ? [] : [[id, price[i]]])));

const openingOf = ({ app, store }: StoreContext, { opening }: TypedVariant): ReadonlyMap<Id, number> =>
  new Map(warehouses(app.db, store.id).flatMap(({ id }, i) => (opening[i] ? [[id, opening[i]]] : [])));
