import {
  type FactorSetup,
  factorSetup,
  finishFactorSetup,
  hasSecondFactor,
  newRecoveryCodes,
  recoveryCodesLeft,
  removeSecondFactor,
  startFactorSetup,
} from '../../../domain/accounts/second-factor.ts';
import { drawQr } from '../../../domain/print/print-job.ts';
import { notFound } from '../../../lib/errors.ts';
import { fields, text } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { Post, PostButton, Submit, TextField } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { ButtonLink, Confirm, CopyButton, Facts, Heading, Notice, Tag } from '../../page/components.tsx';
import { download } from '../../page/downloads.ts';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { get, post, postForm, type Screen } from '../../screen.ts';
import { secondFactorTexts } from './second-factor-texts.ts';

const ME = '/me';
const SECOND_FACTOR = `${ME}/second-factor`;

const codeForm = fields({ code: text(20) });

/** The signed-in account's own second factor: setup, recovery codes, turning it off. */
export const secondFactorScreens: readonly Screen[] = [
  get(SECOND_FACTOR, 'staff', (context) => secondFactorPage(context, context.form(codeForm))),
  post(
    `${SECOND_FACTOR}/start`,
    'staff',
    async (context) => {
      await context.write((tx) => startFactorSetup(tx, context.account));
      return context.redirect(SECOND_FACTOR);
    },
    { sensitive: true },
  ),
  get(`${SECOND_FACTOR}/qr.png`, 'staff', async (context) => {
    const setup = factorSetup(context.db, context.account);
    if (!setup) throw notFound('nothing_at_path');
    return download((await drawQr(setup.address)).png, { name: 'qr.png', type: 'image/png', inline: true });
  }),
  postForm(`${SECOND_FACTOR}/confirm`, 'staff', codeForm, secondFactorPage, async (context, { code }) =>
    codesPage(context, await context.write((tx) => finishFactorSetup(tx, context.account, code, context.now))),
  ),
  post(
    `${SECOND_FACTOR}/recovery-codes`,
    'staff',
    async (context) => codesPage(context, await context.write((tx) => newRecoveryCodes(tx, context.account))),
    { sensitive: true },
  ),
  post(
    `${SECOND_FACTOR}/turn-off`,
    'staff',
    async (context) => {
      await context.write((tx) => removeSecondFactor(tx, context.account));
      return context.redirect(SECOND_FACTOR, secondFactorTexts(context.language).turnedOff);
    },
    { sensitive: true },
  ),
];

function secondFactorPage(context: StoreContext, form: Form<unknown>): Page {
  const t = secondFactorTexts(context.language);
  const setup = factorSetup(context.db, context.account);
  return {
    title: t.title,
    body: (
      <>
        <Heading title={t.title} back={{ href: `/office${ME}`, label: t.me }} />
        <p class="hint">{t.hint}</p>
        {setup ? (
          <SetupCard context={context} setup={setup} form={form} />
        ) : hasSecondFactor(context.db, context.account.id) ? (
          <FactorCard context={context} />
        ) : (
          <PostButton action={`${SECOND_FACTOR}/start`} plain label={t.start} />
        )}
      </>
    ),
  };
}

function SetupCard({ context, setup, form }: StoreProps<{ setup: FactorSetup; form: Form<unknown> }>) {
  const t = secondFactorTexts(context.language);
  return (
    <section class="card form-only">
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
    </section>
  );
}

function FactorCard({ context }: { context: StoreContext }) {
  const t = secondFactorTexts(context.language);
  return (
    <section class="card">
      <p>
        <Tag tone="good">{t.on}</Tag> {t.codesLeft(recoveryCodesLeft(context.db, context.account.id))}
      </p>
      <div class="actions">
        <Confirm label={t.newCodes} danger={false}>
          <p>{t.newCodesHint}</p>
          <PostButton action={`${SECOND_FACTOR}/recovery-codes`} plain label={t.newCodes} />
        </Confirm>
        <Confirm label={t.turnOff}>
          <p>{t.turnOffHint}</p>
          <PostButton action={`${SECOND_FACTOR}/turn-off`} class="danger" plain label={t.turnOff} />
        </Confirm>
      </div>
    </section>
  );
}

/** The response to the form that made the codes; no other page shows them. */
function codesPage(context: StoreContext, codes: readonly string[]): Page {
  const t = secondFactorTexts(context.language);
  return {
    title: t.codes,
    body: (
      <>
        <Heading title={t.codes} />
        <Notice tone="warn">{t.codesOnce}</Notice>
        <section class="card">
          <ul id="codes">
            {codes.map((code) => (
              <li>
                <code>{code}</code>
              </li>
            ))}
          </ul>
        </section>
        <ButtonLink href={`/office${SECOND_FACTOR}`} main label={t.done} />
      </>
    ),
  };
}

/** On the account's own page. */
export function SecondFactorCard({ context }: { context: StoreContext }) {
  const t = secondFactorTexts(context.language);
  const on = hasSecondFactor(context.db, context.account.id);
  return (
    <section class="card">
      <h2>{t.title}</h2>
      <Facts facts={[[t.title, <Tag tone={on ? 'good' : 'plain'}>{on ? t.on : t.off}</Tag>]]} />
      <a href={`/office${SECOND_FACTOR}`}>{t.manage}</a>
    </section>
  );
}
