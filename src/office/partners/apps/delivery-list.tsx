import { type App, requireAppOfStore } from '../../../domain/webhooks/apps.ts';
import { bodyOf, type Delivery, deliveryOfApp, findDeliveries } from '../../../domain/webhooks/delivery-log.ts';
import { type Id, idText } from '../../../lib/ids.ts';
import { messageFromJson } from '../../../lib/messages/message.ts';
import { count } from '../../../lib/number-format.ts';
import { errorText } from '../../error-text.ts';
import { fields, flag } from '../../forms/fields.ts';
import type { Page } from '../../office-response.ts';
import { ButtonLink, Empty, Facts, Heading, Notice, Pager, Tabs, Tag, type Tone } from '../../page/components.tsx';
import { ExportMenu } from '../../page/export-menu.tsx';
import { fileTexts } from '../../page/file-texts.ts';
import { List } from '../../page/list.tsx';
import { type Columns, type ListFile, longListFile, pagesOf, secondColumn } from '../../page/list-file.ts';
import { paginated } from '../../page/pagination.ts';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { fileScreens, get, type Screen } from '../../screen.ts';
import { ExactTime, requestedApp } from '../partner-components.tsx';
import { appTexts } from './app-texts.ts';

const filter = fields({ missed: flag });

const isMissedOnly = (context: StoreContext) => context.query(filter).missed;

export const deliveryListScreens: readonly Screen[] = [
  get('/partners/apps/:id/deliveries', 'partners', (context) => deliveriesPage(context, requestedApp(context))),
  ...fileScreens('/partners/apps/:id/deliveries', 'partners', (context) => deliveriesFile(context, context.id())),
];

function deliveriesPage(context: StoreContext, app: App): Page {
  const t = appTexts(context.language);
  const appPath = `/office/partners/apps/${app.id}`;
  const missedOnly = isMissedOnly(context);
  const { rows, ...pages } = paginated(context, (window) =>
    findDeliveries(context.db, app.id, { ...window, missedOnly }),
  );
  return {
    title: `${t.deliveries} · ${app.name}`,
    body: (
      <>
        <Heading title={t.deliveries} back={{ href: appPath, label: app.name }}>
          <ButtonLink href={`${appPath}/missed`} label={t.missed} />
          {rows.length > 0 && <ExportMenu href={`${appPath}/deliveries${context.request.url.search}`} />}
        </Heading>
        <Tabs
          label={t.deliveries}
          tabs={[
            { href: `${appPath}/deliveries`, label: t.all, current: !missedOnly },
            { href: `${appPath}/deliveries?missed=on`, label: t.missedOnly, current: missedOnly },
          ]}
        />
        {rows.length > 0 ? (
          <DeliveryTable context={context} app={app} deliveries={rows} />
        ) : missedOnly ? (
          <Empty title={t.noMissed} />
        ) : (
          <Empty title={t.noDeliveries} hint={t.noDeliveriesHint}>
            <ButtonLink href={appPath} label={t.ping} />
          </Empty>
        )}
        <Pager {...pages} />
      </>
    ),
  };
}

function DeliveryTable({ context, app, deliveries }: StoreProps<{ app: App; deliveries: readonly Delivery[] }>) {
  const t = appTexts(context.language);
  return (
    <List
      rows={deliveries}
      columns={(column) => [
        column(t.sentAt, (delivery) => (
          <a href={`/office/partners/apps/${app.id}/deliveries/${delivery.id}`}>
            <ExactTime at={delivery.requestTime} />
          </a>
        )),
        column(t.status, (delivery) => <DeliveryStatus context={context} delivery={delivery} />),
        column(
          t.answer,
          'break',
          (delivery) => delivery.answer !== null && errorText(context.language, messageFromJson(delivery.answer)),
        ),
        column(t.items, 'number', (delivery) => (delivery.itemCount === 0 ? t.test : count(delivery.itemCount))),
        column(t.duration, 'number', (delivery) => delivery.millis !== null && t.ms(count(delivery.millis))),
      ]}
    />
  );
}

function deliveriesFile(context: StoreContext, appId: Id): ListFile {
  requireAppOfStore(context.db, context.store.id, appId);
  const missedOnly = isMissedOnly(context);
  const deliveries = pagesOf<Delivery>((last, limit) =>
    findDeliveries(context.db, appId, { limit, before: last?.id, missedOnly }),
  );
  const t = appTexts(context.language);
  const columns: Columns<Delivery> = {
    [fileTexts(context.language).id]: ({ id }) => idText(id),
    [t.sentAt]: secondColumn(({ requestTime }) => requestTime),
    [t.status]: ({ status }) => t[status],
    [t.answer]: ({ answer }) => answer && errorText(context.language, messageFromJson(answer)),
    [t.answerBody]: ({ responseExcerpt }) => responseExcerpt,
    [t.items]: ({ itemCount }) => itemCount,
    [t.millis]: ({ millis }) => millis,
    [t.requestId]: ({ requestId }) => requestId,
    [t.to]: ({ url }) => url,
  };
  return longListFile(`${t.deliveries} ${appId}`, deliveries, columns, `deliveries-${appId}`);
}

export const deliveryScreens: readonly Screen[] = [
  get('/partners/apps/:id/deliveries/:delivery', 'partners', (context) => {
    const app = requestedApp(context);
    return deliveryPage(context, app, deliveryOfApp(context.db, app.id, context.id('delivery')));
  }),
];

function deliveryPage(context: StoreContext, app: App, delivery: Delivery): Page {
  const t = appTexts(context.language);
  const appPath = `/office/partners/apps/${app.id}`;
  const title = `${t.delivery} #${delivery.id}`;
  const body = bodyOf(context.db, delivery);
  return {
    title,
    body: (
      <>
        <Heading title={title} back={{ href: `${appPath}/deliveries`, label: t.deliveries }} />
        {delivery.status === 'unknown' && <Notice tone="warn">{t.unknownHint}</Notice>}
        {delivery.status === 'failed' && delivery.itemCount > 0 && (
          <Notice tone="bad">
            <a href={`${appPath}/missed`}>{t.failedHint}</a>
          </Notice>
        )}
        <section class="card">
          <Facts
            facts={[
              [t.status, <DeliveryStatus context={context} delivery={delivery} />],
              [t.answer, delivery.answer !== null && errorText(context.language, messageFromJson(delivery.answer))],
              [t.answerBody, delivery.responseExcerpt],
              [t.duration, delivery.millis !== null && t.ms(count(delivery.millis))],
              [t.sentAt, <ExactTime at={delivery.requestTime} />],
              [t.items, delivery.itemCount === 0 ? t.test : count(delivery.itemCount)],
              [t.to, delivery.url],
              [t.requestId, <code>{delivery.requestId}</code>],
            ]}
          />
        </section>
        <section class="card">
          <h2>{t.body}</h2>
          {body === undefined ? (
            <p class="hint">{t.bodyDeleted}</p>
          ) : (
            <pre>
              <code>{JSON.stringify(JSON.parse(body), null, 2)}</code>
            </pre>
          )}
        </section>
      </>
    ),
  };
}

const TONES: Record<Delivery['status'], Tone> = {
  sending: 'calm',
  acknowledged: 'good',
  failed: 'bad',
  unknown: 'warn',
};

export const DeliveryStatus = ({ context, delivery: { status } }: { context: StoreContext; delivery: Delivery }) => (
  <Tag tone={TONES[status]}>{appTexts(context.language)[status]}</Tag>
);
