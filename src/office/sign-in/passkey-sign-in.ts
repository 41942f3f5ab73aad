import { signInOptions, signInWithPasskey } from '../../domain/accounts/passkey-sign-in.ts';
import { fields, optionalText } from '../forms/fields.ts';
import { MAX_SIGN_IN_BYTES } from '../http/pending-form.ts';
import type { OfficeResponse } from '../office-response.ts';
import type { GuestContext } from '../request-context.ts';
import { post, type Screen } from '../screen.ts';
import { optionsResponse, passkeyAnswer, relyingPartyOf } from './passkey-button.tsx';
import { SIGN_IN_PASSKEY, SIGN_IN_PASSKEY_AGAIN, showFailure, signInPage } from './sign-in-page.tsx';
import { signInTexts } from './sign-in-texts.ts';
import { welcome } from './welcome.tsx';

const passkeyForm = fields({ passkey: optionalText(8_000) });

/** Sign-in with a passkey alone. */
export const passkeySignInScreens: readonly Screen[] = [
  post(`${SIGN_IN_PASSKEY}/options`, 'anyone', (context) => {
    const relyingParty = relyingPartyOf(context.request);
    const challenge = { boundTo: context.request.csrfKey, now: context.app.steadyNow() };
    return optionsResponse(relyingParty && signInOptions({ host: relyingParty.host, ...challenge }));
  }),
  post(SIGN_IN_PASSKEY, 'anyone', submitPasskey),
  post(SIGN_IN_PASSKEY_AGAIN, 'anyone', submitPasskey, { maxBytes: MAX_SIGN_IN_BYTES }),
];

function submitPasskey(context: GuestContext): Promise<OfficeResponse> {
  const form = context.form(passkeyForm);
  const [to, pending] = [form.typed('to'), form.typed('pending_form')];
  const page = () => signInPage(context, form, to, pending);
  return form.submit(async ({ passkey = '' }) => {
    const signed = await signInWithPasskey(context.app, passkeyAnswer(context, passkey));
    if ('account' in signed) return welcome(context, { ...signed, method: 'passkey', to, pending });
    const t = signInTexts(context.language);
    const failure = showFailure(context, form, signed, signed.refused === 'over' ? t.passkeyExpired : t.passkeyUnknown);
    return { ...page(), ...failure };
  }, page);
}
