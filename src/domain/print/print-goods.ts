import type { Reader } from '../../db/reader.ts';
import { invalidRequest } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import type { Money } from '../../lib/money.ts';
import { barcodesOf } from '../barcodes.ts';
import { defaultTier } from '../catalogue/price-tiers.ts';
import { shelfLocations } from '../catalogue/shelf-locations.ts';
import { existingVariant, type SoldVariant } from '../variants.ts';
import {
  type CopiedLabel,
  type GoodsLabel,
  type GoodsLabelKind,
  type GoodsLabelSize,
  MAX_GOODS_LABELS,
} from './goods/goods-label.ts';
import { type Printed, print } from './print-job.ts';

/** Labels of a store's variants. */
export interface WantedLabels {
  storeId: Id;
  kind: GoodsLabelKind;
  size: GoodsLabelSize;
  /** On a barcode label; a shelf label always has it. */
  withPrice: boolean;
  lines: readonly { variantId: Id; copies: number }[];
}

/** Prints labels. @throws as `labelsOf` */
export async function printVariantLabels(db: Reader, wanted: WantedLabels, now: number): Promise<Printed> {
  const { kind, size } = wanted;
  return print({ is: 'goods labels', labels: labelsOf(db, wanted), kind, size, now });
}

/** @throws AppError invalid_request if these are none, or too many for one file */
export function checkLabelCount(lines: readonly { copies: number }[]): void {
  const total = lines.reduce((sum, { copies }) => sum + copies, 0);
  if (total === 0) throw invalidRequest('no_labels');
  if (total > MAX_GOODS_LABELS) throw invalidRequest('too_many_labels', { most: MAX_GOODS_LABELS });
}

/**
 * Labels with the first barcode of each variant, else with its SKU. Lines of 0 copies are skipped.
 *
 * @throws AppError invalid_request at `lines` if it is empty, at `lines[0]` if a variant has neither; as `checkLabelCount`
 */
export function labelsOf(db: Reader, { storeId, kind, withPrice, lines }: WantedLabels): CopiedLabel[] {
  if (lines.length === 0) throw invalidRequest('no_lines', { path: ['lines'] });
  checkLabelCount(lines);
  const tierId = defaultTier(db, storeId)?.id;
  return lines.flatMap(({ variantId, copies }, i) => {
    if (copies === 0) return [];
    const variant = existingVariant(db, variantId);
    const price = (withPrice || kind === 'shelf') && tierId !== undefined ? variant.prices.get(tierId) : undefined;
    const label = labelOf(db, variant, { kind, price });
    if (!label) throw invalidRequest('no_code_to_print', { path: ['lines', i], variant: nameOf(variant) });
    return [{ label, copies }];
  });
}

const nameOf = ({ productName, name }: SoldVariant): string => `${productName} ${name}`.trim();

/** Undefined if the variant has no code. */
function labelOf(
  db: Reader,
  variant: SoldVariant,
  { kind, price }: { kind: GoodsLabelKind; price: Money | undefined },
): GoodsLabel | undefined {
  const goodsId = variant.pulledFrom ?? variant.id;
  const [barcode] = barcodesOf(db, goodsId);
  const shelf = (kind === 'shelf' && shelfLocations(db, [goodsId]).get(goodsId)) || '';
  const code = barcode ?? variant.sku ?? '';
  return code === '' ? undefined : { name: nameOf(variant), code, sku: variant.sku ?? '', shelf, price: price ?? null };
}
