import { changeAccount } from '../../domain/accounts/account-changes.ts';
import type { Language } from '../../domain/accounts/accounts.ts';
import { choice, fields, optionalText } from '../forms/fields.ts';
import { CsrfField } from '../forms/inputs.tsx';
import { LANGUAGE_COOKIE } from '../http/cookies.ts';
import { commonTexts } from '../page/common-texts.ts';
import { useRequest } from '../page/render-context.ts';
import { AccountContext } from '../request-context.ts';
import { post } from '../screen.ts';

const YEAR_SECONDS = 31_536_000;
const languageForm = fields({ language: choice(['th', 'en']), from: optionalText(1000) });

/** Saves the language in the account, and in a cookie for the sign-in page. */
export const languageScreen = post('/language', 'anyone', async (context) => {
  const { value } = context.form(languageForm);
  if (value && context instanceof AccountContext) {
    const { account } = context;
    await context.write((tx) => changeAccount(tx, account.id, { language: value.language }, context.now));
  }
  if (value) context.setCookie(LANGUAGE_COOKIE, value.language, YEAR_SECONDS);
  return context.redirect(value?.from && /^\/[a-z]/.test(value.from) ? value.from : '/');
});

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
