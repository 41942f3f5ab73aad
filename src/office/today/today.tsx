import { atOneMoment } from '../../domain/figures/at-one-moment.ts';
import type { BestSeller } from '../../domain/figures/best-sellers.ts';
import { stockValue, type StockValue as Worth } from '../../domain/figures/stock-value.ts';
import type { Page } from '../answer.ts';
import { dayText } from '../page/format.ts';
import { ButtonLink, Heading } from '../page/parts.tsx';
import type { Visit } from '../visit.ts';
import { BestSellers, bestOf, Cod, FailingApps, LowPools, LowStock, StockValue } from './cards.tsx';
import { type Counts, countsOf, isNewStore } from './counts.ts';
import { Sales } from './sales.tsx';
import { Start } from './start.tsx';
import { texts } from './texts.ts';
import { ToDo } from './to-do.tsx';

/** How the store stands, and what is to be done in it. */
export async function todayPage(visit: Visit): Promise<Page> {
  const t = texts(visit.language);
  const isNew = isNewStore(visit);
  const figures = isNew ? undefined : await figuresOf(visit);
  return {
    title: t.today,
    body: (
      <>
        <Heading
          title={
            <>
              {t.today} <small class="quietly">{dayText(visit.now, visit.language)}</small>
            </>
          }
        >
          <ButtonLink href="/office/orders/new" icon="plus" main={!isNew}>
            {t.newOrder}
          </ButtonLink>
        </Heading>
        {figures ? <Figures visit={visit} {...figures} /> : <Beginning visit={visit} />}
      </>
    ),
  };
}

/** What takes long to add up; what stock is worth is the owner's business alone. */
const figuresOf = (visit: Visit) =>
  atOneMoment(visit.ctx.db, async (moment) => ({
    worth: visit.isOwner ? await stockValue(moment, visit.store.id) : undefined,
    best: await bestOf(moment, visit),
  }));

/** What to do first, and what cannot wait until then. */
function Beginning({ visit }: { visit: Visit }) {
  const counts = countsOf(visit);
  return (
    <>
      <ToDo visit={visit} counts={counts} />
      <div class="columns">
        <Start visit={visit} />
        <Troubles visit={visit} counts={counts} />
      </div>
    </>
  );
}

const Troubles = ({ visit, counts }: { visit: Visit; counts: Counts }) => (
  <>
    <FailingApps visit={visit} counts={counts} />
    <LowPools visit={visit} counts={counts} />
    <LowStock visit={visit} counts={counts} />
  </>
);

interface FiguresProps {
  visit: Visit;
  worth: Worth | undefined;
  best: readonly BestSeller[];
}

function Figures({ visit, worth, best }: FiguresProps) {
  const counts = countsOf(visit);
  return (
    <>
      <ToDo visit={visit} counts={counts} />
      <Sales visit={visit} />
      <div class="columns today-cards">
        <div>
          <BestSellers visit={visit} best={best} />
          <Cod visit={visit} counts={counts} />
        </div>
        <div>
          <Troubles visit={visit} counts={counts} />
          {worth && <StockValue visit={visit} worth={worth} />}
        </div>
      </div>
    </>
  );
}
