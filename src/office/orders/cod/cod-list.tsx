import { shippingTypes } from '../../../domain/orders/order-codes.ts';
import type { CodStatus } from '../../../domain/orders/order-states.ts';
import {
  type CodParcel,
  newestCodParcels,
  openCodSums,
  parcelsOfRemittance,
} from '../../../domain/orders/payments/cod-parcels.ts';
import { findCodParcels, isLate, lateSince } from '../../../domain/orders/payments/find-cod-parcels.ts';
import { listRemittances, unappliedRows } from '../../../domain/orders/payments/remittance-rows.ts';
import { courierName } from '../../../lib/courier-names.ts';
import type { Id } from '../../../lib/ids.ts';
import { count, money } from '../../../lib/number-format.ts';
import { fields, optionalChoice, optionalId, optionalText } from '../../forms/fields.ts';
import { SelectField } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { ButtonLink, Empty, Heading, Pager, Tabs, withQuery } from '../../page/components.tsx';
import { exportLinks } from '../../page/export-menu.tsx';
import { listFile, pagesOf } from '../../page/list-file.ts';
import { activeFilter, ListFilters } from '../../page/list-filters.tsx';
import { Menu } from '../../page/menu.tsx';
import { ALL_ROWS } from '../../page/pagination.ts';
import type { StoreContext } from '../../request-context.ts';
import { fileScreens, get, largeFileScreens, type Screen, withScanner } from '../../screen.ts';
import { parcelsFile, payoutFile, remittancesFile } from './cod-files.ts';
import { ParcelTable } from './cod-parcel-table.tsx';
import { codTexts } from './cod-texts.ts';
import { feeScreens, remittanceOf } from './fee-form.tsx';
import { manualPayoutScreens } from './manual-payout.tsx';
import { remitScreens } from './remittance-import.tsx';
import { remittancePage, remittancesPage } from './remittance-pages.tsx';
import { unappliedColumns } from './unapplied-rows.tsx';
import { undoScreens } from './undo-page.tsx';

/** In the order of the tabs. */
const TABS = ['collected', 'late', 'pending', 'remitted', 'failed'] as const satisfies readonly (CodStatus | 'late')[];
type CodTab = (typeof TABS)[number];

const search = fields({
  q: optionalText(200),
  status: optionalChoice(TABS),
  courier: optionalText(64),
  before: optionalId,
});
const PAGE_SIZE = 50;

/** COD parcels and payouts. */
export const codScreens: readonly Screen[] = [
  ...withScanner([
    get('/orders/cod', 'money', (context) => {
      const parcels = findParcels(context, PAGE_SIZE + 1);
      return codPage(context, {
        ...context.query(search),
        parcels: parcels.slice(0, PAGE_SIZE),
        hasMore: parcels.length > PAGE_SIZE,
        couriers: shippingTypes(context.app.config.values),
      });
    }),
  ]),
  ...fileScreens('/orders/cod', 'money', (context) =>
    parcelsFile(
      context,
      pagesOf<CodParcel>((last, limit) => findParcels(context, limit, last)),
    ),
  ),
  get('/orders/cod/remittances', 'money', remittancesPage),
  ...largeFileScreens('/orders/cod/remittances', 'money', (context) =>
    remittancesFile(context, listRemittances(context.db, context.store.id, ALL_ROWS)),
  ),
  get('/orders/cod/remittances/:id', 'money', (context) => {
    const remittance = remittanceOf(context);
    return remittancePage(context, remittance, parcelsOfRemittance(context.db, remittance.id));
  }),
  ...largeFileScreens('/orders/cod/remittances/:id/parcels', 'money', (context) => {
    const { id, fee } = remittanceOf(context);
    return payoutFile(context, id, parcelsOfRemittance(context.db, id), fee);
  }),
  ...largeFileScreens('/orders/cod/remittances/:id/not-saved', 'money', (context) => {
    const { id } = remittanceOf(context);
    const name = `${codTexts(context.language).unappliedFile} ${id}`;
    return listFile(name, unappliedRows(context.db, id), unappliedColumns(context), `remittance-${id}-not-saved`);
  }),
  ...remitScreens,
  ...manualPayoutScreens,
  ...feeScreens,
  ...undoScreens,
];

