import type { Language } from '../../domain/accounts/accounts.ts';

const format = (locale: string) =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'Asia/Bangkok' });

const SHORT: Record<Language, Intl.DateTimeFormat> = { th: format('th-TH'), en: format('en-GB') };

/** The day in Bangkok without its year, e.g. `21 พ.ย.`. */
export const shortDayText = (millis: number, language: Language): string => SHORT[language].format(millis);
