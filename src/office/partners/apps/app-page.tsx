import { listChannels } from '../../../domain/channels/channels.ts';
import {
  endOldWebhookSecret,
  replaceWebhookSecret,
  webhookSecretVersion,
} from '../../../domain/webhooks/app-secrets.ts';
import { type App, changeApp } from '../../../domain/webhooks/apps.ts';
import { ping } from '../../../domain/webhooks/delivery-worker.ts';
import type { Outcome } from '../../../domain/webhooks/send-webhook.ts';
import { messageFromJson } from '../../../lib/messages/message.ts';
import { count } from '../../../lib/number-format.ts';
import { errorText } from '../../error-text.ts';
import type { Form } from '../../forms/form.ts';
import { Post, PostButton, Submit } from '../../forms/inputs.tsx';
import { keepOldFor, OldSigningSecretNotice, SecretResetForm, secretResetForm } from '../../forms/secret-reset.tsx';
import { keepSecret, secretScreens, UncopiedNotice } from '../../forms/uncopied-secret.tsx';
import type { Page } from '../../office-response.ts';
import { commonTexts } from '../../page/common-texts.ts';
import { ButtonLink, Confirm, Facts, Heading, Notice } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { formScreens, post, type Screen } from '../../screen.ts';
import { requestedApp } from '../partner-components.tsx';
import { partnerTexts } from '../partner-texts.ts';
import { AppInputs, appFields, appForm } from './add-app.tsx';
import { AppStatus, AppWarnings } from './app-list.tsx';
import { appSecret, valuesOf } from './app-secret.tsx';
import { appTexts } from './app-texts.ts';

const APP = '/partners/apps/:id';
const pathOf = ({ id }: App) => `/partners/apps/${id}`;

export const appScreens: readonly Screen[] = [
  ...formScreens(APP, 'partners', {
    schema: appForm,
    page: appPage,
    submit: async (context, input) => {
      const app = requestedApp(context);
      await context.write((tx) => changeApp(tx, app.id, appFields(input)));
      return context.redirect(pathOf(app), commonTexts(context.language).saved);
    },
  }),
  post(
    `${APP}/secret`,
    'partners',
    async (context) => {
      const app = requestedApp(context);
      const input = context.form(secretResetForm).value;
      const wanted = { version: input?.version, now: context.app.steadyNow(), keepOldFor: keepOldFor(input) };
      const reset = await context.write((tx) => {
        const reset = replaceWebhookSecret(tx, app.id, wanted);
        if (reset) keepSecret(tx, context, { kind: appSecret, owner: reset, values: valuesOf(reset) });
        return reset;
      });
      return context.redirect(appSecret.pathOf(app), reset && appTexts(context.language).secretReset);
    },
    { sensitive: true },
  ),
  ...secretScreens(appSecret),
  post(`${APP}/end-old-secret`, 'partners', async (context) => {
    const app = requestedApp(context);
    await context.write((tx) => endOldWebhookSecret(tx, app.id));
    return context.redirect(pathOf(app), partnerTexts(context.language).oldSecretEnded);
  }),
  post(`${APP}/ping`, 'partners', async (context) => {
    const app = requestedApp(context);
    return pingedPage(context, app, await ping(context.app, app.id));
  }),
];

function appPage(context: StoreContext, form: Form<unknown>): Page {
  const app = requestedApp(context);
  const t = appTexts(context.language);
  return {
    title: app.name,
    body: (
      <>
        <Heading title={app.name} back={{ href: '/office/partners/apps', label: t.apps }}>
          <ButtonLink href={`/office${pathOf(app)}/deliveries`} label={t.deliveries} />
          <ButtonLink href={`/office${pathOf(app)}/missed`} label={t.missed} />
        </Heading>
        <AppWarnings context={context} app={app} />
        <UncopiedNotice context={context} kind={appSecret} owner={app} />
        <OldSigningSecretNotice
          context={context}
          action={`${pathOf(app)}/end-old-secret`}
          endTime={app.oldSecretEndTime}
        />
        <div class="with-side side-first">
          <div>
            <AppStatusCard context={context} app={app} />
            <Ping context={context} app={app} />
          </div>
          <section class="card">
            <h2>{t.settings}</h2>
            <Post action={pathOf(app)} form={form}>
              <AppInputs context={context} app={app} />
              <Submit label={commonTexts(context.language).save} />
            </Post>
          </section>
        </div>
      </>
    ),
  };
}

function AppStatusCard({ context, app }: { context: StoreContext; app: App }) {
  const t = appTexts(context.language);
  const linked = listChannels(context.db, context.store.id).filter(({ appId }) => appId === app.id);
  return (
    <section class="card">
      <Facts
        facts={[
          [t.status, <AppStatus context={context} app={app} />],
          [
            t.linkedChannels,
            linked.length > 0 &&
              linked.map(({ id, name }) => (
                <div>
                  <a href={`/office/partners/channels/${id}`}>{name}</a>
                </div>
              )),
          ],
        ]}
      />
      <div class="actions">
        <Confirm label={partnerTexts(context.language).resetSecret}>
          <p>{t.resetAsk}</p>
          <SecretResetForm
            context={context}
            action={`${pathOf(app)}/secret`}
            version={webhookSecretVersion(app)}
            label={partnerTexts(context.language).resetYes}
          />
        </Confirm>
      </div>
    </section>
  );
}

function Ping({ context, app }: { context: StoreContext; app: App }) {
  const t = appTexts(context.language);
  if (app.url === '') return null;
  return (
    <section class="card">
      <p class="hint">{t.pingHint}</p>
      <PostButton action={`${pathOf(app)}/ping`} class="secondary outline" label={t.ping} />
    </section>
  );
}

function pingedPage(context: StoreContext, app: App, { acknowledged, answer, responseExcerpt, millis }: Outcome): Page {
  const t = appTexts(context.language);
  const result = (acknowledged ? t.pinged : t.pingFailed)(
    errorText(context.language, messageFromJson(answer)),
    count(millis),
  );
  return {
    title: t.ping,
    body: (
      <>
        <Heading title={t.ping} back={{ href: `/office${pathOf(app)}`, label: app.name }} />
        <Notice tone={acknowledged ? 'good' : 'bad'}>
          <p class="break">{result}</p>
          {responseExcerpt !== null && (
            <p class="break">
              {t.answerBody}: {responseExcerpt}
            </p>
          )}
        </Notice>
        <div class="actions">
          <PostButton action={`${pathOf(app)}/ping`} class="secondary outline" label={t.ping} />
          <ButtonLink href={`/office${pathOf(app)}/deliveries`} label={t.deliveries} />
        </div>
      </>
    ),
  };
}
