import { html } from 'hono/html';
import { priceTiers } from '../../../domain/catalogue/price-tiers.ts';
import type { ProductHead, Variant } from '../../../domain/catalogue/product-detail.ts';
import type { ProductPart } from '../../../domain/catalogue/product-part.ts';
import { variantsWithSku } from '../../../domain/variants.ts';
import { count, money } from '../../../lib/number-format.ts';
import { commonTexts } from '../../page/common-texts.ts';
import { ButtonLink, Empty, Pager, Tag } from '../../page/components.tsx';
import { List } from '../../page/list.tsx';
import type { PageLinks } from '../../page/pagination.ts';
import type { StoreContext } from '../../request-context.ts';
import { productPath, variantPath } from './product-paths.ts';
import { productTexts } from './product-texts.ts';

interface Props {
  context: StoreContext;
  product: Readonly<ProductPart>;
  pages: PageLinks;
}

/** One page of the variants with their total stock; the variant page has it by warehouse. */
export function VariantTable({ context, product, pages }: Props) {
  const t = productTexts(context.language);
  const isPart = product.variants.length < product.variantCount;
  const { edit } = commonTexts(context.language);
  return (
    <section>
      <div class="heading">
        <h2>{isPart ? t.variantsOf(count(product.variantCount)) : t.variants}</h2>
        <AddVariant context={context} product={product} />
      </div>
      <List
        class="list stock-cards"
        rows={product.variants}
        empty={<Empty title={t.noVariants} />}
        columns={(column) => [
          column(t.variant, (variant) => <VariantCell context={context} product={product} variant={variant} />),
          column(t.price, 'wide', (variant) => <Prices context={context} variant={variant} />),
          column(t.onHand, 'number', ({ stock }) => count(stock.total.onHand)),
          column(t.reserved, 'number', ({ stock }) => count(stock.total.reserved)),
          column(t.available, 'number', ({ stock: { total } }) => (
            <strong>{count(total.onHand - total.reserved)}</strong>
          )),
          column({ hidden: edit }, (variant) => (
            <ButtonLink
              href={`/office${variantPath(product, variant)}`}
              class="button small"
              aria-label={t.editVariant(variant.name || t.unnamed)}
              label={edit}
            />
          )),
        ]}
      />
      <Pager {...pages} />
    </section>
  );
}

/** Not for a pulled product: its source has the variants. */
export const AddVariant = ({ context, product }: { context: StoreContext; product: Readonly<ProductHead> }) =>
  product.parentId === null && (
    <ButtonLink
      href={`/office${productPath(product)}/variants/new`}
      icon="plus"
      label={productTexts(context.language).newVariant}
    />
  );

interface VariantCellProps {
  context: StoreContext;
  product: Readonly<ProductHead>;
  variant: Variant;
}

function VariantCell({ context, product, variant }: VariantCellProps) {
  const t = productTexts(context.language);
  const image = variant.imageUrl?.startsWith('/') ? variant.imageUrl.replace(/full\.jpg$/, 'tiny.jpg') : undefined;
  return (
    <span class="variant-name-cell">
      {image && <img src={image} alt="" loading="lazy" />}
      <span>
        <a href={`/office${variantPath(product, variant)}`}>{variant.name || t.unnamed}</a>
        <small class="muted break">
          {variant.sku ?? t.noSku} <VariantTags context={context} variant={variant} />
        </small>
      </span>
    </span>
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
  const prices = new Map(variant.prices.map(({ priceTierId, price }) => [priceTierId, price]));
  const priced = tiers.flatMap(({ id, name }) => {
    const price = prices.get(id);
    return price === undefined ? [] : [{ name, price }];
  });
  if (priced.length === 0) return <Tag tone="warn">{productTexts(context.language).noPrice}</Tag>;
  const tierName = (name: string) => (tiers.length > 1 ? html`<span class="muted">${name}</span>` : '');
  return (
    <ul class="prices">
      {priced.map(({ name, price }) => html`<li>${tierName(name)} <span class="money">${money(price)}</span></li>`)}
    </ul>
  );
}
