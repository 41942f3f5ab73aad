import { type AppSetup, appSetup, startAppSetup } from '../../../domain/accounts/authenticator-app.ts';
import { recoveryCodesLeft } from '../../../domain/accounts/recovery-codes.ts';
import {
  finishAppSetup,
  hasSecondFactor,
  lacksSecondFactor,
  newRecoveryCodes,
  removeAuthenticatorApp,
  secondFactorsOf,
} from '../../../domain/accounts/second-factor.ts';
import { drawQr } from '../../../domain/print/print-job.ts';
import { notFound } from '../../../lib/errors.ts';
import { fields, text } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { Post, PostButton, Submit, TextField } from '../../forms/inputs.tsx';
import { secretScreens, UncopiedNotice } from '../../forms/uncopied-secret.tsx';
import { SECOND_FACTOR } from '../../http/authorize.ts';
import type { Page } from '../../office-response.ts';
import { Confirm, CopyButton, Facts, Heading, Notice, Tag } from '../../page/components.tsx';
import { download } from '../../page/downloads.ts';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { get, post, postForm, type Screen } from '../../screen.ts';
import { PasskeyCard, passkeyScreens } from './passkey-pages.tsx';
import { keepCodes, recoveryCodes, redirectToCodes } from './recovery-codes-page.tsx';
import { secondFactorTexts } from './second-factor-texts.ts';
import { SignOutEverywhere } from './session-list.tsx';

const ME = '/me';

const codeForm = fields({ code: text(20) });
const noFields = fields({});

/** The signed-in account's own second factors: authenticator app, passkeys, recovery codes. */
export const secondFactorScreens: readonly Screen[] = [
  get(SECOND_FACTOR, 'staff', (context) => secondFactorPage(context, context.form(codeForm)), {
    sensitive: (context) => appSetup(context.db, context.account) !== undefined, // the page shows its secret
  }),
  post(
    `${SECOND_FACTOR}/start`,
    'staff',
    async (context) => {
      await context.write((tx) => startAppSetup(tx, context.account));
      return context.redirect(SECOND_FACTOR);
    },
    { sensitive: true },
  ),
  get(
    `${SECOND_FACTOR}/qr.png`,
    'staff',
    async (context) => {
      const setup = appSetup(context.db, context.account);
      if (!setup) throw notFound('nothing_at_path');
      return download((await drawQr(setup.address)).png, { name: 'qr.png', type: 'image/png', inline: true });
    },
    { sensitive: true },
  ),
  postForm(`${SECOND_FACTOR}/confirm`, 'staff', {
    schema: codeForm,
    page: secondFactorPage,
    submit: async (context, { code }) => {
      const codes = await context.write((tx) => {
        const made = finishAppSetup(tx, context.account, code, context.now);
        keepCodes(context)(tx, made);
        return made;
      });
      return redirectToCodes(context, codes, secondFactorTexts(context.language).appTurnedOn);
    },
    sensitive: true,
  }),
  post(
    `${SECOND_FACTOR}/recovery-codes`,
    'staff',
    async (context) => {
      await context.write((tx) => keepCodes(context)(tx, newRecoveryCodes(tx, context.account)));
      return context.redirect(recoveryCodes.path);
    },
    { sensitive: true },
  ),
  ...secretScreens(recoveryCodes),
  postForm(`${SECOND_FACTOR}/turn-off`, 'staff', {
    schema: noFields,
    page: (context, { error }) => secondFactorPage(context, context.form(noFields), error),
    submit: async (context) => {
      await context.write((tx) => removeAuthenticatorApp(tx, context.account));
      const t = secondFactorTexts(context.language);
      return context.redirect(
        SECOND_FACTOR,
        hasSecondFactor(context.db, context.account.id) ? t.appTurnedOff : t.turnedOff,
      );
    },
    sensitive: true,
  }),
  ...passkeyScreens((context, error) => secondFactorPage(context, context.form(noFields), error)),
];

