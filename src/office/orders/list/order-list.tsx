import {
  countTabs,
  countToTakeIn,
  listOrderPage,
  newestOrder,
  type OrderPage,
} from '../../../domain/orders/list/page.ts';
import { ORDER_TABS, type OrderTab } from '../../../domain/orders/list/tabs.ts';
import type { Page } from '../../answer.ts';
import { commonTexts } from '../../page/common-texts.ts';
import { ButtonLink, Empty, Heading, Notice, Pager, Tabs, withQuery } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { get, type Screen } from '../../screen.ts';
import { NewOrdersInEmptyList } from './new-orders.tsx';
import { Search } from './order-filters.tsx';
import { type OrderListQuery, orderListQuery } from './order-list-query.ts';
import { texts } from './order-list-texts.ts';
import { OrderTable } from './order-table.tsx';

const ON_A_PAGE = 50;
const COUNTED_TO = 1_000;

export const listScreens: readonly Screen[] = [get('/orders', 'staff', (context) => ordersPage(context))];

function ordersPage(context: StoreContext): Page {
  const t = texts(context.language);
  const listQuery = orderListQuery(context);
  const { db } = context;
  const newest = newestOrder(db, context.store.id); // first: what comes while the page is made is news
  const place = { before: listQuery.before, limit: ON_A_PAGE };
  const page = listOrderPage(db, context.store.id, listQuery.query, place, context.now);
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
          <ButtonLink href={withQuery(csvUrl(context), { before: undefined })} icon="download" download>
            {commonTexts(context.language).csv}
          </ButtonLink>
        </Heading>
        <OrderTabs context={context} current={listQuery.query.tab} />
        <Search context={context} listQuery={listQuery} />
        <Found context={context} listQuery={listQuery} page={page} newest={newest} />
      </>
    ),
  };
}

const csvUrl = ({ request: { url } }: StoreContext): URL => {
  const csv = new URL('/office/orders/csv', url);
  csv.search = url.search;
  return csv;
};

/** Tabs in which all wait for something; how many are over and done says nothing. */
const COUNTED: readonly OrderTab[] = ['to_confirm', 'unpaid', 'to_pack', 'booking_failed', 'on_the_way'];

const OrderTabs = ({ context, current }: { context: StoreContext; current: OrderTab }) => {
  const t = texts(context.language);
  const { db } = context;
  const counts = countTabs(db, context.store.id, COUNTED_TO, COUNTED);
  const toTakeIn = countToTakeIn(db, context.store.id, COUNTED_BACK, context.now);
  const tabs = ORDER_TABS.map((tab) => ({
    label: t[tab],
    href: withQuery(context.request.url, { tab: tab === 'all' ? undefined : tab, before: undefined }),
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
  context: StoreContext;
  listQuery: OrderListQuery;
  page: OrderPage;
  newest: number;
}

const Found = ({ context, listQuery, page, newest }: FoundProps) => {
  const isNewest = listQuery.before === undefined;
  const { url } = context.request;
  const next = page.next === undefined ? undefined : withQuery(url, { before: page.next });
  return (
    <>
      {page.orders.length === 0 && !page.hasStopped ? (
        <Nothing context={context} listQuery={listQuery} newest={newest} />
      ) : (
        <OrderTable context={context} orders={page.orders} isNewest={isNewest} newest={newest} />
      )}
      {page.hasStopped && next !== undefined ? (
        <Stopped context={context} next={next} />
      ) : (
        <Pager context={context} previous={isNewest ? undefined : withQuery(url, { before: undefined })} next={next} />
      )}
    </>
  );
};

const Stopped = ({ context, next }: { context: StoreContext; next: string }) => {
  const t = texts(context.language);
  return (
    <Notice>
      <p>{t.stopped}</p>
      <ButtonLink href={next} icon="search">
        {t.goOn}
      </ButtonLink>
    </Notice>
  );
};

const Nothing = ({ context, listQuery, newest }: Omit<FoundProps, 'page'>) => {
  const t = texts(context.language);
  const { tab, search } = listQuery.query;
  const isNarrowed = listQuery.filters > 0 || search !== undefined;
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
      <NewOrdersInEmptyList context={context} after={newest} />
    </>
  );
};