/** @param last the last parcel of the page before; by default the page that the URL requests */
function findParcels(context: StoreContext, limit: number, last?: CodParcel): CodParcel[] {
  const { q, status, courier, ...typed } = context.query(search);
  const { db, store, now } = context;
  const before = last?.shipmentId ?? typed.before;
  if (q !== undefined)
    return findCodParcels(db, store.id, q, { inPersons: context.may('customer_data') })
      .filter((parcel) => isOfTab(parcel, status, now) && (courier ?? parcel.shippingType) === parcel.shippingType)
      .filter(({ shipmentId }) => before === undefined || shipmentId < before)
      .slice(0, limit);
  const ofTab = status === 'late' ? { lateSince: lateSince(now) } : { codStatus: status };
  return newestCodParcels(db, store.id, { ...ofTab, shippingType: courier, before, limit });
}

const isOfTab = (parcel: CodParcel, tab: CodTab | undefined, now: number): boolean =>
  tab === 'late' ? isLate(parcel, now) : (tab ?? parcel.codStatus) === parcel.codStatus;

interface CodResults {
  q?: string | undefined;
  status?: CodTab | undefined;
  courier?: string | undefined;
  before?: Id | undefined;
  parcels: readonly CodParcel[];
  hasMore: boolean;
  couriers: readonly string[];
}

function codPage(context: StoreContext, results: CodResults): Page {
  const t = codTexts(context.language);
  const { url } = context.request;
  const { status, before, parcels } = results;
  const tabs = [undefined, ...TABS].map((tab) => ({
    label: tab === undefined ? t.all : t[tab],
    href: withQuery(url, { status: tab, before: undefined }),
    current: status === tab,
  }));
  return {
    title: t.title,
    body: (
      <>
        <Heading title={t.title} back={{ href: '/office/orders', label: t.orders }}>
          <ButtonLink href="/office/orders/cod/remit" main label={t.remit} />
          <ButtonLink href="/office/orders/cod/remittances" label={t.remittances} />
          <Menu links={[...exportLinks(listUrl(url))]} />
        </Heading>
        <Tabs tabs={tabs} label={t.status} />
        {status === 'late' && <p class="hint">{t.lateHint}</p>}
        <Filters context={context} results={results} />
        <Sums context={context} courier={results.courier} />
        {parcels.length > 0 ? (
          <ParcelTable
            context={context}
            parcels={parcels}
            isComplete={before === undefined && !results.hasMore}
            withRecipients
          />
        ) : (
          <EmptyList context={context} results={results} />
        )}
        <Pager
          previous={before === undefined ? undefined : withQuery(url, { before: undefined })}
          next={results.hasMore ? withQuery(url, { before: Number(parcels.at(-1)?.shipmentId) }) : undefined}
        />
      </>
    ),
  };
}

const listUrl = (url: URL): string => withQuery(new URL(`/office/orders/cod${url.search}`, url), { before: undefined });

function Filters({
  context,
  results: { status, courier, q, couriers },
}: {
  context: StoreContext;
  results: CodResults;
}) {
  const { language } = context;
  const t = codTexts(language);
  return (
    <ListFilters
      action="/orders/cod"
      search={{
        label: t.search,
        placeholder: context.may('customer_data') ? t.searchHint : t.searchHintWithoutPersons,
        value: q,
      }}
      scans
      kept={{ status }}
      active={activeFilter('courier', t.courier, courier && courierName(courier, language))}
    >
      <SelectField
        name="courier"
        label={t.courier}
        value={courier}
        empty={t.allCouriers}
        options={couriers.map((value) => ({ value, label: courierName(value, language) }))}
      />
    </ListFilters>
  );
}

function EmptyList({ context, results }: { context: StoreContext; results: CodResults }) {
  const t = codTexts(context.language);
  const isAll = [results.q, results.status, results.courier].every((value) => value === undefined);
  return isAll ? (
    <Empty title={t.empty} hint={t.emptyHint} />
  ) : (
    <Empty title={t.nothingFound}>
      <a href="/office/orders/cod">{t.showAll}</a>
    </Empty>
  );
}

/** Open COD amounts by status. */
function Sums({ context, courier }: { context: StoreContext; courier: string | undefined }) {
  const t = codTexts(context.language);
  return (
    <ul class="figures" aria-label={t.sums}>
      {openCodSums(context.db, context.store.id, courier).map((sum) => (
        <li>
          <span class="muted">{t[sum.codStatus]}</span>
          <strong class="money">{money(sum.amount)}</strong>
          <span class="muted">{sum.hasMore ? t.newest(count(sum.count)) : t.parcels(count(sum.count))}</span>
        </li>
      ))}
    </ul>
  );
}
