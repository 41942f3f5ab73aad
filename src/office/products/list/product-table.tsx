import type { Product, Variant } from '../../../domain/catalogue/detail.ts';
import type { Money } from '../../../lib/money.ts';
import { Tag } from '../../page/components.tsx';
import { baht, count } from '../../page/format.ts';
import { List } from '../../page/list.tsx';
import type { StoreContext } from '../../request-context.ts';
import { productListTexts } from './product-list-texts.ts';

type ListedProduct = Readonly<Product>;

/** Products with their price range and total stock. */
export function ProductTable({ context, products }: { context: StoreContext; products: readonly ListedProduct[] }) {
  const t = productListTexts(context.language);
  return (
    <List
      class="list products stock-cards"
      rows={products}
      columns={(column) => [
        column(t.product, (product) => <ProductCell context={context} product={product} />),
        column(t.price, 'money', ({ min, max }) => priceRange(min, max)),
        column(t.onHand, 'number', (product) => count(sumOf(product, ({ total }) => total.onHand))),
        column(t.reserved, 'number', (product) => count(sumOf(product, ({ total }) => total.reserved))),
        column(t.available, 'number', (product) => (
          <strong>{count(sumOf(product, ({ total }) => total.onHand - total.reserved))}</strong>
        )),
        column(t.state, 'states', (product) => statusTags(context, product)),
      ]}
    />
  );
}

function ProductCell({ context, product }: { context: StoreContext; product: ListedProduct }) {
  const skus = product.variants.flatMap(({ sku }) => sku ?? []);
  return (
    <div class="named">
      <Picture product={product} />
      <div>
        <a href={`/office/products/${product.id}`}>{product.name}</a>
        <div class="muted break">
          {product.variants.length > 1 && `${productListTexts(context.language).variants(product.variants.length)} · `}
          {skus.slice(0, 3).join(', ')}
          {skus.length > 3 && '…'}
        </div>
      </div>
    </div>
  );
}

const LETTER = /[ก-ฮ]|(?![\u0e00-\u0e7f])[\p{L}\p{N}]/u;

/** The first letter of the name, skipping Thai vowels that are written before their consonant. */
const initialOf = (name: string): string | undefined => LETTER.exec(name)?.[0] ?? [...name][0];

/** External pictures are not shown, since pages load nothing from other sites. */
function Picture({ product }: { product: ListedProduct }) {
  const tiny = product.pictures[0]?.tinyUrl;
  return tiny?.startsWith('/') ? (
    <img class="thumb" src={tiny} alt="" width="44" height="44" loading="lazy" />
  ) : (
    <span class="thumb" aria-hidden="true">
      {initialOf(product.name)}
    </span>
  );
}

/** Status tags; undefined if there are none. */
function statusTags(context: StoreContext, product: ListedProduct) {
  const t = productListTexts(context.language);
  const available = ({ stock: { total } }: Variant) => total.onHand - total.reserved;
  const any = (is: (variant: Variant) => boolean) => product.variants.some(is);
  const isLow = (variant: Variant) =>
    variant.lowStockThreshold !== null && available(variant) <= variant.lowStockThreshold;
  const states = [
    any((variant) => available(variant) < 0) && <Tag tone="bad">{t.belowZero}</Tag>,
    any((variant) => available(variant) === 0) && <Tag tone="warn">{t.outOfStock}</Tag>,
    any((variant) => available(variant) > 0 && isLow(variant)) && <Tag tone="warn">{t.low}</Tag>,
    product.parentId !== null && <Tag>{t.pulled}</Tag>,
    any(({ isBundle }) => isBundle) && <Tag>{t.bundle}</Tag>,
  ].filter((state) => state !== false);
  return states.length === 0 ? undefined : states.map((state) => <>{state} </>);
}

const sumOf = (product: ListedProduct, of: (stock: Variant['stock']) => number): number =>
  product.variants.reduce((sum, { stock }) => sum + of(stock), 0);

function priceRange(min: Money | null, max: Money | null): string {
  if (min === null || max === null) return '—';
  return min === max ? baht(min) : `${baht(min)}–${baht(max)}`;
}
