import type { BestSeller } from '../../domain/figures/best-sellers.ts';
import { withSnapshot } from '../../domain/figures/snapshot.ts';
import { type StockValue as StockValueFigures, stockValue } from '../../domain/figures/stock-value.ts';
import { TourCard } from '../demo/tour-card.tsx';
import type { Page } from '../office-response.ts';
import { ButtonLink, Heading } from '../page/components.tsx';
import { dayText } from '../page/format.ts';
import type { StoreContext, StoreProps } from '../request-context.ts';
import { get, type Screen } from '../screen.ts';
import { FirstSteps, OpenSteps } from './first-steps.tsx';
import { LiveToday, liveTodayFragment } from './to-do.tsx';
import { BestSellers, bestSellersOf, Cod, LowStock, StockValue } from './today-cards.tsx';
import { countsOf, isNewStore } from './today-counts.ts';
import { todayTexts } from './today-texts.ts';

export const todayScreens: readonly Screen[] = [
  get('/', 'staff', todayPage),
  get('/today/to-do', 'staff', liveTodayFragment),
];

/** The Today page: open work, sales, stock and COD. */
async function todayPage(context: StoreContext): Promise<Page> {
  const t = todayTexts(context.language);
  const isNew = isNewStore(context);
  const figures = isNew ? undefined : await figuresOf(context);
  return {
    title: t.today,
    body: (
      <>
        <Heading
          title={
            <>
              {t.today} <small class="muted">{dayText(context.now, context.language)}</small>
            </>
          }
        >
          <ButtonLink href="/office/orders/new" icon="plus" main={!isNew} label={t.newOrder} />
        </Heading>
        <TourCard context={context} />
        {figures ? <Figures context={context} {...figures} /> : <NewStore context={context} />}
      </>
    ),
  };
}

/** The slow figures that the account may see, read from one snapshot. */
const figuresOf = (context: StoreContext) =>
  withSnapshot(context.db, async (snapshot) => ({
    stockValue: context.may('costs') ? await stockValue(snapshot, context.store.id) : undefined,
    sellers: context.may('money') ? await bestSellersOf(snapshot, context) : undefined,
  }));

/** The page of a store without orders. */
function NewStore({ context }: { context: StoreContext }) {
  const counts = countsOf(context);
  return (
    <>
      <LiveToday context={context} counts={counts} />
      <div class="columns">
        <FirstSteps context={context} />
        <LowStock context={context} counts={counts} />
      </div>
    </>
  );
}

/** Cards with open work come first, which is above the figures on a phone. */
function Figures({
  context,
  stockValue,
  sellers,
}: StoreProps<{ stockValue: StockValueFigures | undefined; sellers: readonly BestSeller[] | undefined }>) {
  const counts = countsOf(context);
  return (
    <>
      <LiveToday context={context} counts={counts} />
      <div class="columns today-cards">
        <div>
          <OpenSteps context={context} />
          <LowStock context={context} counts={counts} />
          {sellers && <Cod context={context} counts={counts} />}
        </div>
        {(sellers || stockValue) && (
          <div>
            {sellers && <BestSellers context={context} sellers={sellers} />}
            {stockValue && <StockValue context={context} stockValue={stockValue} />}
          </div>
        )}
      </div>
    </>
  );
}
