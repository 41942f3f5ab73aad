import { type CodParcel, openCodSums } from '../../../domain/orders/payments/cod-parcels.ts';
import type { CodStatus } from '../../../domain/orders/states.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Page } from '../../answer.ts';
import { SelectField, Submit } from '../../forms/inputs.tsx';
import { commonTexts } from '../../page/common-texts.ts';
import { ButtonLink, Empty, Heading, Pager, Tabs, withQuery } from '../../page/components.tsx';
import { count, money } from '../../page/format.ts';
import type { StoreContext } from '../../request-context.ts';
import { courierLabel } from '../display-names.ts';
import { ParcelTable } from './cod-parcel-table.tsx';
import { texts } from './cod-texts.ts';

/** In the order of the tabs: most urgent first. */
export const COD_STATUSES = ['collected', 'pending', 'remitted', 'failed'] as const satisfies readonly CodStatus[];

interface CodSearch {
  status?: CodStatus | undefined;
  courier?: string | undefined;
  before?: Id | undefined;
  parcels: readonly CodParcel[];
  hasMore: boolean;
  couriers: readonly string[];
}

export function codPage(context: StoreContext, found: CodSearch): Page {
  const t = texts(context.language);
  const { url } = context.request;
  const { status, before, parcels } = found;
  const tabs = [undefined, ...COD_STATUSES].map((one) => ({
    label: one === undefined ? t.all : t[one],
    href: withQuery(url, { status: one, before: undefined }),
    current: status === one,
  }));
  return {
    title: t.title,
    body: (
      <>
        <Heading title={t.title} back={{ href: '/office/orders', label: t.orders }}>
          <ButtonLink href="/office/orders/cod/remit" main label={t.remit} />
          <ButtonLink href="/office/orders/cod/remittances" label={t.remittances} />
          <ButtonLink href={csvOf(url)} icon="download" download label="CSV" />
        </Heading>
        <Tabs tabs={tabs} label={t.status} />
        <CourierFilter context={context} found={found} />
        <Sums context={context} courier={found.courier} />
        {parcels.length > 0 ? (
          <ParcelTable context={context} parcels={parcels} />
        ) : (
          <EmptyList context={context} found={found} />
        )}
        <Pager
          previous={before === undefined ? undefined : withQuery(url, { before: undefined })}
          next={found.hasMore ? withQuery(url, { before: Number(parcels.at(-1)?.shipmentId) }) : undefined}
        />
      </>
    ),
  };
}

const csvOf = (url: URL): string =>
  withQuery(new URL(`/office/orders/cod.csv${url.search}`, url), { before: undefined });

function CourierFilter({ context, found }: { context: StoreContext; found: CodSearch }) {
  const t = texts(context.language);
  return (
    <form method="get" action="/office/orders/cod" class="inline cod-filter">
      {found.status !== undefined && <input type="hidden" name="status" value={found.status} />}
      <SelectField
        name="courier"
        label={t.courier}
        labelHidden
        value={found.courier}
        empty={t.allCouriers}
        options={found.couriers.map((value) => ({ value, label: courierLabel(value, context.language) }))}
        data-submits
      />
      <Submit class="secondary outline" label={commonTexts(context.language).filter} />
    </form>
  );
}

function EmptyList({ context, found }: { context: StoreContext; found: CodSearch }) {
  const t = texts(context.language);
  const isAll = found.status === undefined && found.courier === undefined;
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
  const t = texts(context.language);
  return (
    <ul class="figures" aria-label={t.sums}>
      {openCodSums(context.db, context.store.id, courier).map((sum) => (
        <li>
          <span class="muted">{t[sum.codStatus]}</span>
          <strong class="money">{money(sum.amount)}</strong>
          <span class="muted">{sum.isMore ? t.newest(count(sum.count)) : t.parcels(count(sum.count))}</span>
        </li>
      ))}
    </ul>
  );
}
