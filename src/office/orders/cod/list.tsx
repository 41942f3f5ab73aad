import type { CodParcel, CodSum } from '../../../domain/orders/payments/cod-parcels.ts';
import type { CodStatus } from '../../../domain/orders/states.ts';
import type { Page } from '../../answer.ts';
import { SelectField, Submit } from '../../forms/inputs.tsx';
import { baht, count } from '../../page/format.ts';
import { ButtonLink, Empty, Heading, Pager, Tabs, withQuery } from '../../page/parts.tsx';
import { words } from '../../page/texts.ts';
import type { Visit } from '../../visit.ts';
import { courierLabel } from '../states.tsx';
import { ParcelTable } from './parcel-table.tsx';
import { COD_STATUSES } from './statuses.ts';
import { texts } from './texts.ts';

interface Found {
  status?: CodStatus | undefined;
  courier?: string | undefined;
  page?: number | undefined;
  parcels: readonly CodParcel[];
  sums: readonly CodSum[];
  hasMore: boolean;
  couriers: readonly string[];
}

export function codPage(visit: Visit, found: Found): Page {
  const t = texts(visit.language);
  const { url } = visit.asked;
  const { status, page = 1 } = found;
  const tabs = [undefined, ...COD_STATUSES].map((one) => ({
    label: one === undefined ? t.all : t[one],
    href: withQuery(url, { status: one, page: undefined }),
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
          <ButtonLink href={`/office/orders/cod.csv${url.search}`} icon="download" download>
            CSV
          </ButtonLink>
        </Heading>
        <Tabs tabs={tabs} label={t.status} />
        <CourierFilter visit={visit} found={found} />
        <Sums visit={visit} sums={found.sums} />
        {found.parcels.length === 0 ? (
          <Empty title={t.empty}>
            <p>{t.emptyHint}</p>
          </Empty>
        ) : (
          <ParcelTable visit={visit} parcels={found.parcels} />
        )}
        <Pager
          visit={visit}
          previous={page > 1 ? withQuery(url, { page: page - 1 }) : undefined}
          next={found.hasMore ? withQuery(url, { page: page + 1 }) : undefined}
        />
      </>
    ),
  };
}

function CourierFilter({ visit, found }: { visit: Visit; found: Found }) {
  const t = texts(visit.language);
  return (
    <form method="get" action="/office/orders/cod" class="inline">
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

/** How much there is of each state on all pages. */
function Sums({ visit, sums }: { visit: Visit; sums: readonly CodSum[] }) {
  const t = texts(visit.language);
  return (
    <ul class="figures" aria-label={t.sums}>
      {sums
        .filter(({ codStatus }) => codStatus !== null)
        .map((sum) => (
          <li>
            <span class="quietly">{t[sum.codStatus]}</span>
            <strong class="money">{baht(sum.amount)}</strong>
            <span class="quietly">{t.parcels(count(sum.count))}</span>
          </li>
        ))}
    </ul>
  );
}
