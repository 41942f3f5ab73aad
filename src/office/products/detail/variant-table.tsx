import { html } from 'hono/html';
import { priceTiers } from '../../../domain/catalogue/price-tiers.ts';
import type { ProductHead, Variant } from '../../../domain/catalogue/product-detail.ts';
import type { ProductPart } from '../../../domain/catalogue/product-part.ts';
import { variantsWithSku } from '../../../domain/variants.ts';
import { idText } from '../../../lib/ids.ts';
import { count, money, typedBaht } from '../../../lib/number-format.ts';
import type { Form } from '../../forms/form.ts';
import { AmountField, CheckField, TextField } from '../../forms/inputs.tsx';
import { ButtonLink, Empty, Pager, Tag, TextLink } from '../../page/components.tsx';
import { List } from '../../page/list.tsx';
import type { PageLinks } from '../../page/pagination.ts';
import type { StoreContext } from '../../request-context.ts';
import { productPath, variantPath } from './product-paths.ts';
import { productTexts } from './product-texts.ts';
import { defaultPrice, formIndexes } from './variant-prices.ts';
import { needsSharing } from './variant-skus.ts';

interface Props {
  context: StoreContext;
  product: Readonly<ProductPart>;
  pages: PageLinks;
  /** The form of the product, which saves SKUs and prices. */
  form: Form<unknown> | undefined;
}

/**
 * One page of the variants: fields for their SKUs and prices, and their total stock, which the stock page changes. A
 * pulled product has the SKUs of its source.
 */
export function VariantTable({ context, product, pages, form }: Props) {
  const t = productTexts(context.language);
  const isPart = product.variants.length < product.variantCount;
  const indexes = formIndexes(form, product.variants);
  const isOwn = product.parentId === null;
  return (
    <section class="grid-edit variants">
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
          isOwn &&
            column(t.sku, 'wide', (variant) => (
              <SkuCell context={context} variant={variant} at={indexes.get(variant.id) ?? 0} form={form} />
            )),
          column(t.onlyPrice, 'right wide', (variant) => (
            <PriceCell context={context} variant={variant} at={indexes.get(variant.id) ?? 0} form={form} />
          )),
          column(t.onHand, 'number', (variant) => <OnHand variant={variant} />),
          column(t.reserved, 'number', ({ stock }) => count(stock.total.reserved)),
          column(t.available, 'number', ({ stock: { total } }) => (
            <strong>{count(total.onHand - total.reserved)}</strong>
          )),
        ]}
      />
      <Pager {...pages} />
    </section>
  );
}

/** Linked to the page that adjusts it. A bundle or a pulled variant has no stock of its own. */
function OnHand({ variant: { id, isBundle, pulledFrom, stock } }: { variant: Variant }) {
  const onHand = count(stock.total.onHand);
  if (isBundle || pulledFrom !== null) return onHand;
  return <TextLink href={`/office/stock/variants/${idText(id)}`}>{onHand}</TextLink>;
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
        <input type="hidden" name="variant_id" value={idText(variant.id)} />
        <small class="muted break">
          {product.parentId !== null && (variant.sku ?? t.noSku)} <VariantTags context={context} variant={variant} />
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

interface CellProps {
  context: StoreContext;
  variant: Variant;
  /** Index of its fields in the form. */
  at: number;
  form: Form<unknown> | undefined;
}

function SkuCell({ context, variant, at, form }: CellProps) {
  const t = productTexts(context.language);
  const shown = variant.sku ?? '';
  return (
    <>
      <input type="hidden" name="variant_sku_was" value={form?.typed('variant_sku_was', at) ?? shown} />
      <TextField
        name="variant_sku"
        at={at}
        label={t.skuOf(variant.name || t.unnamed)}
        labelHidden
        value={shown}
        placeholder={t.noSku}
        spellcheck={false}
      />
      {form && needsSharing(context, form, variant.id, at) && (
        <CheckField name="share_sku_at" value={String(at)} label={t.shareSku} />
      )}
    </>
  );
}

/** A field for the price in the default tier; the page of the variant edits the others. */
function PriceCell({ context, variant, at, form }: CellProps) {
  const t = productTexts(context.language);
  const price = defaultPrice(context, variant);
  if (price === undefined) return <Tag tone="warn">{t.noPrice}</Tag>;
  const shown = price === null ? '' : typedBaht(price);
  return (
    <>
      <input type="hidden" name="variant_price_was" value={form?.typed('variant_price_was', at) ?? shown} />
      <AmountField
        name="variant_price"
        at={at}
        label={t.priceOf(variant.name || t.unnamed)}
        labelHidden
        value={shown}
        placeholder={price === null ? t.noPrice : undefined}
      />
      <OtherPrices context={context} variant={variant} />
    </>
  );
}

function OtherPrices({ context, variant }: { context: StoreContext; variant: Variant }) {
  const prices = new Map(variant.prices.map(({ priceTierId, price }) => [priceTierId, price]));
  const others = priceTiers(context.db, context.store.id).flatMap(({ id, name, isDefault }) => {
    const price = isDefault ? undefined : prices.get(id);
    return price === undefined ? [] : [{ name, price }];
  });
  if (others.length === 0) return null;
  return (
    <ul class="prices">
      {others.map(
        ({ name, price }) =>
          html`<li><span class="muted">${name}</span> <span class="money">${money(price)}</span></li>`,
      )}
    </ul>
  );
}
