import { type App, addAppOnce } from '../../../domain/webhooks/apps.ts';
import type { Page } from '../../answer.ts';
import type { Form } from '../../forms/form.ts';
import { Post, Submit } from '../../forms/inputs.tsx';
import { KeyField, madeKey } from '../../forms/once.tsx';
import { ButtonLink, Facts, Heading, Notice } from '../../page/parts.tsx';
import { words } from '../../page/texts.ts';
import { get, post, type Screen } from '../../screen.ts';
import type { Visit } from '../../visit.ts';
import { Copyable } from '../partner-components.tsx';
import { partnerTexts } from '../partner-texts.ts';
import { AppInputs, appFields, formOf } from './app-form.tsx';
import { appTexts } from './app-texts.ts';
import { Hopeless } from './app-warnings.tsx';

const ADD = '/partners/apps/new';

export const appAddScreens: readonly Screen[] = [
  get(ADD, 'owner', (visit) => addPage(visit, formOf(visit))),
  post(ADD, 'owner', (visit) => {
    const form = formOf(visit);
    return form.submit(
      async (wanted) => {
        const t = appTexts(visit.language);
        const fields = { ...appFields(wanted), storeId: visit.store.id, key: madeKey(form, 'app') };
        const { app, isNew } = await visit.ctx.write((db) => addAppOnce(db, fields, visit.now));
        return isNew ? appSecretPage(visit, app, t.appAdded) : visit.redirect(`/partners/apps/${app.id}`, t.appThere);
      },
      () => addPage(visit, form),
    );
  }),
];

function addPage(visit: Visit, form: Form<unknown>): Page {
  const t = appTexts(visit.language);
  return {
    title: t.addApp,
    body: (
      <>
        <Heading title={t.addApp} back={{ href: '/office/partners/apps', label: t.apps }} />
        <section class="card form-only">
          {/* Left to the browser: htmx would keep the page with the secret. */}
          <Post visitor={visit} action={ADD} form={form} plain>
            <KeyField form={form} kind="app" />
            <AppInputs visit={visit} form={form} />
            <Submit>{words(visit.language).add}</Submit>
          </Post>
        </section>
      </>
    ),
  };
}

/** The one page that shows an app's secret. */
export function appSecretPage(visit: Visit, app: App, title: string): Page {
  const t = appTexts(visit.language);
  const shared = partnerTexts(visit.language);
  return {
    title,
    body: (
      <>
        <Heading title={title} />
        <Hopeless visit={visit} app={app} />
        <Notice tone="warn">{shared.secretOnce}</Notice>
        <section class="card">
          <Facts
            facts={[
              [t.name, app.name],
              [
                t.secret,
                <Copyable visit={visit} id="secret">
                  {app.webhookSecret}
                </Copyable>,
              ],
            ]}
          />
          <p class="hint">{t.secretUse}</p>
        </section>
        <p>
          <ButtonLink href={`/office/partners/apps/${app.id}`} main>
            {shared.done}
          </ButtonLink>
        </p>
      </>
    ),
  };
}
