import { appFailures } from '../../../domain/figures/shortages-and-failures.ts';
import { type App, listApps, receivesWebhooks } from '../../../domain/webhooks/apps.ts';
import { type Delivery, findDeliveries } from '../../../domain/webhooks/delivery-log.ts';
import { undeliverable } from '../../../domain/webhooks/targets.ts';
import { idText } from '../../../lib/ids.ts';
import { messageFromJson } from '../../../lib/messages/message.ts';
import { count } from '../../../lib/number-format.ts';
import { errorText } from '../../error-text.ts';
import type { Page } from '../../office-response.ts';
import { ButtonLink, Empty, Heading, Notice, Tag, Time } from '../../page/components.tsx';
import { ExportMenu } from '../../page/export-menu.tsx';
import { fileTexts, yesNo } from '../../page/file-texts.ts';
import { List } from '../../page/list.tsx';
import { type Columns, type ListFile, listFile } from '../../page/list-file.ts';
import type { StoreContext } from '../../request-context.ts';
import { fileScreens, get, type Screen } from '../../screen.ts';
import { ExactTime, PartnerTabs } from '../partner-components.tsx';
import { partnerTexts } from '../partner-texts.ts';
import { appTexts } from './app-texts.ts';
import { DeliveryStatus } from './delivery-list.tsx';

export const appListScreens: readonly Screen[] = [
  get('/partners/apps', 'partners', appsPage),
  ...fileScreens('/partners/apps', 'partners', appsFile),
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
          {apps.length > 0 && <ExportMenu href="/office/partners/apps" />}
        </Heading>
        <PartnerTabs context={context} current="apps" />
        <List
          rows={apps}
          empty={
            <Empty title={t.noApps} hint={t.noAppsHint}>
              <ButtonLink href="/office/partners/apps/new" icon="plus" label={t.addApp} />
            </Empty>
          }
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
  return <Tag tone={receivesWebhooks(app) ? 'good' : 'warn'}>{statusOf(appTexts(context.language), app)}</Tag>;
}

function statusOf(t: ReturnType<typeof appTexts>, app: App): string {
  if (receivesWebhooks(app)) return t.active;
  return app.url === '' ? t.noUrl : t.inactive;
}

function appsFile(context: StoreContext): ListFile {
  const rows = listApps(context.db, context.store.id).map((app) => ({ app, last: lastDelivery(context, app) }));
  const { language } = context;
  const t = appTexts(language);
  const columns: Columns<(typeof rows)[number]> = {
    [fileTexts(language).id]: ({ app }) => idText(app.id),
    [t.name]: ({ app }) => app.name,
    [t.status]: ({ app }) => statusOf(t, app),
    [t.url]: ({ app }) => app.url,
    [t.stockEvent]: ({ app }) => yesNo(language, app.stockAvailableUpdated),
    [t.orderEvent]: ({ app }) => yesNo(language, app.orderUpdated),
    [t.productEvent]: ({ app }) => yesNo(language, app.productUpdated),
    [t.lastStatus]: ({ last }) => last && t[last.status],
    [t.lastAnswer]: ({ last }) => last?.answer && errorText(language, messageFromJson(last.answer)),
  };
  return listFile(t.apps, rows, columns, 'apps');
}

const DAY = 86_400_000;

interface Props {
  context: StoreContext;
  app: App;
}

/** Delivery problems, shown at the top of the app's page. */
export const AppWarnings = ({ context, app }: Props) => (
  <>
    <UnreachableWarning context={context} app={app} />
    <Failures context={context} app={app} />
  </>
);

/** Warns if webhooks can never reach the app's URL. */
export function UnreachableWarning({ context, app: { url } }: Props) {
  const problem = undeliverable(url, context.app.config.webhooks);
  if (problem === undefined) return null;
  return <Notice tone="warn">{appTexts(context.language).unreachable(errorText(context.language, problem))}</Notice>;
}

function Failures({ context, app: { id } }: Props) {
  const t = appTexts(context.language);
  const failures = appFailures(context.db, id, context.now - DAY);
  if (!failures) return null;
  const { failed, last } = failures;
  return (
    <Notice tone="bad">
      <p>
        <strong>{t.failedLately(count(failed))}</strong>
      </p>
      <p class="break">
        {t.lastFailure} <ExactTime at={last.requestTime} />
        {last.answer !== null && <>: {errorText(context.language, messageFromJson(last.answer))}</>}
      </p>
      <p>
        <a href={`/office/partners/apps/${id}/deliveries?missed=on`}>{t.viewFailed}</a>
      </p>
    </Notice>
  );
}
