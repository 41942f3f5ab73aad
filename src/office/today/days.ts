import type { Language } from '../../domain/accounts/accounts.ts';
import { formats } from '../page/format.ts';

const SHORT = formats({ day: 'numeric', month: 'short' });

/** The day in Bangkok without its year, e.g. `21 พ.ย.`. */
export const shortDayText = (millis: number, language: Language): string => SHORT(language).format(millis);
