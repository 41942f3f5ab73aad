import { requireFreeSku, type SkuChange } from '../../../domain/catalogue/edit-skus.ts';
import { variantsWithSku } from '../../../domain/variants.ts';
import type { Id } from '../../../lib/ids.ts';
import { type Path, pathParts, pathText } from '../../../lib/messages/path.ts';
import { MAX_LENGTH } from '../../../lib/text-limits.ts';
import { integer, listOf, optionalText } from '../../forms/fields.ts';
import type { FieldName, Form } from '../../forms/form.ts';
import type { StoreContext } from '../../request-context.ts';
import { changedPrices, PAGE_VARIANTS, type PriceList } from './variant-prices.ts';

// The SKUs of several variants in the form of their product.

export const SKU_LIST_FIELDS = {
  variant_sku: listOf(optionalText(MAX_LENGTH.sku)),
  /** The SKU that the user saw. */
  variant_sku_was: listOf(optionalText(MAX_LENGTH.sku)),
  /** Indexes of the variants whose SKU others may have too. */
  share_sku_at: listOf(integer(0)),
};

interface SkuList {
  variant_id: Id[];
  variant_sku: (string | undefined)[];
  variant_sku_was: (string | undefined)[];
  share_sku_at: number[];
}

/** The changed SKUs, at most one page of them. */
export const changedSkus = ({
  variant_id = [],
  variant_sku = [],
  variant_sku_was = [],
  share_sku_at = [],
}: Partial<SkuList>): (SkuChange & { at: number })[] =>
  variant_id.slice(0, PAGE_VARIANTS).flatMap((variantId, at) => {
    const [was, to] = [variant_sku_was[at] ?? null, variant_sku[at] ?? null];
    return was === to ? [] : [{ variantId, at, was, to, isShared: share_sku_at.includes(at) }];
  });

/** Adds the error of each SKU that another variant has. */
export function checkSkus({ db, store }: StoreContext, form: Form<Partial<SkuList>>): void {
  const changes = changedSkus(form.valid ?? {});
  for (const [i, { at }] of changes.entries())
    form.check(
      () => requireFreeSku(db, store.id, changes, i),
      () => ['variant_sku', at],
    );
}

/** The form field of an error path, which counts only the changed prices or SKUs. */
export function listField(list: (PriceList & SkuList) | undefined, path: Path): FieldName {
  const [name, row, field] = pathParts(path);
  if (!list || name !== 'rows' || typeof row !== 'number') return pathText(path);
  const changed = field === 'sku' ? changedSkus(list) : changedPrices(list);
  const at = changed[row]?.at;
  return at === undefined ? pathText(path) : [`variant_${field}`, at];
}

/** Whether the row needs the confirmation of a SKU that other variants have. */
export function needsSharing({ db, store }: StoreContext, form: Form<unknown>, variantId: Id, at: number): boolean {
  if (form.has('share_sku_at', String(at))) return true;
  if (form.errorOf(['variant_sku', at]) === undefined) return false;
  const holders = variantsWithSku(db, store.id, form.typed('variant_sku', at)?.trim() ?? '');
  return holders.length > 0 && !holders.includes(variantId);
}
