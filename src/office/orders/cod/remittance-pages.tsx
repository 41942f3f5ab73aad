import type { CodParcel } from '../../../domain/orders/payments/cod-parcels.ts';
import { listRemittances, type Remittance } from '../../../domain/orders/payments/payment-rows.ts';
import { baht, count, money } from '../../../lib/number-format.ts';
import type { Page } from '../../office-response.ts';
import { ButtonLink, Empty, Facts, Heading, Pager, Time } from '../../page/components.tsx';
import { List } from '../../page/list.tsx';
import { paginated } from '../../page/pagination.ts';
import type { StoreContext } from '../../request-context.ts';
import { ParcelTable } from './cod-parcel-table.tsx';
import { codTexts } from './cod-texts.ts';

const CsvLink = ({ href }: { href: string }) => <ButtonLink href={href} icon="download" download label="CSV" />;

/** COD payouts, newest first. */
export function remittancesPage(context: StoreContext): Page {
  const t = codTexts(context.language);
  const { rows, ...pages } = paginated(context, (window) => listRemittances(context.db, context.store.id, window));
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
            class="list tight pairs"
            rows={rows}
            columns={(column) => [
              column(t.time, (remittance) => (
                <a href={`/office/orders/cod/remittances/${remittance.id}`}>
                  <Time at={remittance.createTime} />
                </a>
              )),
              column(t.note, 'break', (remittance) => remittance.note),
              column(t.by, (remittance) => remittance.userName),
              column(t.matchedCount, 'number', (remittance) => count(remittance.parcelCount)),
              column(t.paid, 'money', (remittance) => baht(remittance.amount)),
            ]}
          />
        )}
        <Pager {...pages} />
      </>
    ),
  };
}

export function remittancePage(context: StoreContext, remittance: Remittance, parcels: readonly CodParcel[]): Page {
  const t = codTexts(context.language);
  const title = t.remittance(String(remittance.id));
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
              [t.time, <Time at={remittance.createTime} />],
              [t.by, remittance.userName ?? undefined],
              [t.paid, money(remittance.amount)],
              [t.note, remittance.note ?? undefined],
            ]}
          />
        </section>
        <ParcelTable context={context} parcels={parcels} />
      </>
    ),
  };
}
