import type { App } from '../../../domain/webhooks/apps.ts';
import { bodyOf, type Delivery, deliveryOfApp } from '../../../domain/webhooks/delivery-log.ts';
import { messageFromJson } from '../../../lib/messages/message.ts';
import type { Page } from '../../answer.ts';
import { errorText } from '../../error-text.ts';
import { Facts, Heading, Notice } from '../../page/components.tsx';
import { count } from '../../page/format.ts';
import type { StoreContext } from '../../request-context.ts';
import { get, type Screen } from '../../screen.ts';
import { ExactTime } from '../partner-components.tsx';
import { requestedApp } from '../requested-resources.ts';
import { appTexts } from './app-texts.ts';
import { DeliveryStatus } from './delivery-status.tsx';

export const deliveryScreens: readonly Screen[] = [
  get('/partners/apps/:id/deliveries/:delivery', 'owner', (context) => {
    const app = requestedApp(context);
    return deliveryPage(context, app, deliveryOfApp(context.db, app.id, context.id('delivery')));
  }),
];

function deliveryPage(context: StoreContext, app: App, delivery: Delivery): Page {
  const t = appTexts(context.language);
  const here = `/office/partners/apps/${app.id}`;
  const title = `${t.delivery} ${delivery.id}`;
  return {
    title,
    body: (
      <>
        <Heading title={title} back={{ href: `${here}/deliveries`, label: t.deliveries }} />
        {delivery.status === 'unknown' && <Notice tone="warn">{t.unknownHint}</Notice>}
        {delivery.status === 'failed' && delivery.itemCount > 0 && (
          <Notice tone="bad">
            <a href={`${here}/missed`}>{t.failedHint}</a>
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
          <pre>
            <code>{JSON.stringify(JSON.parse(bodyOf(context.db, delivery)), null, 2)}</code>
          </pre>
        </section>
      </>
    ),
  };
}
