import { type Account, accountWithin } from '../../../domain/accounts/accounts.ts';
import { changeAccount } from '../../../domain/accounts/change.ts';
import { passwordMark, replacePassword } from '../../../domain/accounts/one-time.ts';
import { storeInRole } from '../../../domain/accounts/reach.ts';
import type { Page } from '../../answer.ts';
import { choice, fields, text } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { Post, SelectField, Submit, TextField } from '../../forms/inputs.tsx';
import { MarkField, markForm } from '../../forms/once.tsx';
import { Confirm, Heading, Notice } from '../../page/parts.tsx';
import { get, post, type Screen } from '../../screen.ts';
import type { Visit } from '../../visit.ts';
import { accountTexts } from './account-texts.ts';
import { ACCOUNTS, passwordPage } from './one-time-password.tsx';

const ONE = `${ACCOUNTS}/:id`;

const changeForm = fields({ name: text(60), role: choice(['staff', 'owner']) });
const nothing = fields({});

/** One account: its name and role, its password, and whether it may sign in. */
export const accountScreensOfOne: readonly Screen[] = [
  get(ONE, 'owner', (visit) => accountPage(visit, wanted(visit), { change: visit.form(changeForm) })),
  post(ONE, 'owner', (visit) => {
    const account = wanted(visit);
    const form = visit.form(changeForm);
    return form.submit(
      async ({ name, role }) => {
        const storeId = storeInRole(account, role, visit.store.id);
        await visit.ctx.write((db) => changeAccount(db, account.id, { name, role, storeId }, visit.now));
        return visit.redirect(ACCOUNTS, accountTexts(visit.language).saved);
      },
      () => accountPage(visit, account, { change: form }),
    );
  }),
  post(`${ONE}/password`, 'owner', async (visit) => {
    const account = wanted(visit);
    const reset = await replacePassword(visit.ctx, account, visit.form(markForm).value?.mark);
    if (reset) return passwordPage(visit, reset);
    return visit.redirect(`${ACCOUNTS}/${account.id}`, accountTexts(visit.language).passwordGiven);
  }),
  switchScreen('disable', true),
  switchScreen('enable', false),
];

/** The account of the path, where the owner who asks may change it. */
const wanted = (visit: Visit): Account => accountWithin(visit.ctx.db, visit.account, visit.store.id, visit.id());

function switchScreen(name: 'disable' | 'enable', disabled: boolean): Screen {
  return post(`${ONE}/${name}`, 'owner', (visit) => {
    const account = wanted(visit);
    const form = visit.form(nothing);
    const t = accountTexts(visit.language);
    return form.submit(
      async () => {
        await visit.ctx.write((db) => changeAccount(db, account.id, { disabled }, visit.now));
        return visit.redirect(ACCOUNTS, disabled ? t.nowDisabled : t.nowEnabled);
      },
      () => accountPage(visit, account, { switched: form }),
    );
  });
}

interface Forms {
  change?: Form<unknown>;
  switched?: Form<unknown>;
}

function accountPage(visit: Visit, account: Account, { change, switched }: Forms): Page {
  const t = accountTexts(visit.language);
  const isOwn = account.id === visit.account.id;
  return {
    title: account.name,
    body: (
      <>
        <Heading title={account.name} back={{ href: `/office${ACCOUNTS}`, label: t.title }} />
        {switched?.fault !== undefined && <Notice tone="bad">{switched.fault}</Notice>}
        <section class="card form-only">
          <ChangeForm visit={visit} account={account} form={change} />
        </section>
        {!isOwn && (
          <div class="actions">
            <Confirm label={t.reset} danger={false}>
              <p>{t.resetHint}</p>
              <Post visitor={visit} action={`${ACCOUNTS}/${account.id}/password`}>
                <MarkField mark={passwordMark(visit.ctx.db, account.id)} />
                <Submit>{t.reset}</Submit>
              </Post>
            </Confirm>
            <Switch visit={visit} account={account} />
          </div>
        )}
      </>
    ),
  };
}

function ChangeForm({ visit, account, form }: { visit: Visit; account: Account; form: Form<unknown> | undefined }) {
  const t = accountTexts(visit.language);
  const roles = [
    { value: 'staff', label: `${t.staff}: ${t.staffHint}` },
    { value: 'owner', label: `${t.owner}: ${t.ownerHint}` },
  ];
  return (
    <Post visitor={visit} action={`${ACCOUNTS}/${account.id}`} form={form}>
      <TextField form={form} name="name" label={t.name} hint={t.nameHint} value={account.name} required />
      <SelectField form={form} name="role" label={t.role} value={account.role} options={roles} hint={t.hint} />
      <Submit>{t.save}</Submit>
    </Post>
  );
}

function Switch({ visit, account }: { visit: Visit; account: Account }) {
  const t = accountTexts(visit.language);
  const at = `${ACCOUNTS}/${account.id}`;
  if (account.disabled)
    return (
      <Post visitor={visit} action={`${at}/enable`}>
        <Submit class="secondary outline">{t.enable}</Submit>
      </Post>
    );
  return (
    <Confirm label={t.disable}>
      <p>{t.disableHint}</p>
      <Post visitor={visit} action={`${at}/disable`}>
        <Submit class="danger">{t.disable}</Submit>
      </Post>
    </Confirm>
  );
}
