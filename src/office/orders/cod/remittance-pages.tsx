import type { CodParcel } from '../../../domain/orders/payments/cod-parcels.ts';
import { listRemittances, type Remittance } from '../../../domain/orders/payments/remittance-rows.ts';
import type { Page } from '../../answer.ts';
import { ButtonLink, Columns, Empty, Facts, Heading, Pager, Time } from '../../page/components.tsx';
import { baht, count, money } from '../../page/format.ts';
import { paginated } from '../../page/pagination.ts';
import type { StoreContext } from '../../request-context.ts';
import { ParcelTable } from './cod-parcel-table.tsx';
import { texts } from './cod-texts.ts';

const CsvLink = ({ href }: { href: string }) => (
  <ButtonLink href={href} icon="download" download>
    CSV
  </ButtonLink>
);

/** COD payouts, newest first. */
export function remittancesPage(context: StoreContext): Page {
  const t = texts(context.language);
  const { rows, ...pages } = paginated(context, (window) => listRemittances(context.db, context.store.id, window));
  return {
    title: t.remittances,
    body: (
      <>
        <Heading title={t.remittances} back={{ href: '/office/orders/cod', label: t.title }}>
          <ButtonLink href="/office/orders/cod/remit" main>
            {t.remit}
          </ButtonLink>
          {rows.length > 0 && <CsvLink href="/office/orders/cod/remittances.csv" />}
        </Heading>
        {rows.length === 0 ? (
          <Empty title={t.noRemittance}>
            <p>{t.remitHint}</p>
          </Empty>
        ) : (
          <table class="list tight pairs">
            <Columns of={[t.time, t.note, t.by, [t.matchedCount, 'number'], [t.paid, 'money']]} />
            <tbody>
              {rows.map((remittance) => (
                <tr>
                  <th scope="row">
                    <a href={`/office/orders/cod/remittances/${remittance.id}`}>
                      <Time at={remittance.createTime} />
                    </a>
                  </th>
                  <td data-label={t.note} class="break">
                    {remittance.note}
                  </td>
                  <td data-label={t.by}>{remittance.userName}</td>
                  <td data-label={t.matchedCount} class="number">
                    {count(remittance.parcelCount)}
                  </td>
                  <td data-label={t.paid} class="money">
                    {baht(remittance.amount)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <Pager {...pages} />
      </>
    ),
  };
}

export function remittancePage(context: StoreContext, remittance: Remittance, parcels: readonly CodParcel[]): Page {
  const t = texts(context.language);
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
