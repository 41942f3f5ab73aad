import type { CodParcel } from '../../../domain/orders/payments/cod-parcels.ts';
import {
  listRemittances,
  netAmount,
  type Remittance,
  remittanceCouriers,
  unappliedRows,
} from '../../../domain/orders/payments/remittance-rows.ts';
import { courierName } from '../../../lib/courier-names.ts';
import { count, satangMoney } from '../../../lib/number-format.ts';
import type { Page } from '../../office-response.ts';
import { ButtonLink, Empty, Facts, Heading, Pager, Tag, Time } from '../../page/components.tsx';
import { ExportMenu, exportLinks } from '../../page/export-menu.tsx';
import { dayText } from '../../page/format.ts';
import { List } from '../../page/list.tsx';
import { Menu } from '../../page/menu.tsx';
import { paginated } from '../../page/pagination.ts';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { ParcelTable } from './cod-parcel-table.tsx';
import { codTexts } from './cod-texts.ts';
import { moneyFacts, remittancePath } from './fee-form.tsx';
import { UnappliedRows } from './unapplied-rows.tsx';
import { UndoneParcels } from './undone-parcels.tsx';

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
          {rows.length > 0 && <ExportMenu href="/office/orders/cod/remittances" />}
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
                <>
                  <a href={`/office/orders/cod/remittances/${remittance.id}`}>
                    {dayText(remittance.receiveTime, context.language)}
                  </a>{' '}
                  <UndoneTag context={context} remittance={remittance} />
                </>
              )),
              column(t.courier, 'by-courier break', ({ id }) => couriersText(context, couriers.get(id))),
              column(t.note, 'note break', (remittance) => remittance.note),
              column(t.by, 'by', (remittance) => remittance.userName),
              column(t.matchedCount, 'pieces number', (remittance) => count(remittance.parcelCount)),
              column(t.codTotal, 'amount money', (remittance) => satangMoney(remittance.amount)),
              hasFees && column(t.fee, 'fee money', ({ fee }) => (fee === null ? '—' : satangMoney(fee))),
              hasFees && column(t.net, 'net money', (remittance) => netText(remittance)),
            ]}
          />
        )}
        <Pager {...pages} />
      </>
    ),
  };
}

function netText(remittance: Remittance): string {
  const net = netAmount(remittance);
  return net === null ? '—' : satangMoney(net);
}

/** Whether the payout, or some of its parcels, was undone. */
function UndoneTag({ context, remittance }: StoreProps<{ remittance: Remittance }>) {
  const t = codTexts(context.language);
  if (remittance.undoneCount === 0) return null;
  const isAll = remittance.parcelCount === 0;
  return <Tag tone="plain">{isAll ? t.undone : t.undonePartly(count(remittance.undoneCount))}</Tag>;
}

const couriersText = ({ language }: StoreContext, shippingTypes: readonly string[] = []): string =>
  shippingTypes.map((shippingType) => courierName(shippingType, language)).join(', ');

export function remittancePage(context: StoreContext, remittance: Remittance, parcels: readonly CodParcel[]): Page {
  const t = codTexts(context.language);
  const title = t.remittance(String(remittance.id));
  const path = `/office${remittancePath(remittance)}`;
  return {
    title,
    body: (
      <>
        <Heading title={title} back={{ href: '/office/orders/cod/remittances', label: t.remittances }}>
          {parcels.length > 0 && (
            <>
              <ButtonLink href={`${path}/fee`} label={t.editFee} />
              <Menu links={[...exportLinks(`${path}/parcels`), { href: `${path}/undo`, label: t.undoPayout }]} />
            </>
          )}
        </Heading>
        <section class="card">
          <Facts
            facts={[
              [t.received, dayText(remittance.receiveTime, context.language)],
              [t.courier, couriersText(context, remittanceCouriers(context.db, [remittance.id]).get(remittance.id))],
              ...moneyFacts(remittance, context.language),
              [t.time, <Time at={remittance.createTime} />],
              [t.by, remittance.userName ?? undefined],
              [t.note, remittance.note ?? undefined],
            ]}
          />
          <UndoneTag context={context} remittance={remittance} />
        </section>
        <Unapplied context={context} remittance={remittance} />
        {parcels.length > 0 && (
          <ParcelTable
            context={context}
            parcels={parcels}
            isComplete
            undo={({ shipmentId }) => `${path}/undo?parcel=${shipmentId}`}
          />
        )}
        <UndoneParcels context={context} remittance={remittance} />
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
      <div class="actions">
        <ExportMenu href={`/office/orders/cod/remittances/${id}/not-saved`} />
      </div>
    </>
  );
}
