import { type Choices, choicesOrDefaults, PAUSES, saveChoices } from '../../../domain/alerts/choices.ts';
import { newLineCode } from '../../../domain/alerts/confirmation-codes.ts';
import { KINDS, type Kind, mayReceive, WAYS, type Way } from '../../../domain/alerts/kinds.ts';
import {
  checkedBrowser,
  confirmEmail,
  ownRecipient,
  sendEmailCode,
  testRecipient,
} from '../../../domain/alerts/own-alerts.ts';
import { addRecipient, removeRecipient } from '../../../domain/alerts/recipients.ts';
import { openWays } from '../../../domain/alerts/services.ts';
import { message } from '../../../lib/messages/message.ts';
import { describe } from '../../../lib/messages/messages.ts';
import { checked, choice, fields, listOf, optionalText, text } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import type { Page } from '../../office-response.ts';
import { ButtonLink, Empty, Heading, Notice } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { get, post, postForm, type Screen } from '../../screen.ts';
import { alertTexts, ownTexts } from './alert-texts.ts';
import { ChoicesCard, parseMinute } from './choices-card.tsx';
import { Destinations, RecentMessages } from './destinations.tsx';
import { emailField } from './email-field.ts';
import { MY_ALERTS, type OwnForm } from './submitted-form.ts';

const minute = checked(optionalText(5), (typed) =>
  parseMinute(typed) === undefined ? message('input_not_a_time') : undefined,
);

const kindFields = Object.fromEntries(KINDS.map((kind) => [kind, listOf(choice(WAYS))])) as Record<
  (typeof KINDS)[number],
  ReturnType<typeof listOf<(typeof WAYS)[number]>>
>;

const choicesForm = fields({
  ...kindFields,
  pause: choice(PAUSES.map(String)),
  quiet_from: minute,
  quiet_until: minute,
  summary_at: minute,
});

const addressForm = fields({ address: emailField });
const codeForm = fields({ code: text(20) });
const noFields = fields({});
const browserForm = fields({ endpoint: text(1_000), p256dh: text(200), auth: text(100) });

/** The alerts of the signed-in account. Where they go is `sensitive`: a stolen session must not read along. */
export const myAlertScreens: readonly Screen[] = [
  get(MY_ALERTS, 'staff', (context) => alertsPage(context)),
  postForm(MY_ALERTS, 'staff', {
    schema: choicesForm,
    page: showing('choices'),
    submit: async (context, { pause, quiet_from, quiet_until, summary_at, ...ways }) => {
      const [from, until] = [parseMinute(quiet_from ?? ''), parseMinute(quiet_until ?? '')];
      const choices: Choices = {
        chosen: withHiddenWays(context, ways),
        quiet: from === undefined || until === undefined ? undefined : { from, until },
        pause: Number(pause),
        summaryMinute: parseMinute(summary_at ?? ''),
      };
      await context.write((tx) => saveChoices(tx, context.account.id, choices, context.now));
      return context.redirect(MY_ALERTS, alertTexts(context.language).saved);
    },
    check: requireBothQuietHours,
  }),
  postForm(`${MY_ALERTS}/email`, 'staff', {
    schema: addressForm,
    page: showing('email'),
    submit: async (context, { address }) => {
      await sendEmailCode(context.app, context.account, address);
      return context.redirect(MY_ALERTS, ownTexts(context.language).codeSent(address));
    },
    sensitive: true,
  }),
  postForm(`${MY_ALERTS}/email/confirm`, 'staff', {
    schema: codeForm,
    page: showing('code'),
    submit: async (context, { code }, form) => {
      const isRight = await context.write((tx) => confirmEmail(tx, context.account, code, context.now));
      if (isRight) return context.redirect(MY_ALERTS, ownTexts(context.language).emailAdded);
      form.addError(describe(message('alert_code_wrong'), context.language), 'code');
      return { ...alertsPage(context, { name: 'code', form }), status: 422 };
    },
  }),
  post(
    `${MY_ALERTS}/line`,
    'staff',
    async (context) => {
      const code = await context.write((tx) => newLineCode(tx, context.account.id, context.now));
      return alertsPage(context, { name: 'line', form: context.form(noFields), code });
    },
    { sensitive: true },
  ),
  postForm(`${MY_ALERTS}/push`, 'staff', {
    schema: browserForm,
    page: showing('push'),
    submit: async (context, subscription) => {
      const browser = checkedBrowser(context.app, subscription, context.request.userAgent);
      await context.write((tx) => addRecipient(tx, context.account, browser, context.now));
      return context.redirect(MY_ALERTS, ownTexts(context.language).pushAdded);
    },
    sensitive: true,
  }),
  postForm(`${MY_ALERTS}/:id/test`, 'staff', {
    schema: noFields,
    page: showing('test'),
    submit: async (context) => {
      const recipient = ownRecipient(context.app, context.account, context.id());
      await testRecipient(context.app, context.account, recipient);
      return context.redirect(MY_ALERTS, alertTexts(context.language).tested);
    },
  }),
  postForm(`${MY_ALERTS}/:id/remove`, 'staff', {
    schema: noFields,
    page: showing('test'),
    submit: async (context) => {
      const id = context.id();
      await context.write((tx) => removeRecipient(tx, context.account, id));
      return context.redirect(MY_ALERTS, alertTexts(context.language).removed);
    },
  }),
];

