import {
  countTabs,
  countToTakeIn,
  listOrderPage,
  newestOrder,
  type OrderPage,
} from '../../../domain/orders/list/page.ts';
import { ORDER_TABS, type OrderTab } from '../../../domain/orders/list/tabs.ts';
import type { Page } from '../../answer.ts';
import { ButtonLink, Empty, Heading, Notice, Pager, Tabs, withQuery } from '../../page/parts.tsx';
import { words } from '../../page/texts.ts';
import { get, type Screen } from '../../screen.ts';
import type { Visit } from '../../visit.ts';
import { type Asked, askedOf } from './asked.ts';
import { Search } from './filters.tsx';
import { NewsOfNothing } from './news.tsx';
import { OrderTable } from './table.tsx';
import { texts } from './texts.ts';

const ON_A_PAGE = 50;
const COUNTED_TO = 1_000;

export const listScreens: readonly Screen[] = [get('/orders', 'staff', (visit) => ordersPage(visit))];

function ordersPage(visit: Visit): Page {
  const t = texts(visit.language);
  const asked = askedOf(visit);
  const { db } = visit.ctx;
  const newest = newestOrder(db, visit.store.id); // first: what comes while the page is made is news
  const place = { before: asked.before, limit: ON_A_PAGE };
  const page = listOrderPage(db, visit.store.id, asked.query, place, visit.now);
  return {
    title: t.orders,
    body: (
      <>
        <Heading title={t.orders}>
          <ButtonLink href="/office/orders/new" icon="plus" main>
            {t.newOrder}
          </ButtonLink>
          <ButtonLink href="/office/orders/pack" icon="scan">
            {t.pack}
          </ButtonLink>
          <ButtonLink href="/office/orders/cod">COD</ButtonLink>
          <ButtonLink href="/office/orders/bookings" icon="truck">
            {t.queue}
          </ButtonLink>
          <ButtonLink href={withQuery(csvUrl(visit), { before: undefined })} icon="download" download>
            {words(visit.language).csv}
          </ButtonLink>
        </Heading>
        <OrderTabs visit={visit} current={asked.query.tab} />
        <Search visit={visit} asked={asked} />
        <Found visit={visit} asked={asked} page={page} newest={newest} />
      </>
    ),
  };
}

const csvUrl = ({ asked: { url } }: Visit): URL => {
  const csv = new URL('/office/orders/csv', url);
  csv.search = url.search;
  return csv;
};

/** Tabs in which all wait for something; how many are over and done says nothing. */
const COUNTED: readonly OrderTab[] = ['to_confirm', 'unpaid', 'to_pack', 'booking_failed', 'on_the_way'];

const OrderTabs = ({ visit, current }: { visit: Visit; current: OrderTab }) => {
  const t = texts(visit.language);
  const { db } = visit.ctx;
  const counts = countTabs(db, visit.store.id, COUNTED_TO, COUNTED);
  const toTakeIn = countToTakeIn(db, visit.store.id, COUNTED_BACK, visit.now);
  const tabs = ORDER_TABS.map((tab) => ({
    label: t[tab],
    href: withQuery(visit.asked.url, { tab: tab === 'all' ? undefined : tab, before: undefined }),
    current: tab === current,
    count: tab === 'returning' ? shownFound(toTakeIn) : shownCount(counts[tab]),
  }));
  return <Tabs tabs={tabs} label={t.tabs} />;
};

const COUNTED_BACK = 100;

const shownFound = ({ count, hasMore }: { count: number; hasMore: boolean }): number | string =>
  hasMore ? `${count}+` : count;

const shownCount = (count: number): number | string => (count < COUNTED_TO ? count : `${COUNTED_TO - 1}+`);

interface FoundProps {
  visit: Visit;
  asked: Asked;
  page: OrderPage;
  newest: number;
}

const Found = ({ visit, asked, page, newest }: FoundProps) => {
  const isNewest = asked.before === undefined;
  const { url } = visit.asked;
  const next = page.next === undefined ? undefined : withQuery(url, { before: page.next });
  return (
    <>
      {page.orders.length === 0 && !page.hasStopped ? (
        <Nothing visit={visit} asked={asked} newest={newest} />
      ) : (
        <OrderTable visit={visit} orders={page.orders} isNewest={isNewest} newest={newest} />
      )}
      {page.hasStopped && next !== undefined ? (
        <Stopped visit={visit} next={next} />
      ) : (
        <Pager visit={visit} previous={isNewest ? undefined : withQuery(url, { before: undefined })} next={next} />
      )}
    </>
  );
};

const Stopped = ({ visit, next }: { visit: Visit; next: string }) => {
  const t = texts(visit.language);
  return (
    <Notice>
      <p>{t.stopped}</p>
      <ButtonLink href={next} icon="search">
        {t.goOn}
      </ButtonLink>
    </Notice>
  );
};

const Nothing = ({ visit, asked, newest }: Omit<FoundProps, 'page'>) => {
  const t = texts(visit.language);
  const { tab, search } = asked.query;
  const isNarrowed = asked.filters > 0 || search !== undefined;
  const isFirst = tab === 'all' && !isNarrowed;
  const title = isNarrowed ? t.emptyFound : tab === 'all' ? t.emptyAll : t[`empty_${tab}`];
  return (
    <>
      <Empty title={title}>
        <p>{isNarrowed ? t.emptyFoundHint : isFirst ? t.emptyAllHint : t.empty_hint}</p>
        {isNarrowed && (
          <ButtonLink href={tab === 'all' ? '/office/orders' : `/office/orders?tab=${tab}`}>{t.clearAll}</ButtonLink>
        )}
        {isFirst && (
          <ButtonLink href="/office/orders/new" icon="plus" main>
            {t.newOrder}
          </ButtonLink>
        )}
      </Empty>
      <NewsOfNothing visit={visit} after={newest} />
    </>
  );
};
