import { changeAccount } from '../../../domain/accounts/account-changes.ts';
import { type Account, storeInRole } from '../../../domain/accounts/accounts.ts';
import { passwordVersion, replacePassword } from '../../../domain/accounts/one-time-passwords.ts';
import { hasSecondFactor, resetSecondFactor } from '../../../domain/accounts/second-factor.ts';
import { signOutEverywhere } from '../../../domain/accounts/sessions.ts';
import { fields, text } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { SecretVersionField, secretVersionForm } from '../../forms/idempotency.tsx';
import { Post, PostButton, Submit, TextField } from '../../forms/inputs.tsx';
import { secretScreens, UncopiedNotice } from '../../forms/uncopied-secret.tsx';
import type { Page } from '../../office-response.ts';
import { Confirm, Heading, Notice } from '../../page/components.tsx';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { formScreens, post, postForm, type Screen } from '../../screen.ts';
import { accountTexts } from './account-texts.ts';
import { ACCOUNTS, keepPassword, oneTimePassword, requestedAccount } from './one-time-password.tsx';
import { checkNameAndRole, chosenRole, RoleField } from './role-field.tsx';
import { secondFactorTexts } from './second-factor-texts.ts';

const ACCOUNT = `${ACCOUNTS}/:id`;

const changeForm = fields({ name: text(60), role: text(60) });
const noFields = fields({});

/** One account: name, role, password reset, disable and enable. */
export const accountPageScreens: readonly Screen[] = [
  ...formScreens(ACCOUNT, 'owner', {
    schema: changeForm,
    page: accountPage,
    submit: async (context, { name, role }) => {
      const account = requestedAccount(context);
      const chosen = chosenRole(context, role);
      const storeId = storeInRole(account, chosen.role, context.store.id);
      await context.write((tx) => changeAccount(tx, account.id, { ...chosen, name, storeId }, context.now));
      return context.redirect(ACCOUNTS, accountTexts(context.language).saved);
    },
    sensitive: true,
    check: (context, form) => checkNameAndRole(context, form, context.id()),
  }),
  post(
    `${ACCOUNT}/password`,
    'owner',
    async (context) => {
      const account = requestedAccount(context);
      const version = context.form(secretVersionForm).value?.version;
      await replacePassword(context.app, account, { version, also: keepPassword(context) });
      return context.redirect(oneTimePassword.pathOf(account));
    },
    { sensitive: true },
  ),
  ...secretScreens(oneTimePassword),
  post(
    `${ACCOUNT}/second-factor`,
    'owner',
    async (context) => {
      const account = requestedAccount(context);
      await context.write((tx) => resetSecondFactor(tx, account));
      return context.redirect(`${ACCOUNTS}/${account.id}`, secondFactorTexts(context.language).turnedOff);
    },
    { sensitive: true },
  ),
  post(
    `${ACCOUNT}/sign-out`,
    'owner',
    async (context) => {
      const account = requestedAccount(context);
      await context.write((tx) => signOutEverywhere(tx, account));
      return context.redirect(`${ACCOUNTS}/${account.id}`, accountTexts(context.language).signedOut);
    },
    { sensitive: true },
  ),
  disableScreen('disable', true),
  disableScreen('enable', false),
];

function disableScreen(name: 'disable' | 'enable', disabled: boolean): Screen {
  return postForm(`${ACCOUNT}/${name}`, 'owner', {
    schema: noFields,
    page: errorPage,
    submit: async (context) => {
      const { id } = requestedAccount(context);
      await context.write((tx) => changeAccount(tx, id, { disabled }, context.now));
      const t = accountTexts(context.language);
      return context.redirect(ACCOUNTS, disabled ? t.nowDisabled : t.nowEnabled);
    },
    sensitive: true,
  });
}

function errorPage(context: StoreContext, { error }: Form<unknown>): Page {
  return accountPage(context, context.form(noFields), error);
}

/** @param error why the account could not be disabled or enabled */
function accountPage(context: StoreContext, form: Form<unknown>, error?: string): Page {
  const account = requestedAccount(context);
  const t = accountTexts(context.language);
  const isOwn = account.id === context.account.id;
  return {
    title: account.name,
    body: (
      <>
        <Heading title={account.name} back={{ href: `/office${ACCOUNTS}`, label: t.title }} />
        {error !== undefined && <Notice tone="bad">{error}</Notice>}
        <UncopiedNotice context={context} kind={oneTimePassword} owner={account} />
        <section class="card form-only">
          <ChangeForm context={context} account={account} form={error === undefined ? form : undefined} />
        </section>
        {!isOwn && (
          <div class="actions">
            <Confirm label={t.reset} danger={false}>
              <p>{t.resetHint}</p>
              <Post action={`${ACCOUNTS}/${account.id}/password`} plain>
                <SecretVersionField version={passwordVersion(context.db, account.id)} />
                <Submit label={t.reset} />
              </Post>
            </Confirm>
            {hasSecondFactor(context.db, account.id) && <TurnOffForm context={context} account={account} />}
            <Confirm label={t.signOutAll} danger={false}>
              <p>{t.signOutOtherHint}</p>
              <PostButton action={`${ACCOUNTS}/${account.id}/sign-out`} label={t.signOutAll} />
            </Confirm>
            <DisableForm context={context} account={account} />
          </div>
        )}
      </>
    ),
  };
}

function ChangeForm({ context, account, form }: StoreProps<{ account: Account; form: Form<unknown> | undefined }>) {
  const t = accountTexts(context.language);
  return (
    <Post action={`${ACCOUNTS}/${account.id}`} form={form}>
      <TextField name="name" label={t.name} hint={t.nameHint} value={account.name} required />
      <RoleField context={context} account={account} />
      <Submit label={t.save} />
    </Post>
  );
}

function TurnOffForm({ context, account }: StoreProps<{ account: Account }>) {
  const t = secondFactorTexts(context.language);
  return (
    <Confirm label={t.turnOffFor}>
      <p>{t.resetHint}</p>
      <PostButton action={`${ACCOUNTS}/${account.id}/second-factor`} class="danger" label={t.turnOffFor} />
    </Confirm>
  );
}

function DisableForm({ context, account }: { context: StoreContext; account: Account }) {
  const t = accountTexts(context.language);
  const path = `${ACCOUNTS}/${account.id}`;
  if (account.disabled) return <PostButton action={`${path}/enable`} class="secondary outline" label={t.enable} />;
  return (
    <Confirm label={t.disable}>
      <p>{t.disableHint}</p>
      <PostButton action={`${path}/disable`} class="danger" label={t.disable} />
    </Confirm>
  );
}
