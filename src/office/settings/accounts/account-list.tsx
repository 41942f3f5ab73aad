import {
  type Account,
  hasAllStores,
  isPasswordExpired,
  listAccounts,
  mayChange,
  storeOfNew,
} from '../../../domain/accounts/accounts.ts';
import { addAccountWithPassword } from '../../../domain/accounts/one-time-passwords.ts';
import { secondFactorsOf } from '../../../domain/accounts/second-factor.ts';
import { isBlockOf, liftSignInBlock, type SignInBlock, signInBlocksFor } from '../../../domain/accounts/throttle.ts';
import { choice, fields, optionalChoice, text } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { Post, SelectField, Submit, TextField } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { ButtonLink, Heading, Tag, Time } from '../../page/components.tsx';
import { ExportMenu } from '../../page/export-menu.tsx';
import { yesNo } from '../../page/file-texts.ts';
import { List } from '../../page/list.tsx';
import { type Columns, type ListFile, listFile, minuteColumn } from '../../page/list-file.ts';
import type { StoreContext } from '../../request-context.ts';
import { fileScreens, formScreens, get, postForm, type Screen } from '../../screen.ts';
import { accountPageScreens } from './account-page.tsx';
import { accountTexts } from './account-texts.ts';
import { ACCOUNTS, keepPassword, oneTimePassword } from './one-time-password.tsx';
import { checkNameAndRole, chosenRole, RoleField, roleNameOf } from './role-field.tsx';
import { roleTexts } from './role-texts.ts';
import { roleScreens } from './roles-page.tsx';
import { SecondFactorRule, SecondFactorTag, secondFactorRuleScreen } from './second-factor-rule.tsx';
import { secondFactorTexts } from './second-factor-texts.ts';

const NEW = `${ACCOUNTS}/new`;

const newForm = fields({ name: text(60), role: text(60), reach: optionalChoice(['store', 'every']) });

const UNBLOCK = `${ACCOUNTS}/lift`;
const blockForm = fields({ kind: choice(['name', 'browser', 'address']), name: text(300) });

export const accountScreens: readonly Screen[] = [
  get(ACCOUNTS, 'owner', listPage),
  ...fileScreens(`${ACCOUNTS}`, 'owner', accountsFile),
  ...formScreens(NEW, 'owner', {
    schema: newForm,
    page: newPage,
    submit: async (context, { name, role, reach }) => {
      const isOnlyStore = context.stores.length === 1;
      const chosen = chosenRole(context, role);
      const wanted = { role: chosen.role, reach, storeId: context.store.id, isOnlyStore };
      const storeId = storeOfNew(context.account, wanted);
      const fields = { ...chosen, name, storeId };
      const { account } = await addAccountWithPassword(context.app, fields, keepPassword(context));
      return context.redirect(oneTimePassword.pathOf(account));
    },
    sensitive: true,
    check: checkNameAndRole,
  }),
  postForm(UNBLOCK, 'owner', {
    schema: blockForm,
    page: listPage,
    submit: async (context, { kind, name }) => {
      const block = { storeId: context.store.id, kind, name };
      await context.write((tx) => liftSignInBlock(tx, context.account, block, context.now));
      return context.redirect(ACCOUNTS, accountTexts(context.language).unblocked(name));
    },
  }),
  secondFactorRuleScreen,
  ...roleScreens,
  ...accountPageScreens,
];

function accountsFile(context: StoreContext): ListFile {
  const { language } = context;
  const t = accountTexts(language);
  const factors = secondFactorTexts(language);
  const columns: Columns<Account> = {
    [t.name]: ({ name }) => name,
    [t.role]: (account) => roleNameOf(context, account),
    [t.stores]: ({ storeId }) => context.stores.find(({ id }) => id === storeId)?.name ?? t.allStores,
    [t.status]: (account) => t[stateOf(account, context.app.steadyNow())],
    [factors.app]: ({ id }) => yesNo(language, secondFactorsOf(context.db, id).app),
    [factors.passkeys]: ({ id }) => secondFactorsOf(context.db, id).passkeys,
    [t.createdAt]: minuteColumn(({ createTime }) => createTime),
  };
  return listFile(t.title, listAccounts(context.db, context.store.id), columns, 'accounts');
}

function stateOf(account: Account, now: number) {
  if (account.disabled) return 'disabled';
  if (isPasswordExpired(account, now)) return 'expired';
  return account.mustChangePassword ? 'waiting' : 'enabled';
}

