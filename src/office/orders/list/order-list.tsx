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
import { OrderSearch } from './order-filters.tsx';
import { type OrderListQuery, orderListQuery } from './order-list-query.ts';
import { texts } from './order-list-texts.ts';
import { OrderTable } from './order-table.tsx';

const PAGE_SIZE = 50;
const MAX_COUNT = 1_000;

export const listScreens: readonly Screen[] = [get('/orders', 'staff', (context) => ordersPage(context))];

function ordersPage(context: StoreContext): Page {
  const t = texts(context.language);
  const listQuery = orderListQuery(context);
  const { db } = context;
  const newest = newestOrder(db, context.store.id); // read before the list, so that polling misses no order
  const range = { before: listQuery.before, limit: PAGE_SIZE };
  const page = listOrderPage(db, context.store.id, listQuery.query, range, context.now);
  return {
    title: t.orders,
    body: (
      <>
        <Heading title={t.orders}>
          <ButtonLink href="/office/orders/new" icon="plus" main label={t.newOrder} />
          <ButtonLink href="/office/orders/pack" icon="scan" label={t.pack} />
          <ButtonLink href="/office/orders/cod" label="COD" />
          <ButtonLink href="/office/orders/bookings" icon="truck" label={t.queue} />
          <ButtonLink
            href={withQuery(csvUrl(context), { before: undefined })}
            icon="download"
            download
            label={commonTexts(context.language).csv}
          />
        </Heading>
        <OrderTabs context={context} current={listQuery.query.tab} />
        <OrderSearch context={context} listQuery={listQuery} />
        <OrderResults context={context} listQuery={listQuery} page={page} newest={newest} />
      </>
    ),
  };
}

const csvUrl = ({ request: { url } }: StoreContext): URL => {
  const csv = new URL('/office/orders/csv', url);
  csv.search = url.search;
  return csv;
};

/** Tabs with a count: those with orders to process. */
const COUNTED: readonly OrderTab[] = ['to_confirm', 'unpaid', 'to_pack', 'booking_failed', 'on_the_way'];

const OrderTabs = ({ context, current }: { context: StoreContext; current: OrderTab }) => {
  const t = texts(context.language);
  const { db } = context;
  const counts = countTabs(db, context.store.id, MAX_COUNT, COUNTED);
  const toRestock = countToTakeIn(db, context.store.id, MAX_RETURNS, context.now);
  const tabs = ORDER_TABS.map((tab) => ({
    label: t[tab],
    href: withQuery(context.request.url, { tab: tab === 'all' ? undefined : tab, before: undefined }),
    current: tab === current,
    count: tab === 'returning' ? atLeastText(toRestock) : cappedText(counts[tab]),
  }));
  return <Tabs tabs={tabs} label={t.tabs} />;
};

const MAX_RETURNS = 100;

const atLeastText = ({ count, hasMore }: { count: number; hasMore: boolean }): number | string =>
  hasMore ? `${count}+` : count;

const cappedText = (count: number): number | string => (count < MAX_COUNT ? count : `${MAX_COUNT - 1}+`);

interface ResultsProps {
  context: StoreContext;
  listQuery: OrderListQuery;
  page: OrderPage;
  newest: number;
}

const OrderResults = ({ context, listQuery, page, newest }: ResultsProps) => {
  const isFirstPage = listQuery.before === undefined;
  const { url } = context.request;
  const next = page.next === undefined ? undefined : withQuery(url, { before: page.next });
  return (
    <>
      {page.orders.length === 0 && !page.hasStopped ? (
        <EmptyList context={context} listQuery={listQuery} newest={newest} />
      ) : (
        <OrderTable context={context} orders={page.orders} isFirstPage={isFirstPage} newest={newest} />
      )}
      {page.hasStopped && next !== undefined ? (
        <SearchStopped context={context} next={next} />
      ) : (
        <Pager previous={isFirstPage ? undefined : withQuery(url, { before: undefined })} next={next} />
      )}
    </>
  );
};

/** A search looks at a limited number of orders per page. */
const SearchStopped = ({ context, next }: { context: StoreContext; next: string }) => {
  const t = texts(context.language);
  return (
    <Notice>
      <p>{t.stopped}</p>
      <ButtonLink href={next} icon="search" label={t.goOn} />
    </Notice>
  );
};

const EmptyList = ({ context, listQuery, newest }: Omit<ResultsProps, 'page'>) => {
  const t = texts(context.language);
  const { tab, search } = listQuery.query;
  const isFiltered = listQuery.filters > 0 || search !== undefined;
  const isNewStore = tab === 'all' && !isFiltered;
  const title = isFiltered ? t.emptyFound : tab === 'all' ? t.emptyAll : t[`empty_${tab}`];
  return (
    <>
      <Empty title={title} hint={isFiltered ? t.emptyFoundHint : isNewStore ? t.emptyAllHint : t.empty_hint}>
        {isFiltered && (
          <ButtonLink href={tab === 'all' ? '/office/orders' : `/office/orders?tab=${tab}`} label={t.clearAll} />
        )}
        {isNewStore && <ButtonLink href="/office/orders/new" icon="plus" main label={t.newOrder} />}
      </Empty>
      <NewOrdersInEmptyList context={context} after={newest} />
    </>
  );
};
