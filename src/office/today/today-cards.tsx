import type { Child } from 'hono/jsx';
import { type BestSeller, bestSellers } from '../../domain/figures/best-sellers.ts';
import type { CodSum } from '../../domain/figures/cod.ts';
import type { Snapshot } from '../../domain/figures/snapshot.ts';
import type { StockValue as StockValueFigures } from '../../domain/figures/stock-value.ts';
import type { NamedVariant } from '../../domain/variants.ts';
import { bangkokDay } from '../../lib/calendar.ts';
import { count, money, wholeSatang } from '../../lib/number-format.ts';
import { codStatusName } from '../orders/order-labels.ts';
import { Tag, TextLink } from '../page/components.tsx';
import type { StoreContext, StoreProps } from '../request-context.ts';
import { DAYS } from './sales-card.tsx';
import type { Counts } from './today-counts.ts';
import { todayTexts } from './today-texts.ts';

const MAX_ROWS = 8; // per card

interface Props {
  context: StoreContext;
  counts: Counts;
}

const Card = ({ id, title, children }: { id: string; title: string; children: Child }) => (
  <section class="card" aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
);

/** A row of a card: a name on the left, figures on the right. */
const Row = ({ name, children }: { name: Child; children: Child }) => (
  <li>
    <span>{name}</span>
    <span class="right">{children}</span>
  </li>
);

/** Linked to its stock. */
const VariantName = ({ variant: { variantId, productName, variantName, sku } }: { variant: NamedVariant }) => (
  <>
    <TextLink href={`/office/stock/variants/${variantId}`}>
      {productName} {variantName}
    </TextLink>{' '}
    {sku !== null && <small class="muted">{sku}</small>}
  </>
);

export function bestSellersOf(snapshot: Snapshot, { store, now }: StoreContext): Promise<BestSeller[]> {
  const end = bangkokDay(now) + 1;
  return bestSellers(snapshot, { storeId: store.id, first: end - DAYS, end, limit: MAX_ROWS });
}

export function BestSellers({ context, sellers }: { context: StoreContext; sellers: readonly BestSeller[] }) {
  const t = todayTexts(context.language);
  return (
    <Card id="best-sellers" title={t.bestSellers}>
      {sellers.length === 0 ? (
        <p class="muted">{t.noSales}</p>
      ) : (
        <ol class="rows">
          {sellers.map((seller) => (
            <SellerRow context={context} seller={seller} />
          ))}
        </ol>
      )}
    </Card>
  );
}

function SellerRow({ context, seller }: { context: StoreContext; seller: BestSeller }) {
  const t = todayTexts(context.language);
  return (
    <Row name={<VariantName variant={seller} />}>
      <strong class="number">{t.pieces(seller.pieces)}</strong>
      <small class="money muted">{money(seller.amount)}</small>
    </Row>
  );
}

export function Cod({ context, counts: { cod } }: Props) {
  const t = todayTexts(context.language);
  if (cod.toRemit.parcels + cod.toCollect.parcels === 0) return null;
  const rows: [string, 'collected' | 'pending', CodSum][] = [
    [codStatusName('collected', context.language), 'collected', cod.toRemit],
    [codStatusName('pending', context.language), 'pending', cod.toCollect],
  ];
  return (
    <Card id="cod" title={t.cod}>
      <ul class="rows">
        {rows.map(([label, status, { parcels, amount }]) => (
          <Row name={<a href={`/office/orders/cod?status=${status}`}>{label}</a>}>
            <strong class="money">{money(amount)}</strong>
            <small class="number muted">{t.parcels(parcels)}</small>
          </Row>
        ))}
      </ul>
    </Card>
  );
}

export function StockValue({
  context,
  stockValue: { value, pieces, withoutCost },
}: StoreProps<{ stockValue: StockValueFigures }>) {
  const t = todayTexts(context.language);
  const all = pieces + withoutCost.pieces;
  const isUnknown = pieces === 0 && all > 0;
  return (
    <Card id="stock-value" title={t.stockValue}>
      <p class="value">
        <strong class="money">{isUnknown ? '—' : value === undefined ? t.beyond : money(wholeSatang(value))}</strong>{' '}
        <span class="number muted">{t.pieces(all)}</span>
      </p>
      {withoutCost.variants > 0 && <p class="hint">{t.withoutCost(withoutCost.variants, withoutCost.pieces)}</p>}
      <p>
        <a href="/office/stock/past">{t.valueByItem}</a>
      </p>
    </Card>
  );
}

export function LowStock({ context, counts: { low } }: Props) {
  const t = todayTexts(context.language);
  if (low.length === 0) return null;
  const shortest = low.toSorted((a, b) => a.available - b.available).slice(0, MAX_ROWS);
  return (
    <Card id="low-stock" title={t.lowStock}>
      <ul class="rows">
        {shortest.map((item) => (
          <Row name={<VariantName variant={item} />}>
            <Tag tone={item.available > 0 ? 'warn' : 'bad'}>
              {t.available} {count(item.available)}
            </Tag>
            <small class="number muted">
              {t.threshold} {count(item.lowStockThreshold)}
            </small>
          </Row>
        ))}
      </ul>
      {low.length > MAX_ROWS && (
        <p>
          <a href="/office/stock?show=low">{t.allLow(low.length)}</a>
        </p>
      )}
    </Card>
  );
}
