import { openCodSums } from '../../../domain/orders/payments/cod-pages.ts';
import type { CodParcel } from '../../../domain/orders/payments/cod-parcels.ts';
import type { CodStatus } from '../../../domain/orders/states.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Page } from '../../answer.ts';
import { SelectField, Submit } from '../../forms/inputs.tsx';
import { count, money } from '../../page/format.ts';
import { ButtonLink, Empty, Heading, Pager, Tabs, withQuery } from '../../page/parts.tsx';
import { words } from '../../page/texts.ts';
import type { Visit } from '../../visit.ts';
import { courierLabel } from '../state-names.ts';
import { ParcelTable } from './parcel-table.tsx';
import { COD_STATUSES } from './statuses.ts';
import { texts } from './texts.ts';

interface Found {
  status?: CodStatus | undefined;
  courier?: string | undefined;
  before?: Id | undefined;
  parcels: readonly CodParcel[];
  hasMore: boolean;
  couriers: readonly string[];
}

export function codPage(visit: Visit, found: Found): Page {
  const t = texts(visit.language);
  const { url } = visit.asked;
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
          <ButtonLink href="/office/orders/cod/remit" main>
            {t.remit}
          </ButtonLink>
          <ButtonLink href="/office/orders/cod/remittances">{t.remittances}</ButtonLink>
          <ButtonLink href={csvOf(url)} icon="download" download>
            CSV
          </ButtonLink>
        </Heading>
        <Tabs tabs={tabs} label={t.status} />
        <CourierFilter visit={visit} found={found} />
        <Sums visit={visit} courier={found.courier} />
        {parcels.length > 0 ? <ParcelTable visit={visit} parcels={parcels} /> : <None visit={visit} found={found} />}
        <Pager
          visit={visit}
          previous={before === undefined ? undefined : withQuery(url, { before: undefined })}
          next={found.hasMore ? withQuery(url, { before: Number(parcels.at(-1)?.shipmentId) }) : undefined}
        />
      </>
    ),
  };
}

const csvOf = (url: URL): string =>
  withQuery(new URL(`/office/orders/cod.csv${url.search}`, url), { before: undefined });

function CourierFilter({ visit, found }: { visit: Visit; found: Found }) {
  const t = texts(visit.language);
  return (
    <form method="get" action="/office/orders/cod" class="inline cod-filter">
      {found.status !== undefined && <input type="hidden" name="status" value={found.status} />}
      <SelectField
        name="courier"
        label={t.courier}
        labelHidden
        value={found.courier}
        empty={t.allCouriers}
        options={found.couriers.map((value) => ({ value, label: courierLabel(value, visit.language) }))}
        data-submits
      />
      <Submit class="secondary outline">{words(visit.language).filter}</Submit>
    </form>
  );
}

/** Nothing of what was asked for, or nothing at all. */
function None({ visit, found }: { visit: Visit; found: Found }) {
  const t = texts(visit.language);
  const isAll = found.status === undefined && found.courier === undefined;
  return isAll ? (
    <Empty title={t.empty}>
      <p>{t.emptyHint}</p>
    </Empty>
  ) : (
    <Empty title={t.nothingFound}>
      <a href="/office/orders/cod">{t.showAll}</a>
    </Empty>
  );
}

/** The money that is with couriers. */
function Sums({ visit, courier }: { visit: Visit; courier: string | undefined }) {
  const t = texts(visit.language);
  return (
    <ul class="figures" aria-label={t.sums}>
      {openCodSums(visit.ctx.db, visit.store.id, courier).map((sum) => (
        <li>
          <span class="quietly">{t[sum.codStatus]}</span>
          <strong class="money">{money(sum.amount)}</strong>
          <span class="quietly">{sum.isMore ? t.newest(count(sum.count)) : t.parcels(count(sum.count))}</span>
        </li>
      ))}
    </ul>
  );
}
