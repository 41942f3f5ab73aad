import type { VariantFields } from '../../../domain/catalogue/edit.ts';
import { priceTiers, warehouses } from '../../../domain/catalogue/places.ts';
import { requireOwnSku } from '../../../domain/catalogue/sku.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Money } from '../../../lib/money.ts';
import {
  fields,
  flag,
  optionalAmount,
  optionalNumber,
  optionalText,
  optionalWhole,
  several,
} from '../../forms/fields.ts';
import type { StoreContext } from '../../request-context.ts';

/** What a variant's fields are called in every form that has them. */
export const VARIANT_FIELDS = {
  variant_name: optionalText(300),
  sku: optionalText(100),
  share_sku: flag,
  weight: optionalNumber,
  low_at: optionalWhole(),
  cost: optionalAmount,
  price: several(optionalAmount),
  opening: several(optionalWhole()),
};

export const variantForm = fields(VARIANT_FIELDS);

export interface WrittenVariant {
  variant_name: string | undefined;
  sku: string | undefined;
  /** The second word: others may have the SKU too. */
  share_sku: boolean;
  weight: number | undefined;
  low_at: number | undefined;
  cost: Money | undefined;
  /** By price tier, in their order. */
  price: (Money | undefined)[];
  /** By warehouse, in their order. */
  opening: (number | undefined)[];
}

/** What a new variant is to be, with its opening stock. */
export const newVariantOf = (context: StoreContext, wanted: WrittenVariant) => ({
  ...fieldsOf(context, wanted),
  stock: openingOf(context, wanted),
  userId: context.account.id,
});

/**
 * Inside the transaction that writes the variant; a new one has no id yet.
 *
 * @throws Refusal invalid_request where others have its SKU and nobody has said that they may
 */
export function checkSku({ app, store }: StoreContext, { sku, share_sku }: WrittenVariant, variantId?: Id): void {
  if (!share_sku) requireOwnSku(app.db, store.id, sku, variantId);
}

/** Only an owner says what it costs. */
export const fieldsOf = (context: StoreContext, wanted: WrittenVariant): VariantFields => ({
  name: wanted.variant_name ?? '',
  sku: wanted.sku ?? null,
  weight: wanted.weight ?? null,
  lowStockThreshold: wanted.low_at ?? null,
  cost: context.isOwner ? (wanted.cost ?? null) : undefined,
  prices: pricesOf(context, wanted),
});

export const pricesOf = ({ app, store }: StoreContext, { price }: WrittenVariant): ReadonlyMap<Id, Money> =>
  new Map(priceTiers(app.db, store.id).flatMap(({ id }, i) => (price[i] === undefined ? [] : [[id, price[i]]])));

const openingOf = ({ app, store }: StoreContext, { opening }: WrittenVariant): ReadonlyMap<Id, number> =>
  new Map(warehouses(app.db, store.id).flatMap(({ id }, i) => (opening[i] ? [[id, opening[i]]] : [])));
