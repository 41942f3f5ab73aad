import type { Product, Variant } from '../../../domain/catalogue/detail.ts';
import { priceTiers } from '../../../domain/catalogue/price-tiers.ts';
import { variantsWithSku } from '../../../domain/variants.ts';
import { commonTexts } from '../../page/common-texts.ts';
import { ButtonLink, Empty, Tag } from '../../page/components.tsx';
import { count, money } from '../../page/format.ts';
import { Columns } from '../../page/list.tsx';
import type { StoreContext } from '../../request-context.ts';
import { pathOf, variantPath } from './product-paths.ts';
import { productTexts } from './product-texts.ts';

interface Props {
  context: StoreContext;
  product: Readonly<Product>;
}

/** The variants with their total stock; the variant page has it by warehouse. */
export function VariantTable({ context, product }: Props) {
  const t = productTexts(context.language);
  const isOwn = product.parentId === null;
  return (
    <section>
      <div class="heading">
        <h2>{t.variants}</h2>
        {isOwn && (
          <ButtonLink href={`/office${pathOf(product)}/variants/new`} icon="plus">
            {t.newVariant}
          </ButtonLink>
        )}
      </div>
      {product.variants.length === 0 ? (
        <Empty title={t.noVariants} />
      ) : (
        <table class="list stock-cards">
          <Columns
            of={[
              t.variant,
              t.price,
              [t.onHand, 'number'],
              [t.reserved, 'number'],
              [t.available, 'number'],
              [commonTexts(context.language).edit, 'hidden'],
            ]}
          />
          <tbody>
            {product.variants.map((variant) => (
              <Row context={context} product={product} variant={variant} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Row({ context, product, variant }: Props & { variant: Variant }) {
  const t = productTexts(context.language);
  const { onHand, reserved } = variant.stock.total;
  const image = variant.imageUrl?.startsWith('/') ? variant.imageUrl.replace(/full\.jpg$/, 'tiny.jpg') : undefined;
  return (
    <tr>
      <th scope="row">
        <span class="variant-name-cell">
          {image && <img src={image} alt="" loading="lazy" />}
          <span>
            <a href={`/office${variantPath(product, variant)}`}>{variant.name || t.unnamed}</a>
            <small class="muted break">
              {variant.sku ?? t.noSku} <VariantTags context={context} variant={variant} />
            </small>
          </span>
        </span>
      </th>
      <td class="wide" data-label={t.price}>
        <Prices context={context} variant={variant} />
      </td>
      <td data-label={t.onHand} class="number">
        {count(onHand)}
      </td>
      <td data-label={t.reserved} class="number">
        {count(reserved)}
      </td>
      <td data-label={t.available} class="number">
        <strong>{count(onHand - reserved)}</strong>
      </td>
      <td>
        <ButtonLink
          href={`/office${variantPath(product, variant)}`}
          class="button small"
          aria-label={t.editVariant(variant.name || t.unnamed)}
        >
          {commonTexts(context.language).edit}
        </ButtonLink>
      </td>
    </tr>
  );
}

/** Marks bundles, low stock and duplicate SKUs. */
export function VariantTags({ context, variant }: { context: StoreContext; variant: Variant }) {
  const t = productTexts(context.language);
  const available = variant.stock.total.onHand - variant.stock.total.reserved;
  const isLow = variant.lowStockThreshold !== null && available <= variant.lowStockThreshold;
  const isShared = variant.sku !== null && variantsWithSku(context.db, context.store.id, variant.sku).length > 1;
  return (
    <>
      {variant.isBundle && <Tag tone="calm">{t.bundle}</Tag>} {available <= 0 && <Tag tone="bad">{t.outOfStock}</Tag>}{' '}
      {available > 0 && isLow && <Tag tone="warn">{t.low}</Tag>} {isShared && <Tag tone="warn">{t.sharedSku}</Tag>}
    </>
  );
}

function Prices({ context, variant }: { context: StoreContext; variant: Variant }) {
  const tiers = priceTiers(context.db, context.store.id);
  const priced = tiers.flatMap(({ id, name }) => {
    const price = variant.prices.find(({ priceTierId }) => priceTierId === id)?.price;
    return price === undefined ? [] : [{ name, price }];
  });
  if (priced.length === 0) return <Tag tone="warn">{productTexts(context.language).noPrice}</Tag>;
  return (
    <ul class="prices">
      {priced.map(({ name, price }) => (
        <li>
          {tiers.length > 1 && <span class="muted">{name}</span>} <span class="money">{money(price)}</span>
        </li>
      ))}
    </ul>
  );
}
