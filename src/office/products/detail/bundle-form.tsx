import { compositesOf } from '../../../domain/catalogue/bundle-parts.ts';
import type { ProductHead, Variant } from '../../../domain/catalogue/product-detail.ts';
import { existingVariant, type Part, variantsWithSku } from '../../../domain/variants.ts';
import { idText } from '../../../lib/ids.ts';
import { count } from '../../../lib/number-format.ts';
import type { Form } from '../../forms/form.ts';
import { CheckField, IntegerField, Post, Submit, TextField } from '../../forms/inputs.tsx';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { variantPath } from './product-paths.ts';
import { productTexts } from './product-texts.ts';

/** How a variant is sold: on its own, as a bundle of parts, or assembled from them in advance. */
export const KINDS = ['single', 'asBundle', 'assembled'] as const;
export type Kind = (typeof KINDS)[number];

interface Props {
  context: StoreContext;
  product: Readonly<ProductHead>;
  variant: Variant;
  form: Form<unknown> | undefined;
}

const SPARE_ROWS = 2;

/** The kind of the variant, its parts, and the variants it is a part of. */
export function BundleForm({ context, product, variant, form }: Props) {
  const t = productTexts(context.language);
  const { parts, isBundle, stock } = variant;
  const currentKind: Kind = isBundle ? 'asBundle' : parts.length > 0 ? 'assembled' : 'single';
  const rows = form?.count('part') || parts.length + SPARE_ROWS;
  return (
    <details class="card" open={currentKind !== 'single' || form?.hasErrors}>
      <summary>
        <h2>{t.parts}</h2>
      </summary>
      <PartOf context={context} variant={variant} />
      <Post action={`${variantPath(product, variant)}/parts`} form={form}>
        <fieldset>
          <legend>{t.kind}</legend>
          {KINDS.map((kind) => (
            <label class="choice">
              <input type="radio" name="kind" value={kind} checked={form?.has('kind', kind) ?? kind === currentKind} />
              {t[kind]}
            </label>
          ))}
        </fieldset>
        {Array.from({ length: rows }, (_, at) => (
          <PartFields context={context} at={at} part={parts[at]} />
        ))}
        <p class="hint">
          <small>{t.partsHint}</small>
        </p>
        {!isBundle && stock.total.onHand > 0 && (
          <CheckField name="remove_stock" label={t.confirmRemoveStock(count(stock.total.onHand))} />
        )}
        <Submit class="secondary outline" label={t.saveParts} />
      </Post>
    </details>
  );
}

function PartFields({ context, at, part }: StoreProps<{ at: number; part: Part | undefined }>) {
  const t = productTexts(context.language);
  const known = part && existingVariant(context.db, part.variantId);
  const hasUniqueSku = known?.sku && variantsWithSku(context.db, context.store.id, known.sku).length === 1;
  const name = known && (hasUniqueSku ? known.sku : `#${idText(known.id)}`);
  return (
    <div class="part">
      <TextField
        name="part"
        at={at}
        label={t.partSku}
        hint={known && `${known.productName} ${known.name}`.trim()}
        value={name}
      />
      <IntegerField name="part_qty" at={at} label={t.partQty} value={part?.qty} />
    </div>
  );
}

function PartOf({ context, variant }: { context: StoreContext; variant: Variant }) {
  const composites = compositesOf(context.db, variant.id);
  if (composites.length === 0) return null;
  return (
    <p>
      {productTexts(context.language).partOf}{' '}
      {composites.map((composite, i) => (
        <>
          {i > 0 && ', '}
          <a
            href={`/office${variantPath({ id: composite.productId }, composite)}`}
          >{`${composite.productName} ${composite.name}`}</a>
        </>
      ))}
    </p>
  );
}
