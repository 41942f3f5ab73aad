import { countAwaitingRestock, countTabs } from '../../../domain/orders/list/order-page.ts';
import { RETURN_STATES, type ReturnState } from '../../../domain/orders/list/returns.ts';
import { MAX_FILTERED } from '../../../domain/orders/list/sorted.ts';
import { ORDER_TABS, type OrderTab } from '../../../domain/orders/list/tabs.ts';
import { count } from '../../../lib/number-format.ts';
import type { Page } from '../../office-response.ts';
import { ButtonLink, Empty, Heading, Notice, Pager, Tabs, withQuery } from '../../page/components.tsx';
import { exportLinks } from '../../page/export-menu.tsx';
import { fileUrl } from '../../page/file-formats.ts';
import { Live } from '../../page/live.tsx';
import { Menu } from '../../page/menu.tsx';
import type { StoreContext } from '../../request-context.ts';
import { get, type Screen, withScanner } from '../../screen.ts';
import { viewTabs } from '../../views/saved-views.tsx';
import { viewTexts } from '../../views/view-texts.ts';
import { handOverTexts } from '../hand-over/hand-over-texts.ts';
import { returnStateName } from '../order-labels.ts';
import { SLIP_QUEUE } from '../slips/slip-queue-path.ts';
import { slipQueueTexts } from '../slips/slip-queue-texts.ts';
import { type ListedOrders, listedOrders } from './listed-orders.ts';
import { OrderFilters } from './order-filters.tsx';
import { type OrderListQuery, orderListQuery } from './order-list-query.ts';
import { orderListTexts } from './order-list-texts.ts';
import { OrderTable } from './order-table.tsx';

const MAX_COUNT = 1_000;

export const orderListScreens: readonly Screen[] = withScanner([get('/orders', 'orders or money', ordersPage)]);

async function ordersPage(context: StoreContext): Promise<Page> {
  const t = orderListTexts(context.language);
  const listQuery = orderListQuery(context);
  const page = await listedOrders(context, listQuery);
  const pack = { href: '/office/orders/pack', icon: 'scan', label: t.pack } as const;
  const handOver = { ...pack, href: '/office/orders/hand-over', label: handOverTexts(context.language).scanToHandOver };
  const [scan, otherScan] = listQuery.query.tab === 'packed' ? [handOver, pack] : [pack, handOver];
  return {
    title: t.orders,
    body: (
      <>
        <Heading title={t.orders}>
          <ButtonLink href="/office/orders/new" icon="plus" main label={t.newOrder} />
          {listQuery.query.tab === 'to_confirm' && page.orders.length > 0 && (
            <ButtonLink href={`/office${SLIP_QUEUE}`} label={slipQueueTexts(context.language).title} />
          )}
          <Menu
            buttons={[scan, { href: '/office/orders/cod', label: 'COD' }]}
            links={[
              otherScan,
              { href: '/office/orders/bookings', icon: 'truck', label: t.queue },
              ...exportLinks(withQuery(listUrl(context), { before: undefined, page: undefined })),
              {
                href: fileUrl(withQuery(listUrl(context, '/lines'), { before: undefined, page: undefined }), 'xlsx'),
                icon: 'download',
                label: t.exportLines,
                download: 'file',
              },
            ]}
          />
        </Heading>
        <div id="order-tabs" data-live-too>
          <OrderTabs context={context} current={listQuery.query.tab} />
        </div>
        {listQuery.query.tab === 'returning' && <ReturnTabs context={context} current={listQuery.query.returnState} />}
        <OrderFilters context={context} listQuery={listQuery} />
        <Live context={context} id="order-list" announces>
          <OrderResults context={context} listQuery={listQuery} page={page} />
        </Live>
      </>
    ),
  };
}

/** @param under the path of the list */
const listUrl = ({ request: { url } }: StoreContext, under = ''): URL =>
  new URL(`/office/orders${under}${url.search}`, url);

/** The tabs with orders to process. */
const COUNTED_TABS: readonly OrderTab[] = ['to_confirm', 'unpaid', 'to_pack', 'packed', 'booking_failed', 'on_the_way'];

/** Tabs without work left; in the menu behind the others. */
const FOLDED_TABS: readonly OrderTab[] = ['delivered', 'closed'];

