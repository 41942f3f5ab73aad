import type { Reader } from '../../../db/reader.ts';
import type { Store } from '../../stores.ts';
import type { CheckedProducts } from '../csv/check.ts';
import { linkedSteps } from './linked-steps.ts';
import { isLinked, type PlannedVariant, planProduct } from './plan-product.ts';
import type { Step } from './planned-change.ts';
import { type ImportPreview, previewer } from './preview.ts';

export interface Planner {
  /** The steps of these products, without those that depend on each other. */
  add: (checked: CheckedProducts) => Step[];
  /** The steps of bundles, recipes and barcodes that move: they come last, because they need the other variants. */
  finish: () => { steps: Step[]; preview: ImportPreview };
}

/** Compares a checked product file, batch by batch, with the database. */
export function planner(db: Reader, store: Store): Planner {
  const preview = previewer(db, store.id);
  const linked: PlannedVariant[] = [];
  return {
    add: ({ storeFile, products }) =>
      products.flatMap((draft, i) => {
        const entry = storeFile.stores[0]?.products[i];
        if (!entry) return [];
        const planned = planProduct(db, store.id, entry, draft);
        preview.add(planned);
        linked.push(...planned.variants.filter(isLinked));
        const plain = planned.variants.filter((variant) => !isLinked(variant));
        return [planned.change, ...plain.map(({ change }) => change)].flatMap((change) => (change ? [[change]] : []));
      }),
    finish: () => ({ steps: linkedSteps(linked), preview: preview.finish() }),
  };
}
