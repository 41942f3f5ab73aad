import { type App, isListening, listApps } from '../../../domain/webhooks/apps.ts';
import { type Delivery, findDeliveries } from '../../../domain/webhooks/delivery-log.ts';
import { idText } from '../../../lib/ids.ts';
import type { Page } from '../../answer.ts';
import { csvFile } from '../../page/downloads.ts';
import { ButtonLink, Columns, Empty, Heading, Tag, Time } from '../../page/parts.tsx';
import { get, type Screen } from '../../screen.ts';
import type { Visit } from '../../visit.ts';
import { CsvLink, PartnerTabs } from '../partner-components.tsx';
import { partnerTexts } from '../partner-texts.ts';
import { appTexts } from './app-texts.ts';
import { DeliveryStatus } from './delivery-status.tsx';

export const appListScreens: readonly Screen[] = [
  get('/partners/apps', 'owner', appsPage),
  get('/partners/apps.csv', 'owner', appsFile),
];

function appsPage(visit: Visit): Page {
  const t = appTexts(visit.language);
  const apps = listApps(visit.ctx.db, visit.store.id);
  return {
    title: t.apps,
    body: (
      <>
        <Heading title={partnerTexts(visit.language).partners}>
          <ButtonLink href="/office/partners/apps/new" icon="plus" main>
            {t.addApp}
          </ButtonLink>
          {apps.length > 0 && <CsvLink visit={visit} href="/office/partners/apps.csv" />}
        </Heading>
        <PartnerTabs visit={visit} current="apps" />
        {apps.length === 0 ? (
          <Empty title={t.noApps}>
            <p>{t.noAppsHint}</p>
          </Empty>
        ) : (
          <AppTable visit={visit} apps={apps} />
        )}
      </>
    ),
  };
}

function AppTable({ visit, apps }: { visit: Visit; apps: readonly App[] }) {
  const t = appTexts(visit.language);
  return (
    <table class="list">
      <Columns of={[t.name, t.status, t.url, t.lastDelivery]} />
      <tbody>
        {apps.map((app) => (
          <tr>
            <th scope="row">
              <a href={`/office/partners/apps/${app.id}`}>{app.name}</a>
            </th>
            <td data-label={t.status}>
              <AppStatus visit={visit} app={app} />
            </td>
            <td data-label={t.url} class="break">
              {app.url}
            </td>
            <td data-label={t.lastDelivery}>
              <LastDelivery visit={visit} delivery={lastDelivery(visit, app)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const lastDelivery = (visit: Visit, app: App): Delivery | undefined =>
  findDeliveries(visit.ctx.db, app.id, { limit: 1 })[0];

function LastDelivery({ visit, delivery }: { visit: Visit; delivery: Delivery | undefined }) {
  if (!delivery) return <span class="quietly">{appTexts(visit.language).neverSent}</span>;
  return (
    <span>
      <DeliveryStatus visit={visit} delivery={delivery} /> <Time visit={visit} at={delivery.requestTime} ago />
    </span>
  );
}

export function AppStatus({ visit, app }: { visit: Visit; app: App }) {
  const t = appTexts(visit.language);
  if (isListening(app)) return <Tag tone="good">{t.listening}</Tag>;
  return <Tag tone="warn">{app.url === '' ? t.noUrl : t.switchedOff}</Tag>;
}

const COLUMNS = ['id', 'name', 'url', 'stock_available_updated', 'last_status', 'last_answer'];

function appsFile(visit: Visit): Response {
  const rows = listApps(visit.ctx.db, visit.store.id).map((app) => {
    const last = lastDelivery(visit, app);
    return [idText(app.id), app.name, app.url, String(app.stockAvailableUpdated), last?.status, last?.answer];
  });
  return csvFile('apps', COLUMNS, rows);
}
