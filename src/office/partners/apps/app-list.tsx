import { type App, isListening, listApps } from '../../../domain/webhooks/apps.ts';
import { type Delivery, findDeliveries } from '../../../domain/webhooks/delivery-log.ts';
import { idText } from '../../../lib/ids.ts';
import { messageFromJson } from '../../../lib/messages/message.ts';
import type { Page } from '../../answer.ts';
import { errorText } from '../../error-text.ts';
import { ButtonLink, CsvLink, Empty, Heading, Tag, Time } from '../../page/components.tsx';
import { csvFile } from '../../page/downloads.ts';
import { List } from '../../page/list.tsx';
import type { StoreContext } from '../../request-context.ts';
import { get, type Screen } from '../../screen.ts';
import { PartnerTabs } from '../partner-components.tsx';
import { partnerTexts } from '../partner-texts.ts';
import { appTexts } from './app-texts.ts';
import { DeliveryStatus } from './delivery-list.tsx';

export const appListScreens: readonly Screen[] = [
  get('/partners/apps', 'owner', appsPage),
  get('/partners/apps.csv', 'owner', appsFile),
];

function appsPage(context: StoreContext): Page {
  const t = appTexts(context.language);
  const apps = listApps(context.db, context.store.id);
  return {
    title: t.apps,
    body: (
      <>
        <Heading title={partnerTexts(context.language).partners}>
          <ButtonLink href="/office/partners/apps/new" icon="plus" main label={t.addApp} />
          {apps.length > 0 && <CsvLink href="/office/partners/apps.csv" />}
        </Heading>
        <PartnerTabs context={context} current="apps" />
        <List
          rows={apps}
          empty={<Empty title={t.noApps} hint={t.noAppsHint} />}
          columns={(column) => [
            column(t.name, (app) => <a href={`/office/partners/apps/${app.id}`}>{app.name}</a>),
            column(t.status, (app) => <AppStatus context={context} app={app} />),
            column(t.url, 'break', (app) => app.url),
            column(t.lastDelivery, (app) => <LastDelivery context={context} delivery={lastDelivery(context, app)} />),
          ]}
        />
      </>
    ),
  };
}

const lastDelivery = (context: StoreContext, app: App): Delivery | undefined =>
  findDeliveries(context.db, app.id, { limit: 1 })[0];

function LastDelivery({ context, delivery }: { context: StoreContext; delivery: Delivery | undefined }) {
  if (!delivery) return <span class="muted">{appTexts(context.language).neverSent}</span>;
  return (
    <span>
      <DeliveryStatus context={context} delivery={delivery} /> <Time at={delivery.requestTime} ago />
    </span>
  );
}

export function AppStatus({ context, app }: { context: StoreContext; app: App }) {
  const t = appTexts(context.language);
  if (isListening(app)) return <Tag tone="good">{t.active}</Tag>;
  return <Tag tone="warn">{app.url === '' ? t.noUrl : t.inactive}</Tag>;
}

function appsFile(context: StoreContext): Response {
  const rows = listApps(context.db, context.store.id).map((app) => ({ app, last: lastDelivery(context, app) }));
  return csvFile('apps', rows, {
    id: ({ app }) => idText(app.id),
    name: ({ app }) => app.name,
    url: ({ app }) => app.url,
    stock_available_updated: ({ app }) => String(app.stockAvailableUpdated),
    last_status: ({ last }) => last?.status,
    last_answer: ({ last }) => last?.answer && errorText(context.language, messageFromJson(last.answer)),
  });
}
