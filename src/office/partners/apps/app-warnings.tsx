import { appFailures } from '../../../domain/figures/shortages-and-failures.ts';
import type { App } from '../../../domain/webhooks/apps.ts';
import { undeliverable } from '../../../domain/webhooks/targets.ts';
import { messageFromJson } from '../../../lib/messages/message.ts';
import { networks } from '../../../lib/networks.ts';
import { errorText } from '../../error-text.ts';
import { Notice } from '../../page/components.tsx';
import { count } from '../../page/format.ts';
import type { StoreContext } from '../../request-context.ts';
import { ExactTime } from '../partner-components.tsx';
import { appTexts } from './app-texts.ts';

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
  const why = undeliverable(url, networks(context.app.config.webhooks.allow_networks));
  if (why === undefined) return null;
  return <Notice tone="warn">{appTexts(context.language).unreachable(errorText(context.language, why))}</Notice>;
}

function Failures({ context, app: { id } }: Props) {
  const t = appTexts(context.language);
  const trouble = appFailures(context.db, id, context.now - DAY);
  if (!trouble) return null;
  const { failed, last } = trouble;
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
