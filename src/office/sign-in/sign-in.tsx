import { startPendingSignIn } from '../../domain/accounts/pending-sign-ins.ts';
import { hasSecondFactor } from '../../domain/accounts/second-factor.ts';
import { endSession, switchStore } from '../../domain/accounts/sessions.ts';
import { signIn } from '../../domain/accounts/sign-in.ts';
import { audit } from '../../domain/audit/audit-log.ts';
import { fields, id } from '../forms/fields.ts';
import { SIGN_IN, SIGN_IN_AGAIN } from '../http/authorize.ts';
import { MAX_SIGN_IN_BYTES } from '../http/pending-form.ts';
import type { OfficeResponse } from '../office-response.ts';
import { AccountContext, type GuestContext } from '../request-context.ts';
import { get, post, type Screen } from '../screen.ts';
import { languageScreen } from './language-switch.tsx';
import { passkeySignInScreens } from './passkey-sign-in.ts';
import { secondStepPage, secondStepScreens } from './second-step.tsx';
import { credentials, requestedPath, showFailure, signInPage } from './sign-in-page.tsx';
import { signInTexts } from './sign-in-texts.ts';
import { welcome } from './welcome.tsx';

/** Sign-in and sign-out, and what applies to all pages: the language and the selected store. */
export const signInScreens: readonly Screen[] = [
  get(SIGN_IN, 'anyone', (context) =>
    context instanceof AccountContext
      ? context.redirect('/')
      : signInPage(context, context.form(credentials), requestedPath(context)),
  ),
  post(SIGN_IN, 'anyone', submitSignIn),
  post(SIGN_IN_AGAIN, 'anyone', submitSignIn, { maxBytes: MAX_SIGN_IN_BYTES }),
  ...passkeySignInScreens,
  ...secondStepScreens,
  post('/sign-out', 'account', async (context) => {
    const { id, storeId } = context.account;
    await context.write((tx) => {
      endSession(tx, context.token);
      audit(tx, 'signed_out', { storeId, subjectId: id });
    });
    context.forgetSession();
    return context.redirect(SIGN_IN, signInTexts(context.language).signedOut);
  }),
  post('/store', 'account', async (context) => {
    const { value } = context.form(fields({ store_id: id }));
    if (value) await context.write((tx) => switchStore(tx, context.token, value.store_id));
    return context.redirect('/');
  }),
  languageScreen,
];

function submitSignIn(context: GuestContext): Promise<OfficeResponse> {
  const form = context.form(credentials);
  const pending = form.typed('pending_form');
  return form.submit(
    async ({ to, ...typed }) => {
      const { browser, address } = context.request;
      const signed = await signIn(context.app, { ...typed, browser, address });
      if ('account' in signed) {
        const { account } = signed;
        if (!hasSecondFactor(context.db, account.id)) return welcome(context, { account, to, pending });
        const token = await context.write((tx) => startPendingSignIn(tx, account, context.app.steadyNow()));
        return secondStepPage(context, { token, to, pending });
      }
      const failure = showFailure(context, form, signed, signInTexts(context.language).wrong);
      return { ...signInPage(context, form, to, pending), ...failure };
    },
    () => signInPage(context, form, form.typed('to'), pending),
  );
}
