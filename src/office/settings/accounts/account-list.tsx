import { type Account, listAccounts, mayChange, reachesEvery } from '../../../domain/accounts/accounts.ts';
import { addWithPassword } from '../../../domain/accounts/one-time.ts';
import { storeOfNew } from '../../../domain/accounts/reach.ts';
import { isBlockOf } from '../../../domain/accounts/throttle.ts';
import type { Page } from '../../answer.ts';
import { choice, fields, optionalChoice, text } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { Post, SelectField, Submit, TextField } from '../../forms/inputs.tsx';
import { ButtonLink, CsvLink, Heading, Tag, Time } from '../../page/components.tsx';
import { csvFile } from '../../page/downloads.ts';
import { Columns } from '../../page/list.tsx';
import type { StoreContext } from '../../request-context.ts';
import { get, post, type Screen } from '../../screen.ts';
import { accountPageScreens } from './account-page.tsx';
import { accountTexts } from './account-texts.ts';
import { ACCOUNTS, passwordPage } from './one-time-password.tsx';
import { SignInBlocks, signInBlocksOf, unblockScreen } from './sign-in-blocks.tsx';

const NEW = `${ACCOUNTS}/new`;

const newForm = fields({ name: text(60), role: choice(['staff', 'owner']), reach: optionalChoice(['store', 'every']) });

export const accountScreens: readonly Screen[] = [
  get(ACCOUNTS, 'owner', listPage),
  get(`${ACCOUNTS}.csv`, 'owner', accountsCsv),
  get(NEW, 'owner', (context) => newPage(context, context.form(newForm))),
  post(NEW, 'owner', (context) => {
    const form = context.form(newForm);
    return form.submit(
      async ({ name, role, reach }) => {
        const isOnlyStore = context.stores.length === 1;
        const storeId = storeOfNew(context.account, { role, reach, storeId: context.store.id, isOnlyStore });
        return passwordPage(context, await addWithPassword(context.app, { name, role, storeId }));
      },
      () => newPage(context, form),
    );
  }),
  unblockScreen(listPage),
  ...accountPageScreens,
];

function accountsCsv(context: StoreContext): Response {
  const storeOf = ({ storeId }: Account) => context.stores.find(({ id }) => id === storeId)?.name ?? 'every';
  return csvFile(
    'accounts',
    ['name', 'role', 'store', 'state'],
    listAccounts(context.db, context.store.id).map((account) => [
      account.name,
      account.role,
      storeOf(account),
      stateOf(account),
    ]),
  );
}

const stateOf = ({ disabled, mustChangePassword }: Account) =>
  disabled ? 'disabled' : mustChangePassword ? 'waiting' : 'enabled';

function listPage(context: StoreContext): Page {
  const t = accountTexts(context.language);
  const blocks = signInBlocksOf(context);
  return {
    title: t.title,
    body: (
      <>
        <Heading title={t.title} back={{ href: '/office/settings', label: t.settings }}>
          <ButtonLink href={`/office${NEW}`} icon="plus" main>
            {t.add}
          </ButtonLink>
          <CsvLink href={`/office${ACCOUNTS}.csv`} />
        </Heading>
        <p class="hint">{t.hint}</p>
        <table class="list">
          <Columns of={[t.name, t.role, t.status, t.createdAt]} />
          <tbody>
            {listAccounts(context.db, context.store.id).map((account) => (
              <Row
                context={context}
                account={account}
                isBlocked={blocks.some((block) => isBlockOf(block, account.name))}
              />
            ))}
          </tbody>
        </table>
        <SignInBlocks context={context} blocks={blocks} />
      </>
    ),
  };
}

function Row({ context, account, isBlocked }: { context: StoreContext; account: Account; isBlocked: boolean }) {
  const t = accountTexts(context.language);
  const reach = account.storeId === null && context.stores.length > 1 ? ` · ${t.allStores}` : '';
  return (
    <tr>
      <th scope="row">
        {mayChange(context.account, account) ? (
          <a href={`/office${ACCOUNTS}/${account.id}`}>{account.name}</a>
        ) : (
          account.name
        )}
        {account.id === context.account.id && ` (${t.you})`}
      </th>
      <td data-label={t.role}>
        {t[account.role]}
        {reach}
      </td>
      <td data-label={t.status}>
        <StateTag context={context} account={account} /> {isBlocked && <Tag tone="bad">{t.blockedNow}</Tag>}
      </td>
      <td data-label={t.createdAt}>
        <Time at={account.createTime} />
      </td>
    </tr>
  );
}

const STATE_TONES = { disabled: 'plain', waiting: 'warn', enabled: 'good' } as const;

function StateTag({ context, account }: { context: StoreContext; account: Account }) {
  const t = accountTexts(context.language);
  const state = stateOf(account);
  return <Tag tone={STATE_TONES[state]}>{t[state]}</Tag>;
}

function newPage(context: StoreContext, form: Form<unknown>): Page {
  const t = accountTexts(context.language);
  const roles = [
    { value: 'staff', label: `${t.staff}: ${t.staffHint}` },
    { value: 'owner', label: `${t.owner}: ${t.ownerHint}` },
  ];
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
          <Post action={NEW} form={form}>
            <TextField
              name="name"
              label={t.name}
              hint={t.nameHint}
              autocapitalize="none"
              required
              autofocus={!form.hasErrors}
            />
            <SelectField name="role" label={t.role} options={roles} hint={t.hint} />
            {reachesEvery(context.account) && context.stores.length > 1 && (
              <SelectField name="reach" label={t.stores} options={reaches} />
            )}
            <Submit>{t.add}</Submit>
          </Post>
        </section>
      </>
    ),
  };
}
