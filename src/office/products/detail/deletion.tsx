import { type DeletionImpact, variantDeletionImpact } from '../../../domain/catalogue/deletion-impact.ts';
import type { ProductHead, Variant } from '../../../domain/catalogue/product-detail.ts';
import { countDeletedVariants, deletedVariants } from '../../../domain/catalogue/product-lookup.ts';
import type { ProductPart } from '../../../domain/catalogue/product-part.ts';
import { count } from '../../../lib/number-format.ts';
import type { Form } from '../../forms/form.ts';
import { PostButton } from '../../forms/inputs.tsx';
import { Confirm, Notice } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { productPath, variantPath } from './product-paths.ts';
import { productTexts } from './product-texts.ts';

interface Props {
  context: StoreContext;
  product: Readonly<ProductHead>;
  form?: Form<unknown> | undefined;
}

interface DeleteProductProps extends Props {
  product: Readonly<ProductPart>;
  impact: DeletionImpact;
}

export function DeleteProduct({ context, product, impact, form }: DeleteProductProps) {
  const t = productTexts(context.language);
  return (
    <DeleteConfirmation
      context={context}
      action={`${productPath(product)}/delete`}
      label={t.deleteProduct}
      {...{ impact, form }}
    >
      {product.variantCount > 1 && <li>{t.deletesVariants(count(product.variantCount))}</li>}
    </DeleteConfirmation>
  );
}

export function DeleteVariant({ context, product, variant, form }: Props & { variant: Variant }) {
  const t = productTexts(context.language);
  const impact = variantDeletionImpact(context.db, variant.id);
  const action = `${variantPath(product, variant)}/delete`;
  return (
    <section class="card">
      <DeleteConfirmation context={context} action={action} label={t.deleteVariant} impact={impact} form={form} />
    </section>
  );
}

interface ConfirmationProps {
  context: StoreContext;
  action: string;
  label: string;
  impact: DeletionImpact;
  form: Form<unknown> | undefined;
  children?: unknown;
}

/** A confirmation that lists the consequences, or the reason why it cannot be deleted. */
function DeleteConfirmation({ context, action, label, impact, form, children }: ConfirmationProps) {
  const t = productTexts(context.language);
  const { stock, pulled, composites, moreComposites } = impact;
  if (composites.length > 0)
    return (
      <Notice>
        {t.isPart}{' '}
        {composites.map((composite, i) => (
          <>
            {i > 0 && ', '}
            <a
              href={`/office${variantPath({ id: composite.productId }, composite)}`}
            >{`${composite.productName} ${composite.name}`}</a>
          </>
        ))}
        {moreComposites > 0 && ` ${t.more(count(moreComposites))}`}
      </Notice>
    );
  return (
    <div class="deletion">
      {form?.error && <Notice tone="bad">{form.error}</Notice>}
      <Confirm label={label}>
        <p>{t.deleteAsk}</p>
        <ul>
          {children as never}
          {stock.onHand > 0 && <li>{t.keepsStock(count(stock.onHand))}</li>}
          {stock.reserved > 0 && <li>{t.keepsReserved(count(stock.reserved))}</li>}
          {pulled > 0 && <li>{t.affectsPulled(pulled)}</li>}
        </ul>
        <PostButton action={action} label={t.confirmDelete} />
      </Confirm>
    </div>
  );
}

const MAX_DELETED = 100;

export function DeletedVariants({ context, product }: Props) {
  const t = productTexts(context.language);
  const deleted = product.parentId === null ? deletedVariants(context.db, product.id, MAX_DELETED) : [];
  if (deleted.length === 0) return null;
  const more = countDeletedVariants(context.db, product.id) - deleted.length;
  return (
    <section class="card">
      <h2>{t.deletedVariants}</h2>
      <ul class="restorable">
        {deleted.map(({ id, name, sku }) => (
          <li>
            <span class="break">
              {name || t.unnamed} <small class="muted">{sku ?? t.noSku}</small>
            </span>
            <Restore context={context} action={`${variantPath(product, { id })}/restore`} />
          </li>
        ))}
        {more > 0 && <li>{t.more(count(more))}</li>}
      </ul>
    </section>
  );
}

/** A button that restores the deleted product or variant. */
export const Restore = ({ context, action }: { context: StoreContext; action: string }) => (
  <PostButton action={action} class="secondary outline small" label={productTexts(context.language).restore} />
);
