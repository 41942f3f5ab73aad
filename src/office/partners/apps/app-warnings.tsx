import { appTrouble } from '../../../domain/figures/troubles.ts';
import type { App } from '../../../domain/webhooks/apps.ts';
import { hopeless } from '../../../domain/webhooks/targets.ts';
import { networks } from '../../../lib/networks.ts';
import { Notice } from '../../page/components.tsx';
import { count } from '../../page/format.ts';
import { answerText } from '../../refusals/answers.ts';
import type { StoreContext } from '../../request-context.ts';
import { Moment } from '../partner-components.tsx';
import { appTexts } from './app-texts.ts';

const DAY = 86_400_000;

interface Props {
  context: StoreContext;
  app: App;
}

/** What is wrong with an app's deliveries: above all else on its page, which is opened because of it. */
export const Troubles = ({ context, app }: Props) => (
  <>
    <Hopeless context={context} app={app} />
    <Failures context={context} app={app} />
  </>
);

/** The app's address is one that nothing is ever delivered to. */
export function Hopeless({ context, app: { url } }: Props) {
  const why = hopeless(url, networks(context.app.config.webhooks.allow_networks));
  if (why === undefined) return null;
  return <Notice tone="warn">{appTexts(context.language).unreachable(answerText(context.language, why))}</Notice>;
}

function Failures({ context, app: { id } }: Props) {
  const t = appTexts(context.language);
  const trouble = appTrouble(context.db, id, context.now - DAY);
  if (!trouble) return null;
  const { failed, last } = trouble;
  return (
    <Notice tone="bad">
      <p>
        <strong>{t.failedLately(count(failed))}</strong>
      </p>
      <p class="break">
        {t.lastFailure} <Moment context={context} at={last.requestTime} />
        {last.answer !== null && <>: {answerText(context.language, last.answer)}</>}
      </p>
      <p>
        <a href={`/office/partners/apps/${id}/deliveries?missed=on`}>{t.viewFailed}</a>
      </p>
    </Notice>
  );
}
