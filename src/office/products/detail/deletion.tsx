import {
  type DeletionImpact,
  productDeletionImpact,
  variantDeletionImpact,
} from '../../../domain/catalogue/delete-product.ts';
import type { Product, Variant } from '../../../domain/catalogue/product-detail.ts';
import { deletedVariants } from '../../../domain/catalogue/product-lookup.ts';
import { count } from '../../../lib/number-format.ts';
import type { Form } from '../../forms/form.ts';
import { PostButton } from '../../forms/inputs.tsx';
import { Confirm, Notice } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { productPath, variantPath } from './product-paths.ts';
import { productTexts } from './product-texts.ts';

interface Props {
  context: StoreContext;
  product: Readonly<Product>;
  form?: Form<unknown> | undefined;
}

export function DeleteProduct({ context, product, form }: Props) {
  const t = productTexts(context.language);
  const outlook = productDeletionImpact(context.db, product.id);
  return (
    <DeleteConfirmation
      context={context}
      action={`${productPath(product)}/delete`}
      label={t.deleteProduct}
      {...{ outlook, form }}
    >
      {product.variants.length > 1 && <li>{t.deletesVariants(product.variants.length)}</li>}
    </DeleteConfirmation>
  );
}

export function DeleteVariant({ context, product, variant, form }: Props & { variant: Variant }) {
  const t = productTexts(context.language);
  const outlook = variantDeletionImpact(context.db, variant.id);
  const action = `${variantPath(product, variant)}/delete`;
  return <DeleteConfirmation context={context} action={action} label={t.deleteVariant} outlook={outlook} form={form} />;
}

interface ConfirmationProps {
  context: StoreContext;
  action: string;
  label: string;
  outlook: DeletionImpact;
  form: Form<unknown> | undefined;
  children?: unknown;
}

/** A confirmation that lists the consequences, or the reason why it cannot be deleted. */
function DeleteConfirmation({ context, action, label, outlook, form, children }: ConfirmationProps) {
  const t = productTexts(context.language);
  const { onHand, reserved, pulled, composites } = outlook;
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
      </Notice>
    );
  return (
    <div class="deletion">
      {form?.error && <Notice tone="bad">{form.error}</Notice>}
      <Confirm label={label}>
        <p>{t.deleteAsk}</p>
        <ul>
          {children as never}
          {onHand > 0 && <li>{t.keepsStock(count(onHand))}</li>}
          {reserved > 0 && <li>{t.keepsReserved(count(reserved))}</li>}
          {pulled.length > 0 && <li>{t.affectsPulled(pulled.length)}</li>}
        </ul>
        <PostButton action={action} label={t.confirmDelete} />
      </Confirm>
    </div>
  );
}

export function DeletedVariants({ context, product }: Props) {
  const t = productTexts(context.language);
  const deleted = product.parentId === null ? deletedVariants(context.db, product.id) : [];
  if (deleted.length === 0) return null;
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
      </ul>
    </section>
  );
}

/** A button that restores the deleted product or variant. */
export const Restore = ({ context, action }: { context: StoreContext; action: string }) => (
  <PostButton action={action} class="secondary outline small" label={productTexts(context.language).restore} />
);