const OrderTabs = ({ context, current }: { context: StoreContext; current: OrderTab }) => {
  const t = orderListTexts(context.language);
  const { db } = context;
  const counts = countTabs(db, context.store.id, MAX_COUNT, COUNTED_TABS);
  const awaitingRestock = countAwaitingRestock(db, context.store.id, MAX_RETURNS, context.now);
  const views = viewTabs({ context, list: 'orders' });
  const isView = views.some((view) => view.current);
  const tabOf = (tab: OrderTab) => ({
    label: t[tab],
    href: withQuery(context.request.url, { tab: tab === 'all' ? undefined : tab, before: undefined, page: undefined }),
    current: tab === current && !isView,
    count: tab === 'returning' ? countText(awaitingRestock) : cappedCount(counts[tab]),
  });
  const isFolded = (tab: OrderTab) => FOLDED_TABS.includes(tab) && tab !== current;
  const manage = { href: '/office/views?list=orders', label: viewTexts(context.language).manage };
  return (
    <div class="tab-row">
      <Tabs tabs={[...ORDER_TABS.filter((tab) => !isFolded(tab)).map(tabOf), ...views]} label={t.tabs} />
      <Menu label={t.moreTabs} links={[...ORDER_TABS.filter(isFolded).map(tabOf), views.length > 0 && manage]} />
    </div>
  );
};

/** The states of returned parcels. */
const ReturnTabs = ({ context, current }: { context: StoreContext; current: ReturnState | undefined }) => {
  const t = orderListTexts(context.language);
  const { url } = context.request;
  const href = (returns?: ReturnState) => withQuery(url, { returns, before: undefined, page: undefined });
  return (
    <Tabs
      label={t.returns}
      tabs={[
        { label: t.allReturns, href: href(), current: current === undefined },
        ...RETURN_STATES.map((state) => ({
          label: returnStateName(state, context.language),
          href: href(state),
          current: state === current,
        })),
      ]}
    />
  );
};

const MAX_RETURNS = 100;

const countText = ({ count, hasMore }: { count: number; hasMore: boolean }): number | string =>
  hasMore ? `${count}+` : count;

const cappedCount = (count: number): number | string => (count < MAX_COUNT ? count : `${MAX_COUNT - 1}+`);

interface ResultsProps {
  context: StoreContext;
  listQuery: OrderListQuery;
  page: ListedOrders;
}

const OrderResults = ({ context, listQuery, page }: ResultsProps) => {
  const { next } = page;
  return (
    <>
      {page.isUnsorted && (
        <Notice tone="warn">{orderListTexts(context.language).tooManyToSort(count(MAX_FILTERED))}</Notice>
      )}
      {page.orders.length === 0 && !page.hasStopped ? (
        <EmptyList context={context} listQuery={listQuery} />
      ) : (
        <OrderTable context={context} orders={page.orders} sort={listQuery.sort} matches={page.matches} />
      )}
      {page.hasStopped && next !== undefined ? (
        <SearchStopped context={context} next={next} />
      ) : (
        <Pager previous={page.previous} next={next} position={position(context, page)} />
      )}
    </>
  );
};

/** Such as `51–100 of 294`; without the total if it is not counted. */
function position(context: StoreContext, { first, orders, matches, isCounted }: ListedOrders): string | undefined {
  if (first === undefined || orders.length === 0) return;
  const last = first + orders.length - 1;
  const total = isCounted ? (matches ?? count(last)) : undefined;
  return orderListTexts(context.language).position(count(first), count(last), total);
}

/** Shown when the search reached its limit of scanned orders. */
const SearchStopped = ({ context, next }: { context: StoreContext; next: string }) => {
  const t = orderListTexts(context.language);
  return (
    <Notice>
      <p>{t.stopped}</p>
      <ButtonLink href={next} icon="search" label={t.goOn} />
    </Notice>
  );
};

const EmptyList = ({ context, listQuery }: Omit<ResultsProps, 'page'>) => {
  const t = orderListTexts(context.language);
  const { tab, search } = listQuery.query;
  const isFiltered = listQuery.filters > 0 || search !== undefined;
  const isNewStore = tab === 'all' && !isFiltered;
  const foundHint =
    search === undefined || context.may('customer_data') ? t.emptyFoundHint : t.emptyFoundHintWithoutPersons;
  const title = isFiltered ? t.emptyFound : tab === 'all' ? t.emptyAll : t[`empty_${tab}`];
  return (
    <Empty title={title} hint={isFiltered ? foundHint : isNewStore ? t.emptyAllHint : t.empty_hint}>
      {isFiltered && (
        <ButtonLink href={tab === 'all' ? '/office/orders' : `/office/orders?tab=${tab}`} label={t.clearAll} />
      )}
      {isNewStore && <ButtonLink href="/office/orders/new" icon="plus" main label={t.newOrder} />}
    </Empty>
  );
};
