import type { App } from '../../../domain/webhooks/apps.ts';
import { idText } from '../../../lib/ids.ts';
import { standardKey } from '../../../lib/secrets.ts';
import { CopiedButton, type SecretKind, ShownHint } from '../../forms/uncopied-secret.tsx';
import type { Page } from '../../office-response.ts';
import { Facts, Heading } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { Copyable, requestedApp } from '../partner-components.tsx';
import { partnerTexts } from '../partner-texts.ts';
import { UnreachableWarning } from './app-list.tsx';
import { appTexts } from './app-texts.ts';

/** The new webhook secret of an app. */
export const appSecret: SecretKind<App> = {
  path: '/partners/apps/:id/secret',
  access: 'partners',
  ownerIn: requestedApp,
  subjectOf: ({ id }) => `app ${idText(id)}`,
  pathOf: ({ id }) => `/partners/apps/${id}/secret`,
  nextOf: ({ id }) => `/partners/apps/${id}`,
  isCurrent: (_context, { webhookSecret }, values) => values.webhook_secret === webhookSecret,
  page: appSecretPage,
};

export const valuesOf = ({ webhookSecret }: App) => ({ webhook_secret: webhookSecret });

function appSecretPage(context: StoreContext, app: App): Page {
  const t = appTexts(context.language);
  const title = partnerTexts(context.language).secretOf(app.name);
  return {
    title,
    body: (
      <>
        <Heading title={title} />
        <UnreachableWarning context={context} app={app} />
        <ShownHint context={context} />
        <section class="card">
          <Facts
            facts={[
              [t.name, app.name],
              [t.secret, <Copyable id="secret">{app.webhookSecret}</Copyable>],
              [
                partnerTexts(context.language).standardKey,
                <Copyable id="standard-key">{standardKey(app.webhookSecret)}</Copyable>,
              ],
            ]}
          />
          <p class="hint">{t.secretUse}</p>
        </section>
        <CopiedButton context={context} kind={appSecret} owner={app} />
      </>
    ),
  };
}
