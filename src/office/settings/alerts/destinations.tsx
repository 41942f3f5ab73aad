import type { Child } from 'hono/jsx';
import { CODE_MINUTES, unconfirmedAddress } from '../../../domain/alerts/confirmation-codes.ts';
import type { Way } from '../../../domain/alerts/kinds.ts';
import { type AlertMessage, newestMessages } from '../../../domain/alerts/outbox.ts';
import { type Recipient, recipientsOf } from '../../../domain/alerts/recipients.ts';
import { shownService } from '../../../domain/alerts/services.ts';
import { messageFromJson } from '../../../lib/messages/message.ts';
import { describe } from '../../../lib/messages/messages.ts';
import { browserOf } from '../../../lib/user-agent.ts';
import type { Form } from '../../forms/form.ts';
import { Post, PostButton, Submit, TextField } from '../../forms/inputs.tsx';
import { CopyButton, Tag, Time, type Tone } from '../../page/components.tsx';
import { List } from '../../page/list.tsx';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { accountTexts } from '../accounts/account-texts.ts';
import { alertTexts, ownTexts, stateNames, wayNames } from './alert-texts.ts';
import { MY_ALERTS, type OwnForm } from './submitted-form.ts';

interface Props {
  context: StoreContext;
  /** The ways that are set up. */
  ways: readonly Way[];
  submitted: OwnForm | undefined;
}

/** Destinations of the account, a card for each way. */
export function Destinations({ context, ways, submitted }: Props) {
  const recipients = Map.groupBy(recipientsOf(context.db, context.account.id), ({ way }) => way);
  const formOf = (name: OwnForm['name']) => (submitted?.name === name ? submitted.form : undefined);
  const add: Record<Way, () => Child> = {
    line: () => <AddLine context={context} code={submitted?.code} />,
    email: () => <AddEmail context={context} form={formOf('email')} codeForm={formOf('code')} />,
    push: () => <AddBrowser context={context} />,
  };
  return (
    <>
      {ways.map((way) => (
        <section class="card" id={way}>
          <h2>{wayNames(context.language)[way]}</h2>
          {recipients.has(way) && <RecipientList context={context} recipients={recipients.get(way) ?? []} />}
          {add[way]()}
        </section>
      ))}
    </>
  );
}

function RecipientList({ context, recipients }: StoreProps<{ recipients: readonly Recipient[] }>) {
  const t = alertTexts(context.language);
  return (
    <List
      rows={recipients}
      columns={(column) => [
        column({ hidden: ownTexts(context.language).destinations }, 'break', (recipient) => nameOf(context, recipient)),
        column(ownTexts(context.language).added, ({ createTime }) => <Time at={createTime} />),
        column({ hidden: t.test }, 'actions', (recipient) => (
          <>
            <PostButton
              action={`${MY_ALERTS}/${recipient.id}/test`}
              class="secondary outline small"
              aria-label={`${t.test} ${nameOf(context, recipient)}`}
              label={t.test}
            />
            <PostButton
              action={`${MY_ALERTS}/${recipient.id}/remove`}
              class="secondary outline small"
              aria-label={`${t.remove} ${nameOf(context, recipient)}`}
              label={t.remove}
            />
          </>
        )),
      ]}
    />
  );
}

/** LINE gives chats no name that an account would recognize. */
function nameOf({ language }: StoreContext, { way, address, detail }: Recipient): string {
  if (way === 'email') return address;
  if (way === 'line') return ownTexts(language).lineChat;
  const t = accountTexts(language);
  const { browser = t.unknownBrowser, system } = browserOf(detail.userAgent ?? '');
  return system === undefined ? browser : t.browserOn(browser, system);
}

interface EmailProps {
  form: Form<unknown> | undefined;
  codeForm: Form<unknown> | undefined;
}

function AddEmail({ context, form, codeForm }: StoreProps<EmailProps>) {
  const o = ownTexts(context.language);
  const waiting = unconfirmedAddress(context.db, context.account.id, context.now);
  return (
    <>
      {waiting !== undefined && (
        <Post action={`${MY_ALERTS}/email/confirm`} form={codeForm}>
          <TextField
            name="code"
            label={o.code}
            hint={o.codeSent(waiting)}
            inputmode="numeric"
            autocomplete="one-time-code"
            required
          />
          <Submit label={o.confirm} />
        </Post>
      )}
      <Post action={`${MY_ALERTS}/email`} form={form}>
        <TextField name="address" label={o.address} type="email" autocomplete="email" required />
        <Submit class="secondary outline" label={o.addEmail} />
      </Post>
    </>
  );
}

function AddLine({ context, code }: StoreProps<{ code: string | undefined }>) {
  const o = ownTexts(context.language);
  const { name, basic_id = '' } = shownService(context.db, 'line') ?? {};
  if (code === undefined)
    return (
      <>
        <p class="hint">{o.lineHint}</p>
        <PostButton action={`${MY_ALERTS}/line`} label={o.lineConnect} />
      </>
    );
  return (
    <ol>
      <li>
        {o.lineStep1}:{' '}
        <a href={`https://line.me/R/ti/p/${encodeURIComponent(basic_id)}`} rel="noreferrer" target="_blank">
          {name} {basic_id}
        </a>
      </li>
      <li>
        {o.lineStep2(CODE_MINUTES)}: <code id="line-code">{code}</code> <CopyButton targetId="line-code" />
      </li>
      <li>
        {o.lineStep3} <a href={`/office${MY_ALERTS}`}>{o.reload}</a>
      </li>
    </ol>
  );
}

/** The script fills in the subscription of the browser and sends the form (browser/alerts.js). */
function AddBrowser({ context }: { context: StoreContext }) {
  const o = ownTexts(context.language);
  const key = shownService(context.db, 'push')?.public_key;
  return (
    <>
      <p class="hint">{o.pushHint}</p>
      <p class="hint push-less">{o.pushNeedsScript}</p>
      <Post action={`${MY_ALERTS}/push`} class="push-only">
        <p class="notice bad" role="alert" hidden>
          {o.pushDenied}
        </p>
        <input type="hidden" name="endpoint" />
        <input type="hidden" name="p256dh" />
        <input type="hidden" name="auth" />
        <Submit data-subscribes={key} label={o.pushOn} />
      </Post>
    </>
  );
}

const TONES: Record<AlertMessage['state'], Tone> = {
  ...{ waiting: 'warn', sending: 'calm', sent: 'good', failed: 'bad', unknown: 'warn' },
};

const MAX_RECENT = 10;

export function RecentMessages({ context }: { context: StoreContext }) {
  const o = ownTexts(context.language);
  return (
    <section class="card">
      <h2>{o.recent}</h2>
      <List
        rows={newestMessages(context.db, context.account.id, MAX_RECENT)}
        empty={<p class="muted">{o.noRecent}</p>}
        columns={(column) => [
          column(o.time, ({ createTime }) => <Time at={createTime} />),
          column(o.way, ({ way }) => wayNames(context.language)[way]),
          column(o.state, ({ state }) => <Tag tone={TONES[state]}>{stateNames(context.language)[state]}</Tag>),
          column(o.reason, 'break', ({ reason }) =>
            reason === null ? '' : describe(messageFromJson(reason), context.language),
          ),
        ]}
      />
    </section>
  );
}
