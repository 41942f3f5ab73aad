import type { CodParcel } from '../../../domain/orders/payments/cod-parcels.ts';
import {
  listRemittances,
  type Remittance,
  remittanceCouriers,
  unappliedRows,
} from '../../../domain/orders/payments/remittance-rows.ts';
import { courierName } from '../../../lib/courier-names.ts';
import type { Money } from '../../../lib/money.ts';
import { count, money } from '../../../lib/number-format.ts';
import type { Page } from '../../office-response.ts';
import { ButtonLink, CsvLink, Empty, Facts, Heading, Pager, Time } from '../../page/components.tsx';
import { dayText } from '../../page/format.ts';
import { List } from '../../page/list.tsx';
import { paginated } from '../../page/pagination.ts';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { ParcelTable } from './cod-parcel-table.tsx';
import { codTexts } from './cod-texts.ts';
import { UnappliedRows } from './unapplied-rows.tsx';

/** COD payouts, newest first. */
export function remittancesPage(context: StoreContext): Page {
  const t = codTexts(context.language);
  const { rows, ...pages } = paginated(context, (window) => listRemittances(context.db, context.store.id, window));
  const couriers = remittanceCouriers(
    context.db,
    rows.map(({ id }) => id),
  );
  const hasFees = rows.some(({ fee }) => fee !== null);
  return {
    title: t.remittances,
    body: (
      <>
        <Heading title={t.remittances} back={{ href: '/office/orders/cod', label: t.title }}>
          <ButtonLink href="/office/orders/cod/remit" main label={t.remit} />
          {rows.length > 0 && <CsvLink href="/office/orders/cod/remittances.csv" />}
        </Heading>
        {rows.length === 0 ? (
          <Empty title={t.noRemittance} hint={t.remitHint} />
        ) : (
          <List
            class="list tight payouts"
            rows={rows}
            opensRows
            columns={(column) => [
              column(t.received, (remittance) => (
                <a href={`/office/orders/cod/remittances/${remittance.id}`}>
                  {dayText(remittance.receiveTime, context.language)}
                </a>
              )),
              column(t.courier, 'by-courier break', ({ id }) => couriersText(context, couriers.get(id))),
              column(t.note, 'note break', (remittance) => remittance.note),
              column(t.by, 'by', (remittance) => remittance.userName),
              column(t.matchedCount, 'pieces number', (remittance) => count(remittance.parcelCount)),
              column(t.paid, 'amount money', (remittance) => money(remittance.amount)),
              hasFees && column(t.fee, 'fee money', ({ fee }) => (fee === null ? '—' : money(fee))),
            ]}
          />
        )}
        <Pager {...pages} />
      </>
    ),
  };
}

const couriersText = ({ language }: StoreContext, shippingTypes: readonly string[] = []): string =>
  shippingTypes.map((shippingType) => courierName(shippingType, language)).join(', ');

export function remittancePage(context: StoreContext, remittance: Remittance, parcels: readonly CodParcel[]): Page {
  const t = codTexts(context.language);
  const title = t.remittance(String(remittance.id));
  const { fee } = remittance;
  return {
    title,
    body: (
      <>
        <Heading title={title} back={{ href: '/office/orders/cod/remittances', label: t.remittances }}>
          {parcels.length > 0 && <CsvLink href={`/office/orders/cod/remittances/${remittance.id}/parcels.csv`} />}
        </Heading>
        <section class="card">
          <Facts
            facts={[
              [t.received, dayText(remittance.receiveTime, context.language)],
              [t.courier, couriersText(context, remittanceCouriers(context.db, [remittance.id]).get(remittance.id))],
              [t.paid, money(remittance.amount)],
              [t.fee, fee === null ? undefined : money(fee)],
              [t.net, fee === null ? undefined : money((remittance.amount - fee) as Money)],
              [t.time, <Time at={remittance.createTime} />],
              [t.by, remittance.userName ?? undefined],
              [t.note, remittance.note ?? undefined],
            ]}
          />
        </section>
        <Unapplied context={context} remittance={remittance} />
        <ParcelTable context={context} parcels={parcels} />
      </>
    ),
  };
}

const MAX_SHOWN = 200;

/** The rows of the file that were not saved, for the store to follow up on. */
function Unapplied({ context, remittance: { id } }: StoreProps<{ remittance: Remittance }>) {
  const t = codTexts(context.language);
  const rows = unappliedRows(context.db, id);
  if (rows.length === 0) return null;
  return (
    <>
      <UnappliedRows context={context} rows={rows.slice(0, MAX_SHOWN)} title={t.unapplied(count(rows.length))} />
      {rows.length > MAX_SHOWN && <p class="muted">{t.unappliedMore(count(MAX_SHOWN))}</p>}
      <p>
        <ButtonLink
          href={`/office/orders/cod/remittances/${id}/not-saved.csv`}
          icon="download"
          download
          label={`${t.unappliedFile} (CSV)`}
        />
      </p>
    </>
  );
}
