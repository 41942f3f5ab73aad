import type { Language } from '../../domain/accounts/accounts.ts';
import { changeAccount } from '../../domain/accounts/change.ts';
import { LANGUAGE_COOKIE } from '../door/cookies.ts';
import { choice, fields, optionalText } from '../forms/fields.ts';
import { CsrfField } from '../forms/inputs.tsx';
import { words } from '../page/texts.ts';
import { post } from '../screen.ts';
import { type Guest, Member } from '../visit.ts';

const YEAR = 31_536_000;
const wanted = fields({ language: choice(['th', 'en']), from: optionalText(1000) });

/** The language is the account's; the browser keeps it too, for the page that asks who is there. */
export const languageScreen = post('/language', 'anyone', async (guest) => {
  const { value } = guest.form(wanted);
  if (value && guest instanceof Member) {
    const { account } = guest;
    await guest.ctx.write((db) => changeAccount(db, account.id, { language: value.language }, guest.now));
  }
  if (value) guest.setCookie(LANGUAGE_COOKIE, value.language, YEAR);
  return guest.redirect(value?.from && /^\/[a-z]/.test(value.from) ? value.from : '/');
});

const OTHER: Record<Language, Language> = { th: 'en', en: 'th' };

/** Shows the same page in the other language. */
export const LanguageSwitch = ({ visitor }: { visitor: Guest }) => (
  <form method="post" action="/office/language" class="language" hx-boost="false">
    <CsrfField visitor={visitor} />
    <input type="hidden" name="language" value={OTHER[visitor.language]} />
    <input type="hidden" name="from" value={visitor.asked.path + visitor.asked.url.search} />
    <button type="submit" class="quiet" lang={OTHER[visitor.language]}>
      {words(visitor.language).otherLanguage}
    </button>
  </form>
);
