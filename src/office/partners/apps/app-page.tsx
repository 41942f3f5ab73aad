import { listChannels } from '../../../domain/channels/channels.ts';
import { type App, changeApp, replaceWebhookSecret, webhookSecretMark } from '../../../domain/webhooks/apps.ts';
import { ping } from '../../../domain/webhooks/deliver.ts';
import type { Outcome } from '../../../domain/webhooks/send.ts';
import type { Page } from '../../answer.ts';
import type { Form } from '../../forms/form.ts';
import { Post, Submit } from '../../forms/inputs.tsx';
import { MarkField, markForm } from '../../forms/once.tsx';
import { count } from '../../page/format.ts';
import { ButtonLink, Confirm, Facts, Heading, Notice } from '../../page/parts.tsx';
import { words } from '../../page/texts.ts';
import { answerText } from '../../refusals/answers.ts';
import { get, post, type Screen } from '../../screen.ts';
import type { Visit } from '../../visit.ts';
import { partnerTexts } from '../partner-texts.ts';
import { appHere } from '../requested-resources.ts';
import { appSecretPage } from './add-app.tsx';
import { AppInputs, appFields, formOf } from './app-form.tsx';
import { AppStatus } from './app-list.tsx';
import { appTexts } from './app-texts.ts';
import { Troubles } from './app-warnings.tsx';

const APP = '/partners/apps/:id';
const pathOf = ({ id }: App) => `/partners/apps/${id}`;

export const appScreens: readonly Screen[] = [
  get(APP, 'owner', (visit) => appPage(visit, appHere(visit), formOf(visit))),
  post(APP, 'owner', (visit) => {
    const app = appHere(visit);
    const form = formOf(visit);
    return form.submit(
      async (wanted) => {
        await visit.ctx.write((db) => changeApp(db, app.id, appFields(wanted)));
        return visit.redirect(pathOf(app), words(visit.language).saved);
      },
      () => appPage(visit, app, form),
    );
  }),
  post(`${APP}/secret`, 'owner', async (visit) => {
    const app = appHere(visit);
    const { mark } = visit.form(markForm).value ?? {};
    const reset = await visit.ctx.write((db) => replaceWebhookSecret(db, app.id, mark));
    if (reset) return appSecretPage(visit, reset, appTexts(visit.language).secretReset);
    return visit.redirect(pathOf(app), partnerTexts(visit.language).secretGiven);
  }),
  post(`${APP}/ping`, 'owner', async (visit) => {
    const app = appHere(visit);
    return pingedPage(visit, app, await ping(visit.ctx, app.id));
  }),
];

function appPage(visit: Visit, app: App, form: Form<unknown>): Page {
  const t = appTexts(visit.language);
  return {
    title: app.name,
    body: (
      <>
        <Heading title={app.name} back={{ href: '/office/partners/apps', label: t.apps }}>
          <ButtonLink href={`/office${pathOf(app)}/deliveries`}>{t.deliveries}</ButtonLink>
          <ButtonLink href={`/office${pathOf(app)}/missed`}>{t.missed}</ButtonLink>
        </Heading>
        <Troubles visit={visit} app={app} />
        <div class="with-side side-first">
          <div>
            <Standing visit={visit} app={app} />
            <Ping visit={visit} app={app} />
          </div>
          <section class="card">
            <h2>{t.settings}</h2>
            <Post visitor={visit} action={pathOf(app)} form={form}>
              <AppInputs visit={visit} form={form} app={app} />
              <Submit>{words(visit.language).save}</Submit>
            </Post>
          </section>
        </div>
      </>
    ),
  };
}

function Standing({ visit, app }: { visit: Visit; app: App }) {
  const t = appTexts(visit.language);
  const tied = listChannels(visit.ctx.db, visit.store.id).filter(({ appId }) => appId === app.id);
  return (
    <section class="card">
      <Facts
        facts={[
          [t.status, <AppStatus visit={visit} app={app} />],
          [
            t.tiedChannels,
            tied.length > 0 &&
              tied.map(({ id, name }) => (
                <div>
                  <a href={`/office/partners/channels/${id}`}>{name}</a>
                </div>
              )),
          ],
        ]}
      />
      <div class="actions">
        <Confirm label={partnerTexts(visit.language).resetSecret}>
          <p>{t.resetAsk}</p>
          <Post visitor={visit} action={`${pathOf(app)}/secret`} plain>
            <MarkField mark={webhookSecretMark(app)} />
            <Submit>{partnerTexts(visit.language).resetYes}</Submit>
          </Post>
        </Confirm>
      </div>
    </section>
  );
}

function Ping({ visit, app }: { visit: Visit; app: App }) {
  const t = appTexts(visit.language);
  if (app.url === '') return null;
  return (
    <section class="card">
      <p class="hint">{t.pingHint}</p>
      <Post visitor={visit} action={`${pathOf(app)}/ping`}>
        <Submit class="secondary outline">{t.ping}</Submit>
      </Post>
    </section>
  );
}

function pingedPage(visit: Visit, app: App, { acknowledged, answer, said, millis }: Outcome): Page {
  const t = appTexts(visit.language);
  const result = (acknowledged ? t.pinged : t.pingFailed)(answerText(visit.language, answer), count(millis));
  return {
    title: t.ping,
    body: (
      <>
        <Heading title={t.ping} back={{ href: `/office${pathOf(app)}`, label: app.name }} />
        <Notice tone={acknowledged ? 'good' : 'bad'}>
          <p class="break">{result}</p>
          {said !== null && (
            <p class="break">
              {t.said}: {said}
            </p>
          )}
        </Notice>
        <div class="actions">
          <Post visitor={visit} action={`${pathOf(app)}/ping`}>
            <Submit class="secondary outline">{t.ping}</Submit>
          </Post>
          <ButtonLink href={`/office${pathOf(app)}/deliveries`}>{t.deliveries}</ButtonLink>
        </div>
      </>
    ),
  };
}