/** Services that are off are hidden in the form; their earlier choices are kept. */
function withHiddenWays({ account, db }: StoreContext, ways: Record<Kind, readonly Way[]>): Choices['chosen'] {
  const shown = openWays(db);
  const before = choicesOrDefaults(db, account.id).chosen;
  const hidden = (kind: Kind) => before[kind]?.filter((way) => !shown.includes(way)) ?? [];
  const chosen = (kind: Kind) => [...ways[kind].filter((way) => shown.includes(way)), ...hidden(kind)];
  return Object.fromEntries(KINDS.filter((kind) => mayReceive(account, kind)).map((kind) => [kind, chosen(kind)]));
}

function requireBothQuietHours({ language }: StoreContext, form: Form<unknown>): void {
  const [from, until] = [form.typed('quiet_from')?.trim(), form.typed('quiet_until')?.trim()];
  if (Boolean(from) === Boolean(until)) return;
  form.addError(describe(message('input_empty'), language), from ? 'quiet_until' : 'quiet_from');
}

function showing(name: OwnForm['name']) {
  return (context: StoreContext, form: Form<unknown>): Page => alertsPage(context, { name, form });
}

function alertsPage(context: StoreContext, submitted?: OwnForm): Page {
  const t = alertTexts(context.language);
  const o = ownTexts(context.language);
  const ways = openWays(context.db);
  const error = submitted && errorAbove(context, submitted);
  return {
    title: t.mine,
    body: (
      <>
        <Heading title={t.mine} back={{ href: '/office/me', label: o.me }} />
        {error !== undefined && <Notice tone="bad">{error}</Notice>}
        {ways.length === 0 ? (
          <Empty title={o.noWay} hint={context.isOperator ? undefined : o.askOwner}>
            <ButtonLink href="/office/settings/alerts" label={o.setUp} />
          </Empty>
        ) : (
          <>
            <Destinations context={context} ways={ways} submitted={submitted} />
            <ChoicesCard
              context={context}
              ways={ways}
              choices={choicesOrDefaults(context.db, context.account.id)}
              form={submitted?.name === 'choices' ? submitted.form : undefined}
            />
            <RecentMessages context={context} />
          </>
        )}
      </>
    ),
  };
}

/** The error of a form whose fields are hidden. */
function errorAbove({ language }: StoreContext, { name, form }: OwnForm): string | undefined {
  if (name === 'push' && form.hasErrors)
    return form.error ?? describe(message('push_subscription_malformed'), language);
  return name === 'test' ? form.error : undefined;
}
