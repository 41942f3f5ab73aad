import { ORDER_DATA, orderDataOf, setOrderData } from '../../../domain/alerts/alert-contents.ts';
import { isWay, type Way } from '../../../domain/alerts/kinds.ts';
import { testWay } from '../../../domain/alerts/own-alerts.ts';
import { newPushKeys } from '../../../domain/alerts/send-push.ts';
import { removeService, SECURITIES } from '../../../domain/alerts/services.ts';
import { setUpEmail, setUpLine, setUpPush } from '../../../domain/alerts/set-up.ts';
import { notFound } from '../../../lib/errors.ts';
import { choice, fields, integer, optionalText, text } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { Post, SelectField, Submit } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { Heading, Notice } from '../../page/components.tsx';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { get, postForm, type Screen } from '../../screen.ts';
import { settingsTexts } from '../settings-texts.ts';
import { alertTexts, orderDataNames, serviceTexts } from './alert-texts.ts';
import { emailField } from './email-field.ts';
import { ServiceCards } from './service-cards.tsx';
import { ALERT_SETTINGS, type SubmittedForm } from './submitted-form.ts';

const contentsForm = fields({ order_data: choice(ORDER_DATA) });
const noFields = fields({});

const emailForm = fields({
  sender: emailField,
  host: text(253),
  port: integer(1, 65_535),
  security: choice(SECURITIES),
  user: optionalText(200),
  password: optionalText(500),
});

const lineForm = fields({ token: optionalText(500), secret: optionalText(200) });

/** The contents of alerts, a setting of each store, and the alert services, which all stores share. */
export const alertSettingsScreens: readonly Screen[] = [
  get(ALERT_SETTINGS, 'owner', (context) => settingsPage(context)),
  postForm(ALERT_SETTINGS, 'owner', {
    schema: contentsForm,
    page: showing('contents'),
    submit: async (context, { order_data }) => {
      await context.write((tx) => setOrderData(tx, context.store.id, order_data));
      return saved(context);
    },
  }),
  postForm(`${ALERT_SETTINGS}/email`, 'operator', {
    schema: emailForm,
    page: showing('email'),
    submit: async (context, input) => {
      await setUpEmail(context.app, input);
      return saved(context);
    },
    sensitive: true,
  }),
  postForm(`${ALERT_SETTINGS}/line`, 'operator', {
    schema: lineForm,
    page: showing('line'),
    submit: async (context, input) => {
      await setUpLine(context.app, { token: input.token, secret: input.secret });
      return saved(context);
    },
    sensitive: true,
  }),
  postForm(`${ALERT_SETTINGS}/push`, 'operator', {
    schema: noFields,
    page: showing('push'),
    submit: async (context) => {
      const keys = newPushKeys();
      await context.write((tx) => setUpPush(tx, keys));
      return saved(context);
    },
    sensitive: true,
  }),
  postForm(`${ALERT_SETTINGS}/:way/test`, 'operator', {
    schema: noFields,
    page: showing('test'),
    submit: async (context) => {
      await testWay(context.app, context.account, requestedWay(context));
      return context.redirect(ALERT_SETTINGS, alertTexts(context.language).tested);
    },
  }),
  postForm(`${ALERT_SETTINGS}/:way/remove`, 'operator', {
    schema: noFields,
    page: showing('test'),
    submit: async (context) => {
      const way = requestedWay(context);
      await context.write((tx) => removeService(tx, way));
      return context.redirect(ALERT_SETTINGS, serviceTexts(context.language).turnedOff);
    },
    sensitive: true,
  }),
];

function saved(context: StoreContext): Response {
  return context.redirect(ALERT_SETTINGS, alertTexts(context.language).saved);
}

function requestedWay({ request }: StoreContext): Way {
  const { way } = request.params;
  if (!isWay(way)) throw notFound('nothing_at_path');
  return way;
}

/** The page with the errors of one of its forms. */
function showing(name: SubmittedForm['name']) {
  return (context: StoreContext, form: Form<unknown>): Page => settingsPage(context, { name, form });
}

function settingsPage(context: StoreContext, submitted?: SubmittedForm): Page {
  const t = alertTexts(context.language);
  const s = serviceTexts(context.language);
  return {
    title: t.title,
    body: (
      <>
        <Heading title={t.title} back={{ href: '/office/settings', label: settingsTexts(context.language).settings }}>
          <a class="button" href="/office/me/alerts">
            {t.toMine}
          </a>
        </Heading>
        {submitted?.name === 'test' && submitted.form.error !== undefined && (
          <Notice tone="bad">{submitted.form.error}</Notice>
        )}
        <ContentsCard context={context} form={submitted?.name === 'contents' ? submitted.form : undefined} />
        {context.isOperator ? (
          <ServiceCards context={context} submitted={submitted} />
        ) : (
          <Notice>{s.operatorOnly}</Notice>
        )}
      </>
    ),
  };
}

function ContentsCard({ context, form }: StoreProps<{ form: Form<unknown> | undefined }>) {
  const s = serviceTexts(context.language);
  const names = orderDataNames(context.language);
  return (
    <section class="card">
      <h2>{s.contents}</h2>
      <Post action={ALERT_SETTINGS} form={form}>
        <SelectField
          name="order_data"
          label={s.contents}
          labelHidden
          hint={s.contentsHint}
          value={orderDataOf(context.db, context.store.id)}
          options={ORDER_DATA.map((value) => ({ value, label: names[value] }))}
        />
        <Submit label={alertTexts(context.language).save} />
      </Post>
    </section>
  );
}
