import type { WriteTx } from '../../context.ts';
import { changeAccount } from '../../domain/accounts/account-changes.ts';
import { isLanguage, type Language } from '../../lib/messages/catalogue.ts';
import { choice, fields, optionalText } from '../forms/fields.ts';
import { CsrfField } from '../forms/inputs.tsx';
import { LANGUAGE_COOKIE } from '../http/cookies.ts';
import { commonTexts } from '../page/common-texts.ts';
import { useRequest } from '../page/render-context.ts';
import { AccountContext, type GuestContext } from '../request-context.ts';
import { post } from '../screen.ts';

const YEAR_SECONDS = 31_536_000;
const languageForm = fields({ language: choice(['th', 'en']), from: optionalText(1000) });

export const languageScreen = post('/language', 'anyone', async (context) => {
  const { value } = context.form(languageForm);
  if (value) await saveLanguage(context, value.language);
  return context.redirect(value?.from && /^\/[a-z]/.test(value.from) ? value.from : '/');
});

/** Saves the language in the account, and in a cookie for the sign-in page. */
async function saveLanguage(context: GuestContext, language: Language): Promise<void> {
  if (context instanceof AccountContext) {
    const { account } = context;
    await context.write((tx: WriteTx) => changeAccount(tx, account.id, { language }, context.now));
  }
  context.setCookie(LANGUAGE_COOKIE, language, YEAR_SECONDS);
}

/** Field that asks for the same form in this language with everything typed, without submitting it. */
const SHOW_IN = 'show_in';

/** A handler tried to write although the user did not submit the form. */
export class NotSubmitted extends Error {}

/** Turns a form with the field `show_in` into a draft. The browser sends it when the language is switched, or to restore a draft. */
export async function showAsDraft(context: GuestContext): Promise<void> {
  const { request } = context;
  const language = request.input.texts[SHOW_IN]?.[0];
  if (!isLanguage(language)) return;
  if (language !== request.language) await saveLanguage(context, language);
  request.language = language;
  request.input = { ...request.input, isDraft: true };
  request.app = { ...request.app, write: () => Promise.reject(new NotSubmitted()) };
}

const OTHER: Record<Language, Language> = { th: 'en', en: 'th' };

/** A button that shows the same page in the other language. */
export function LanguageSwitch() {
  const { language, request } = useRequest();
  return (
    <form method="post" action="/office/language" class="language" hx-boost="false">
      <CsrfField />
      <input type="hidden" name="language" value={OTHER[language]} />
      <input type="hidden" name="from" value={request.path + request.url.search} />
      <button type="submit" class="quiet" lang={OTHER[language]}>
        {commonTexts(language).otherLanguage}
      </button>
    </form>
  );
}
