import { channelNames } from '../../../domain/channels/channels.ts';
import { countAwaitingRestock, countTabs } from '../../../domain/orders/list/order-page.ts';
import { MAX_FILTERED } from '../../../domain/orders/list/sorted.ts';
import { ORDER_TABS, type OrderTab } from '../../../domain/orders/list/tabs.ts';
import { salesChannels, shippingTypes } from '../../../domain/orders/order-codes.ts';
import { orderTagsOfStore } from '../../../domain/orders/order-tags.ts';
import { courierName } from '../../../lib/courier-names.ts';
import { count } from '../../../lib/number-format.ts';
import { DayField } from '../../forms/date-fields.tsx';
import { CheckField, type Option, SelectField, Submit, TextField } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { commonTexts } from '../../page/common-texts.ts';
import { ButtonLink, Empty, Heading, Notice, Pager, Tabs, withQuery } from '../../page/components.tsx';
import { Icon } from '../../page/icons.tsx';
import { Live } from '../../page/live.tsx';
import { csvLink, Menu } from '../../page/menu.tsx';
import type { StoreContext } from '../../request-context.ts';
import { ScanButton } from '../../scan/scan-field.tsx';
import { get, type Screen, withScanner } from '../../screen.ts';
import { SavedViews } from '../../views/saved-views.tsx';
import { salesChannelName } from '../order-labels.ts';
import { type ListedOrders, listedOrders } from './listed-orders.ts';
import { type OrderListQuery, orderListQuery, queryParam } from './order-list-query.ts';
import { orderListTexts } from './order-list-texts.ts';
import { OrderTable } from './order-table.tsx';

const MAX_COUNT = 1_000;

export const listScreens: readonly Screen[] = withScanner([get('/orders', 'orders or money', ordersPage)]);

async function ordersPage(context: StoreContext): Promise<Page> {
  const t = orderListTexts(context.language);
  const listQuery = orderListQuery(context);
  const page = await listedOrders(context, listQuery);
  return {
    title: t.orders,
    body: (
      <>
        <Heading title={t.orders}>
          <ButtonLink href="/office/orders/new" icon="plus" main label={t.newOrder} />
          <ButtonLink href="/office/orders/pack" icon="scan" label={t.pack} />
          <ButtonLink href="/office/orders/cod" label="COD" />
          <Menu
            links={[
              { href: '/office/orders/bookings', icon: 'truck', label: t.queue },
              csvLink(withQuery(csvUrl(context), { before: undefined, page: undefined })),
            ]}
          />
        </Heading>
        <div id="order-tabs" data-live-too>
          <OrderTabs context={context} current={listQuery.query.tab} />
        </div>
        <SavedViews context={context} list="orders" />
        <OrderSearch context={context} listQuery={listQuery} />
        <Live context={context} id="order-list" announces>
          <OrderResults context={context} listQuery={listQuery} page={page} />
        </Live>
      </>
    ),
  };
}

const csvUrl = ({ request: { url } }: StoreContext): URL => {
  const csv = new URL('/office/orders/csv', url);
  csv.search = url.search;
  return csv;
};

/** The tabs with orders to process. */
const COUNTED_TABS: readonly OrderTab[] = ['to_confirm', 'unpaid', 'to_pack', 'packed', 'booking_failed', 'on_the_way'];

const OrderTabs = ({ context, current }: { context: StoreContext; current: OrderTab }) => {
  const t = orderListTexts(context.language);
  const { db } = context;
  const counts = countTabs(db, context.store.id, MAX_COUNT, COUNTED_TABS);
  const awaitingRestock = countAwaitingRestock(db, context.store.id, MAX_RETURNS, context.now);
  const tabs = ORDER_TABS.map((tab) => ({
    label: t[tab],
    href: withQuery(context.request.url, { tab: tab === 'all' ? undefined : tab, before: undefined, page: undefined }),
    current: tab === current,
    count: tab === 'returning' ? countText(awaitingRestock) : cappedCount(counts[tab]),
  }));
  return <Tabs tabs={tabs} label={t.tabs} />;
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
        <OrderTable context={context} orders={page.orders} sort={listQuery.sort} />
      )}
      {page.hasStopped && next !== undefined ? (
        <SearchStopped context={context} next={next} />
      ) : (
        <Pager previous={page.previous} next={next} />
      )}
    </>
  );
};

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

