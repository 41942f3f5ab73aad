import { type Account, listAccounts, mayChange, reachesEvery } from '../../../domain/accounts/accounts.ts';
import { addWithPassword } from '../../../domain/accounts/one-time.ts';
import { storeOfNew } from '../../../domain/accounts/reach.ts';
import { isBlockOf } from '../../../domain/accounts/throttle.ts';
import type { Page } from '../../answer.ts';
import { choice, fields, optionalChoice, text } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { Post, SelectField, Submit, TextField } from '../../forms/inputs.tsx';
import { csvFile } from '../../page/downloads.ts';
import { ButtonLink, Heading, Tag, Time } from '../../page/parts.tsx';
import { words } from '../../page/texts.ts';
import { get, post, type Screen } from '../../screen.ts';
import type { Visit } from '../../visit.ts';
import { accountScreensOfOne } from './account-page.tsx';
import { accountTexts } from './account-texts.ts';
import { ACCOUNTS, passwordPage } from './one-time-password.tsx';
import { blocksHere, liftScreen, SignInBlocks } from './sign-in-blocks.tsx';

const NEW = `${ACCOUNTS}/new`;

const newForm = fields({ name: text(60), role: choice(['staff', 'owner']), reach: optionalChoice(['store', 'every']) });

/** Who may sign in. */
export const accountScreens: readonly Screen[] = [
  get(ACCOUNTS, 'owner', listPage),
  get(`${ACCOUNTS}.csv`, 'owner', accountsCsv),
  get(NEW, 'owner', (visit) => newPage(visit, visit.form(newForm))),
  post(NEW, 'owner', (visit) => {
    const form = visit.form(newForm);
    return form.submit(
      async ({ name, role, reach }) => {
        const isOnlyStore = visit.stores.length === 1;
        const storeId = storeOfNew(visit.account, { role, reach, storeId: visit.store.id, isOnlyStore });
        return passwordPage(visit, await addWithPassword(visit.ctx, { name, role, storeId }));
      },
      () => newPage(visit, form),
    );
  }),
  liftScreen(listPage),
  ...accountScreensOfOne,
];

function accountsCsv(visit: Visit): Response {
  const storeOf = ({ storeId }: Account) => visit.stores.find(({ id }) => id === storeId)?.name ?? 'every';
  return csvFile(
    'accounts',
    ['name', 'role', 'store', 'state'],
    listAccounts(visit.ctx.db, visit.store.id).map((account) => [
      account.name,
      account.role,
      storeOf(account),
      stateOf(account),
    ]),
  );
}

const stateOf = ({ disabled, mustChangePassword }: Account) =>
  disabled ? 'disabled' : mustChangePassword ? 'waiting' : 'enabled';

function listPage(visit: Visit): Page {
  const t = accountTexts(visit.language);
  const blocks = blocksHere(visit);
  return {
    title: t.title,
    body: (
      <>
        <Heading title={t.title} back={{ href: '/office/settings', label: t.settings }}>
          <ButtonLink href={`/office${NEW}`} icon="plus" main>
            {t.add}
          </ButtonLink>
          <ButtonLink href={`/office${ACCOUNTS}.csv`} icon="download" download>
            {words(visit.language).csv}
          </ButtonLink>
        </Heading>
        <p class="hint">{t.hint}</p>
        <table class="list">
          <thead>
            <tr>
              {[t.name, t.role, t.state, t.made].map((head) => (
                <th scope="col">{head}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {listAccounts(visit.ctx.db, visit.store.id).map((account) => (
              <Row visit={visit} account={account} isBlocked={blocks.some((block) => isBlockOf(block, account.name))} />
            ))}
          </tbody>
        </table>
        <SignInBlocks visit={visit} blocks={blocks} />
      </>
    ),
  };
}

function Row({ visit, account, isBlocked }: { visit: Visit; account: Account; isBlocked: boolean }) {
  const t = accountTexts(visit.language);
  const reach = account.storeId === null && visit.stores.length > 1 ? ` · ${t.everyStore}` : '';
  return (
    <tr>
      <th scope="row">
        {mayChange(visit.account, account) ? (
          <a href={`/office${ACCOUNTS}/${account.id}`}>{account.name}</a>
        ) : (
          account.name
        )}
        {account.id === visit.account.id && ` (${t.you})`}
      </th>
      <td data-label={t.role}>
        {t[account.role]}
        {reach}
      </td>
      <td data-label={t.state}>
        <StateTag visit={visit} account={account} /> {isBlocked && <Tag tone="bad">{t.shutOut}</Tag>}
      </td>
      <td data-label={t.made}>
        <Time visit={visit} at={account.createTime} />
      </td>
    </tr>
  );
}

const STATE_TONES = { disabled: 'plain', waiting: 'warn', enabled: 'good' } as const;

function StateTag({ visit, account }: { visit: Visit; account: Account }) {
  const t = accountTexts(visit.language);
  const state = stateOf(account);
  return <Tag tone={STATE_TONES[state]}>{t[state]}</Tag>;
}

function newPage(visit: Visit, form: Form<unknown>): Page {
  const t = accountTexts(visit.language);
  const roles = [
    { value: 'staff', label: `${t.staff}: ${t.staffHint}` },
    { value: 'owner', label: `${t.owner}: ${t.ownerHint}` },
  ];
  const reaches = [
    { value: 'store', label: visit.store.name },
    { value: 'every', label: t.everyStore },
  ];
  return {
    title: t.add,
    body: (
      <>
        <Heading title={t.add} back={{ href: `/office${ACCOUNTS}`, label: t.title }} />
        <section class="card form-only">
          <Post visitor={visit} action={NEW} form={form}>
            <TextField
              form={form}
              name="name"
              label={t.name}
              hint={t.nameHint}
              autocapitalize="none"
              required
              autofocus={!form.isFaulty}
            />
            <SelectField form={form} name="role" label={t.role} options={roles} hint={t.hint} />
            {reachesEvery(visit.account) && visit.stores.length > 1 && (
              <SelectField form={form} name="reach" label={t.reach} options={reaches} />
            )}
            <Submit>{t.add}</Submit>
          </Post>
        </section>
      </>
    ),
  };
}
