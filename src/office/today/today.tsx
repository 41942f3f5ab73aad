import { newestOrder } from '../../domain/orders/list/page.ts';
import type { Page } from '../answer.ts';
import { dayText } from '../page/format.ts';
import { ButtonLink, Heading } from '../page/parts.tsx';
import type { Visit } from '../visit.ts';
import { BestSellers, Cod, FailingApps, LowPools, LowStock, StockValue } from './cards.tsx';
import { countsOf } from './counts.ts';
import { Sales } from './sales.tsx';
import { Start } from './start.tsx';
import { texts } from './texts.ts';
import { ToDo } from './to-do.tsx';

/** How the store stands, and what is to be done in it. */
export function todayPage(visit: Visit): Page {
  const t = texts(visit.language);
  const isNew = newestOrder(visit.ctx.db, visit.store.id) === 0;
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
        {isNew ? <Start visit={visit} /> : <Figures visit={visit} />}
      </>
    ),
  };
}

function Figures({ visit }: { visit: Visit }) {
  const counts = countsOf(visit);
  return (
    <>
      <ToDo visit={visit} counts={counts} />
      <Sales visit={visit} />
      <div class="columns today-cards">
        <div>
          <BestSellers visit={visit} />
          <Cod visit={visit} counts={counts} />
        </div>
        <div>
          <FailingApps visit={visit} counts={counts} />
          <LowPools visit={visit} counts={counts} />
          <LowStock visit={visit} counts={counts} />
          {visit.isOwner && <StockValue visit={visit} />}
        </div>
      </div>
    </>
  );
}