/** The search field and the collapsible filters. */
const OrderSearch = ({ context, listQuery }: { context: StoreContext; listQuery: OrderListQuery }) => {
  const t = orderListTexts(context.language);
  const { tab, search } = listQuery.query;
  const sort = listQuery.sort && queryParam(context, 'sort');
  return (
    <search>
      <form method="get" action="/office/orders" class="search-orders" hx-sync="this:replace">
        {tab !== 'all' && <input type="hidden" name="tab" value={tab} />}
        {sort && <input type="hidden" name="sort" value={sort} />}
        <div class="line">
          <TextField
            name="q"
            type="search"
            label={t.searchLabel}
            labelHidden
            value={search}
            placeholder={context.may('customer_data') ? t.searchHint : t.searchHintWithoutPersons}
            data-scans="once"
          />
          <ScanButton />
          <Submit
            class="secondary outline"
            label={
              <>
                <Icon name="search" /> {commonTexts(context.language).search}
              </>
            }
          />
        </div>
        <details open={listQuery.filters > 0}>
          <summary>{listQuery.filters > 0 ? t.activeFilters(listQuery.filters) : t.filters}</summary>
          <Filters context={context} listQuery={listQuery} />
        </details>
      </form>
    </search>
  );
};

const Filters = ({ context, listQuery }: { context: StoreContext; listQuery: OrderListQuery }) => {
  const t = orderListTexts(context.language);
  const { tab } = listQuery.query;
  const { values } = context.app.config;
  const filterProps = (name: string) => ({ name, value: queryParam(context, name), empty: t.any });
  const channels = salesChannels(values).map((code) => ({
    value: code,
    label: salesChannelName(code, context.language),
  }));
  const couriers = shippingTypes(values).map((code) => ({ value: code, label: courierName(code, context.language) }));
  return (
    <div class="fields">
      <DayField name="from" label={t.from} value={queryParam(context, 'from')} />
      <DayField name="to" label={t.to} value={queryParam(context, 'to')} />
      <SelectField {...filterProps('channel')} label={t.channel} options={channels} />
      <SelectField {...filterProps('partner')} label={t.partner} options={partnerOptions(context)} />
      <SelectField {...filterProps('courier')} label={t.courier} options={couriers} />
      <SelectField {...filterProps('cod')} label={t.cod} options={yesNo(t.codYes, t.codNo)} />
      <SelectField {...filterProps('paid')} label={t.paid} options={paidOptions(context)} />
      <SelectField {...filterProps('number')} label={t.number} options={yesNo(t.numberYes, t.numberNo)} />
      <TagFilter context={context} />
      <CheckField name="late" value="yes" checked={queryParam(context, 'late') !== ''} label={t.late} />
      <CheckField
        name="awaits_restock"
        value="yes"
        checked={queryParam(context, 'awaits_restock') !== ''}
        label={t.awaits_restock}
      />
      <div class="actions">
        <Submit class="secondary outline" label={t.apply} />
        {listQuery.filters > 0 && (
          <ButtonLink href={tab === 'all' ? '/office/orders' : `/office/orders?tab=${tab}`} label={t.clearAll} />
        )}
      </div>
    </div>
  );
};

function TagFilter({ context }: { context: StoreContext }) {
  const t = orderListTexts(context.language);
  const tags = orderTagsOfStore(context.db, context.store.id);
  const value = queryParam(context, 'tag');
  if (tags.length === 0 && value === '') return null;
  const options = [...new Set([...tags, ...(value === '' ? [] : [value])])].map((tag) => ({ value: tag, label: tag }));
  return <SelectField name="tag" value={value} empty={t.any} label={t.tag} options={options} />;
}

const yesNo = (yes: string, no: string): Option[] => [
  { value: 'yes', label: yes },
  { value: 'no', label: no },
];

const paidOptions = ({ language }: StoreContext): Option[] => {
  const t = orderListTexts(language);
  return [...yesNo(t.paidYes, t.paidNo), { value: 'overpaid', label: t.overpaid }];
};

const partnerOptions = (context: StoreContext): Option[] => [
  { value: 'store', label: orderListTexts(context.language).byStore },
  ...channelNames(context.db, context.store.id).map(({ id, name }) => ({ value: String(id), label: name })),
];
