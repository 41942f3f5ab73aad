import { appTrouble } from '../../../domain/figures/troubles.ts';
import type { App } from '../../../domain/webhooks/apps.ts';
import { hopeless } from '../../../domain/webhooks/targets.ts';
import { networks } from '../../../lib/networks.ts';
import { count } from '../../page/format.ts';
import { Notice } from '../../page/parts.tsx';
import { answerText } from '../../refusals/answers.ts';
import type { Visit } from '../../visit.ts';
import { Moment } from '../partner-components.tsx';
import { appTexts } from './app-texts.ts';

const DAY = 86_400_000;

interface Props {
  visit: Visit;
  app: App;
}

/** What is wrong with an app's deliveries: above all else on its page, which is opened because of it. */
export const Troubles = ({ visit, app }: Props) => (
  <>
    <Hopeless visit={visit} app={app} />
    <Failures visit={visit} app={app} />
  </>
);

/** The app's address is one that nothing is ever delivered to. */
export function Hopeless({ visit, app: { url } }: Props) {
  const why = hopeless(url, networks(visit.ctx.config.webhooks.allow_networks));
  if (why === undefined) return null;
  return <Notice tone="warn">{appTexts(visit.language).hopeless(answerText(visit.language, why))}</Notice>;
}

function Failures({ visit, app: { id } }: Props) {
  const t = appTexts(visit.language);
  const trouble = appTrouble(visit.ctx.db, id, visit.now - DAY);
  if (!trouble) return null;
  const { failed, last } = trouble;
  return (
    <Notice tone="bad">
      <p>
        <strong>{t.failedLately(count(failed))}</strong>
      </p>
      <p class="break">
        {t.lastFailure} <Moment visit={visit} at={last.requestTime} />
        {last.answer !== null && <>: {answerText(visit.language, last.answer)}</>}
      </p>
      <p>
        <a href={`/office/partners/apps/${id}/deliveries?missed=on`}>{t.seeFailed}</a>
      </p>
    </Notice>
  );
}
