import { courierConnection } from '../../../domain/couriers/adapters/connection.ts';
import {
  removeSlipVerifier,
  setSlipVerifier,
  slipVerifier,
} from '../../../domain/orders/payments/verification/slip-verifiers.ts';
import { MAX_LENGTH } from '../../../lib/text-limits.ts';
import { fields, flag, optionalText, text } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { CheckField, FieldIdPrefix, Post, PostButton, Submit, TextField } from '../../forms/inputs.tsx';
import { PasswordField } from '../../forms/secret-fields.tsx';
import type { Page } from '../../office-response.ts';
import { commonTexts } from '../../page/common-texts.ts';
import type { StoreContext } from '../../request-context.ts';
import { post, postForm, type Screen } from '../../screen.ts';
import { paymentSettingTexts } from './payment-setting-texts.ts';

const PATH = '/settings/payments';

const verifierForm = fields({
  url: text(MAX_LENGTH.url),
  secret: optionalText(MAX_LENGTH.setting),
  sends_picture: flag,
});

/** @param page shows the settings of payments with the form's errors */
export const verifierScreens = (page: (context: StoreContext, form: Form<unknown>) => Page): readonly Screen[] => [
  postForm(`${PATH}/verifier`, 'settings', {
    schema: verifierForm,
    page,
    submit: async (context, { url, secret, sends_picture }) => {
      const { urlProblem } = courierConnection(context.app.config.couriers.allow_networks);
      const settings = { url, secret, sendsPicture: sends_picture };
      await context.write((tx) => setSlipVerifier(tx, context.store.id, settings, urlProblem));
      return context.redirect(PATH, commonTexts(context.language).saved);
    },
    sensitive: true,
  }),
  post(
    `${PATH}/verifier/remove`,
    'settings',
    async (context) => {
      await context.write((tx) => removeSlipVerifier(tx, context.store.id));
      return context.redirect(PATH, paymentSettingTexts(context.language).verifierRemoved);
    },
    { sensitive: true },
  ),
];

/** The optional service that confirms transfers. */
export function VerifierCard({ context, form }: { context: StoreContext; form: Form<unknown> | undefined }) {
  const t = paymentSettingTexts(context.language);
  const verifier = slipVerifier(context.db, context.store.id);
  return (
    <section class="card form-only">
      <h2>{t.verifier}</h2>
      <p class="hint">{t.verifierHint}</p>
      <Post action={`${PATH}/verifier`} form={form}>
        <FieldIdPrefix.Provider value="verifier-">
          <div class="fields">
            <TextField name="url" label={t.url} value={verifier?.url} type="url" required />
            <PasswordField
              name="secret"
              label={t.secret}
              hint={verifier ? t.secretKept : t.secretHint}
              autocomplete="off"
              required={!verifier}
            />
          </div>
          <CheckField
            name="sends_picture"
            label={t.sendsPicture}
            hint={t.sendsPictureHint}
            checked={verifier?.sendsPicture ?? false}
          />
        </FieldIdPrefix.Provider>
        <Submit label={commonTexts(context.language).save} />
      </Post>
      {verifier && (
        <PostButton action={`${PATH}/verifier/remove`} class="secondary outline small" label={t.removeVerifier} />
      )}
    </section>
  );
}
