import { nationalDigits, TELEPHONE } from '../telephone.ts';
import { type Scraps, take } from './scraps.ts';

const LABELS = [
  'เบอร์โทรศัพท์มือถือ|เบอร์โทรศัพท์|เบอร์มือถือ|เบอร์โทรติดต่อ|เบอร์ติดต่อ|เบอร์โทร|เบอร์',
  'หมายเลขโทรศัพท์|โทรศัพท์มือถือ|โทรศัพท์|โทร|มือถือ|ติดต่อ',
  '(?<![a-z])(?:telephone|tel|phone|mobile|mob|call|t)',
].join('|');

const NUMBER = new RegExp(`\\(?(?:(?:${LABELS})[\\s:.,\\-–]*)*(${TELEPHONE})( ?ต่อ ?\\d{1,5})?\\)?`, 'i');

/** A number of another country or an unknown kind; accepted only with a label. */
const OTHER_NUMBER = new RegExp(`(?:(?:${LABELS})[\\s:.,\\-–]*)(\\+?\\d[\\d -]{5,16}\\d)(?![\\d/])`, 'i');

/** Extracts all telephone numbers, without duplicates, joined by commas. */
export function takeTelephones(scraps: Scraps): void {
  const numbers = new Set<string>();
  for (let found = take(scraps, NUMBER); found; found = take(scraps, NUMBER))
    numbers.add(nationalDigits(found[1] as string) + (found[2] ?? ''));
  const other = numbers.size === 0 ? take(scraps, OTHER_NUMBER)?.[1] : undefined;
  if (other) numbers.add(other);
  if (numbers.size > 0) scraps.telephone = [...numbers].join(', ');
}

const EMAIL = /(?:(?:อีเมล์?|e-?mail)[ :.]*)?([\w.+-]+@[\w-]+(?:\.[\w-]+)+)/i;

export function takeEmail(scraps: Scraps): void {
  const [, email] = take(scraps, EMAIL) ?? [];
  if (email) scraps.email = email;
}