/** @param error why something could not be removed */
function secondFactorPage(context: StoreContext, form: Form<unknown>, error?: string): Page {
  const t = secondFactorTexts(context.language);
  const isForced = lacksSecondFactor(context.db, context.account);
  const hasFactor = hasSecondFactor(context.db, context.account.id);
  return {
    title: t.title,
    bare: isForced,
    body: (
      <>
        <Heading title={t.title} back={isForced ? undefined : { href: `/office${ME}`, label: t.me }} />
        {error !== undefined && <Notice tone="bad">{error}</Notice>}
        {isForced && <Notice tone="warn">{t.required}</Notice>}
        <p class="hint">{t.hint}</p>
        <AppCard context={context} form={error === undefined ? form : undefined} />
        <PasskeyCard context={context} />
        {hasFactor && <RecoveryCard context={context} />}
        {!isForced && <OtherBrowsersCard context={context} />}
      </>
    ),
  };
}

function AppCard({ context, form }: StoreProps<{ form: Form<unknown> | undefined }>) {
  const t = secondFactorTexts(context.language);
  const setup = appSetup(context.db, context.account);
  const { app } = secondFactorsOf(context.db, context.account.id);
  return (
    <section class="card">
      <h2>
        {t.app} {app && <Tag tone="good">{t.on}</Tag>}
      </h2>
      <p class="hint">{t.appHint}</p>
      {setup ? (
        <SetupForm setup={setup} form={form} context={context} />
      ) : app ? (
        <Confirm label={t.turnOff}>
          <p>{t.turnOffHint}</p>
          <PostButton action={`${SECOND_FACTOR}/turn-off`} class="danger" plain label={t.turnOff} />
        </Confirm>
      ) : (
        <PostButton action={`${SECOND_FACTOR}/start`} plain label={t.start} />
      )}
    </section>
  );
}

function SetupForm({ context, setup, form }: StoreProps<{ setup: AppSetup; form: Form<unknown> | undefined }>) {
  const t = secondFactorTexts(context.language);
  return (
    <>
      <p>{t.scan}</p>
      <img src={`/office${SECOND_FACTOR}/qr.png`} alt={t.qr} width="300" height="300" />
      <p>
        {t.key}: <code id="setup-key">{setup.secret.replace(/.{4}(?=.)/g, '$& ')}</code>{' '}
        <CopyButton targetId="setup-key" />
      </p>
      <Post action={`${SECOND_FACTOR}/confirm`} form={form} plain>
        <TextField name="code" label={t.code} inputmode="numeric" autocomplete="one-time-code" required />
        <Submit label={t.turnOn} />
      </Post>
      <PostButton action={`${SECOND_FACTOR}/turn-off`} class="secondary outline" plain label={t.cancel} />
    </>
  );
}

function RecoveryCard({ context }: { context: StoreContext }) {
  const t = secondFactorTexts(context.language);
  return (
    <section class="card">
      <h2>{t.codes}</h2>
      <UncopiedNotice context={context} kind={recoveryCodes} owner={context.account} />
      <p>{t.codesLeft(recoveryCodesLeft(context.db, context.account.id))}</p>
      <Confirm label={t.newCodes} danger={false}>
        <p>{t.newCodesHint}</p>
        <PostButton action={`${SECOND_FACTOR}/recovery-codes`} plain label={t.newCodes} />
      </Confirm>
    </section>
  );
}

/** Browsers that signed in before a change stay signed in. */
function OtherBrowsersCard({ context }: { context: StoreContext }) {
  const t = secondFactorTexts(context.language);
  return (
    <section class="card">
      <h2>{t.otherBrowsers}</h2>
      <p class="hint">{t.otherBrowsersHint}</p>
      <SignOutEverywhere context={context} />
    </section>
  );
}

/** On the account's own page. */
export function SecondFactorCard({ context }: { context: StoreContext }) {
  const t = secondFactorTexts(context.language);
  const { app, passkeys } = secondFactorsOf(context.db, context.account.id);
  const state = (on: boolean) => <Tag tone={on ? 'good' : 'plain'}>{on ? t.on : t.off}</Tag>;
  return (
    <section class="card">
      <h2>{t.title}</h2>
      <Facts
        facts={[
          [t.app, state(app)],
          [t.passkeys, String(passkeys)],
        ]}
      />
      <a href={`/office${SECOND_FACTOR}`}>{t.manage}</a>
    </section>
  );
}
