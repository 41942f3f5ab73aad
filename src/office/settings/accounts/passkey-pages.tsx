import { addNewPasskey, newPasskeyOptions } from '../../../domain/accounts/new-passkey.ts';
import { listPasskeys } from '../../../domain/accounts/passkeys.ts';
import { hasSecondFactor, lacksSecondFactor, removePasskey } from '../../../domain/accounts/second-factor.ts';
import { browserOf } from '../../../lib/user-agent.ts';
import { fields, id, text } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { Post, Submit, TextField } from '../../forms/inputs.tsx';
import { SECOND_FACTOR } from '../../http/authorize.ts';
import type { Page } from '../../office-response.ts';
import { ButtonLink, Confirm, Heading, Time } from '../../page/components.tsx';
import { List } from '../../page/list.tsx';
import type { StoreContext } from '../../request-context.ts';
import { get, post, postForm, type Screen } from '../../screen.ts';
import { optionsResponse, PasskeyButton, passkeyAnswer, relyingPartyOf } from '../../sign-in/passkey-button.tsx';
import { accountTexts } from './account-texts.ts';
import { keepCodes, redirectToCodes } from './recovery-codes-page.tsx';
import { secondFactorTexts } from './second-factor-texts.ts';

const PASSKEYS = `${SECOND_FACTOR}/passkeys`;
const NEW = `${PASSKEYS}/new`;

const newForm = fields({ name: text(60), passkey: text(8_000) });
const removeForm = fields({ id });

/** @param overview the page with the list, with an error */
export const passkeyScreens = (overview: (context: StoreContext, error?: string) => Page): readonly Screen[] => [
  get(NEW, 'staff', (context) => newPage(context, context.form(newForm)), { sensitive: true }),
  post(
    `${NEW}/options`,
    'staff',
    (context) => {
      const relyingParty = relyingPartyOf(context.request);
      const challenge = { boundTo: context.request.csrfKey, now: context.app.steadyNow() };
      return optionsResponse(
        relyingParty && newPasskeyOptions(context.db, context.account, { host: relyingParty.host, ...challenge }),
      );
    },
    { sensitive: true },
  ),
  postForm(NEW, 'staff', {
    schema: newForm,
    page: newPage,
    submit: async (context, { name, passkey }) => {
      const made = { name, ...passkeyAnswer(context, passkey) };
      const codes = await addNewPasskey(context.app, context.account, made, keepCodes(context));
      return redirectToCodes(context, codes, secondFactorTexts(context.language).passkeyAdded);
    },
    sensitive: true,
  }),
  postForm(`${PASSKEYS}/remove`, 'staff', {
    schema: removeForm,
    page: (context, { error }) => overview(context, error),
    submit: async (context, chosen) => {
      await context.write((tx) => removePasskey(tx, context.account, chosen.id));
      const t = secondFactorTexts(context.language);
      const isOn = hasSecondFactor(context.db, context.account.id);
      return context.redirect(SECOND_FACTOR, isOn ? t.passkeyRemoved : t.turnedOff);
    },
    sensitive: true,
  }),
];

/** The passkeys of the account, with their removal. */
export function PasskeyCard({ context }: { context: StoreContext }) {
  const t = secondFactorTexts(context.language);
  const relyingParty = relyingPartyOf(context.request);
  const passkeys = listPasskeys(context.db, context.account.id);
  return (
    <section class="card">
      <h2>{t.passkeys}</h2>
      <p class="hint">{t.passkeysHint}</p>
      {passkeys.length > 0 && (
        <List
          rows={passkeys}
          columns={(column) => [
            column(t.passkeyName, 'break', ({ name, host }) =>
              host === relyingParty?.host ? name : `${name} (${host})`,
            ),
            column(t.added, ({ createTime }) => <Time at={createTime} />),
            column(t.lastUsed, ({ useTime }) => (useTime === null ? t.neverUsed : <Time at={useTime} />)),
            column({ hidden: t.remove }, (passkey) => (
              <Confirm label={t.remove}>
                <p>{t.removeHint(passkey.name)}</p>
                <Post action={`${PASSKEYS}/remove`} plain>
                  <input type="hidden" name="id" value={String(passkey.id)} />
                  <Submit class="danger" label={t.remove} />
                </Post>
              </Confirm>
            )),
          ]}
        />
      )}
      {relyingParty ? <ButtonLink href={`/office${NEW}`} main label={t.addPasskey} /> : <p>{t.noPasskeysHere}</p>}
    </section>
  );
}

function newPage(context: StoreContext, form: Form<unknown>): Page {
  const t = secondFactorTexts(context.language);
  return {
    title: t.addPasskey,
    bare: lacksSecondFactor(context.db, context.account),
    body: (
      <>
        <Heading title={t.addPasskey} back={{ href: `/office${SECOND_FACTOR}`, label: t.title }} />
        <section class="card form-only">
          {relyingPartyOf(context.request) ? (
            <Post action={NEW} form={form} plain>
              <TextField
                name="name"
                label={t.passkeyName}
                hint={t.passkeyNameHint}
                value={deviceName(context)}
                required
                autofocus={!form.hasErrors}
              />
              <PasskeyButton
                is="create"
                action={NEW}
                options={`${NEW}/options`}
                label={t.addPasskey}
                fallback={t.passkeyUnsupported}
              />
            </Post>
          ) : (
            <p>{t.noPasskeysHere}</p>
          )}
        </section>
      </>
    ),
  };
}

function deviceName({ request, language }: StoreContext): string {
  const { browser, system } = browserOf(request.userAgent);
  if (browser === undefined) return '';
  return system === undefined ? browser : accountTexts(language).browserOn(browser, system);
}
