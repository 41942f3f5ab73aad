import type { Child } from 'hono/jsx';
import { hasProducts } from '../../domain/catalogue/variant-search.ts';
import { listChannels } from '../../domain/channels/channels.ts';
import type { BestSeller } from '../../domain/figures/best-sellers.ts';
import { withSnapshot } from '../../domain/figures/snapshot.ts';
import { type StockValue as StockValueFigures, stockValue } from '../../domain/figures/stock-value.ts';
import { TourCard } from '../demo/tour-card.tsx';
import type { Page } from '../office-response.ts';
import { ButtonLink, Heading, Tag } from '../page/components.tsx';
import { dayText } from '../page/format.ts';
import type { StoreContext, StoreProps } from '../request-context.ts';
import { get, type Screen } from '../screen.ts';
import { LiveToday, liveTodayFragment } from './to-do.tsx';
import { BestSellers, bestSellersOf, Cod, FailingApps, LowPools, LowStock, StockValue } from './today-cards.tsx';
import { type Counts, countsOf, isNewStore } from './today-counts.ts';
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
        <GettingStarted context={context} />
        <Warnings context={context} counts={counts} />
      </div>
    </>
  );
}

const Warnings = ({ context, counts }: { context: StoreContext; counts: Counts }) => (
  <>
    <FailingApps context={context} counts={counts} />
    <LowPools context={context} counts={counts} />
    <LowStock context={context} counts={counts} />
  </>
);

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
        {sellers && (
          <div>
            <BestSellers context={context} sellers={sellers} />
            <Cod context={context} counts={counts} />
          </div>
        )}
        <div>
          <Warnings context={context} counts={counts} />
          {stockValue && <StockValue context={context} stockValue={stockValue} />}
        </div>
      </div>
    </>
  );
}

/** First steps of a store without orders. The card goes with the first order, which is the last step. */
function GettingStarted({ context }: { context: StoreContext }) {
  const t = todayTexts(context.language);
  const isStocked = hasProducts(context.db, context.store.id);
  const isConnected = listChannels(context.db, context.store.id).length > 0;
  return (
    <section class="card start" aria-labelledby="start">
      <h2 id="start">{t.startTitle}</h2>
      <ol>
        <Step title={t.startProducts} hint={t.startProductsHint} done={isStocked && t.done}>
          <ButtonLink href="/office/products/new" icon="plus" main label={t.startProducts} />
          <ButtonLink href="/office/products/import" label={t.importProducts} />
        </Step>
        {context.mayOpen('/partners') && (
          <Step title={t.startPartner} hint={t.startPartnerHint} done={isConnected && t.done}>
            <ButtonLink href="/office/partners" label={t.openPartners} />
          </Step>
        )}
        <Step title={t.startOrder} hint={t.startOrderHint} done={false}>
          <ButtonLink href="/office/orders/new" icon="plus" main={isStocked} label={t.newOrder} />
        </Step>
      </ol>
    </section>
  );
}

const Step = ({ title, hint, done, children }: StepProps) => (
  <li>
    <h3>
      {title} {done && <Tag tone="good">{done}</Tag>}
    </h3>
    {!done && (
      <>
        <p class="muted">{hint}</p>
        <div class="actions">{children}</div>
      </>
    )}
  </li>
);

interface StepProps {
  title: string;
  hint: string;
  /** Says that the step is done; it then has no hint and no buttons. */
  done: string | false;
  children: Child;
}