function listPage(context: StoreContext): Page {
  const t = accountTexts(context.language);
  const blocks = signInBlocksOf(context);
  return {
    title: t.title,
    body: (
      <>
        <Heading title={t.title} back={{ href: '/office/settings', label: t.settings }}>
          <ButtonLink href={`/office${NEW}`} icon="plus" main label={t.add} />
          <ButtonLink href={`/office${ACCOUNTS}/roles`} label={roleTexts(context.language).title} />
          <ExportMenu href={`/office${ACCOUNTS}`} />
        </Heading>
        <List
          class="list lines"
          rows={listAccounts(context.db, context.store.id)}
          columns={(column) => [
            column(t.name, (account) => <AccountName context={context} account={account} />),
            column(t.role, ({ storeId, ...account }) => (
              <>
                {roleNameOf(context, account)}
                {storeId === null && context.stores.length > 1 && ` · ${t.allStores}`}
              </>
            )),
            column(t.status, 'top', (account) => (
              <>
                <StateTag context={context} account={account} /> <SecondFactorTag context={context} account={account} />{' '}
                {blocks.some((block) => isBlockOf(block, account.name)) && <Tag tone="bad">{t.blockedNow}</Tag>}
              </>
            )),
            column(t.createdAt, 'labeled end', ({ createTime }) => <Time at={createTime} />),
          ]}
        />
        <SignInBlocks context={context} blocks={blocks} />
        <SecondFactorRule context={context} />
      </>
    ),
  };
}

const AccountName = ({ context, account }: { context: StoreContext; account: Account }) => (
  <>
    {mayChange(context.account, account) ? (
      <a href={`/office${ACCOUNTS}/${account.id}`}>{account.name}</a>
    ) : (
      account.name
    )}
    {account.id === context.account.id && ` (${accountTexts(context.language).you})`}
  </>
);

const STATE_TONES = { disabled: 'plain', waiting: 'warn', expired: 'bad', enabled: 'good' } as const;

function StateTag({ context, account }: { context: StoreContext; account: Account }) {
  const t = accountTexts(context.language);
  const state = stateOf(account, context.app.steadyNow());
  return <Tag tone={STATE_TONES[state]}>{t[state]}</Tag>;
}

function newPage(context: StoreContext, form: Form<unknown>): Page {
  const t = accountTexts(context.language);
  const reaches = [
    { value: 'store', label: context.store.name },
    { value: 'every', label: t.allStores },
  ];
  return {
    title: t.add,
    body: (
      <>
        <Heading title={t.add} back={{ href: `/office${ACCOUNTS}`, label: t.title }} />
        <section class="card form-only">
          <Post action={NEW} form={form} plain>
            <TextField
              name="name"
              label={t.name}
              hint={t.nameHint}
              autocapitalize="none"
              required
              autofocus={!form.hasErrors}
            />
            <RoleField context={context} />
            {hasAllStores(context.account) && context.stores.length > 1 && (
              <SelectField name="reach" label={t.stores} options={reaches} />
            )}
            <Submit label={t.add} />
          </Post>
        </section>
      </>
    ),
  };
}

const signInBlocksOf = (context: StoreContext): SignInBlock[] =>
  signInBlocksFor(context.db, context.account, context.store.id, context.now);

/** Blocked usernames and IP addresses, each with an unblock button. */
function SignInBlocks({ context, blocks }: { context: StoreContext; blocks: readonly SignInBlock[] }) {
  const t = accountTexts(context.language);
  if (blocks.length === 0) return null;
  return (
    <section>
      <h2>{t.blocks}</h2>
      <p class="hint">{t.blocksHint}</p>
      <List
        rows={blocks}
        columns={(column) => [
          column(t.blocked, 'break', ({ name }) => name),
          column(t.kind, ({ kind }) => ({ name: t.name, browser: t.knownBrowser, address: t.ipAddress })[kind]),
          column(t.until, ({ untilTime }) => <Time at={untilTime} />),
          column({ hidden: t.unblock }, ({ kind, name }) => (
            <Post action={UNBLOCK} class="in-row">
              <input type="hidden" name="kind" value={kind} />
              <input type="hidden" name="name" value={name} />
              <Submit class="secondary outline small" aria-label={`${t.unblock} ${name}`} label={t.unblock} />
            </Post>
          )),
        ]}
      />
    </section>
  );
}
