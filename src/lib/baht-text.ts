import type { Money } from './money.ts';

const DIGITS = ['ศูนย์', 'หนึ่ง', 'สอง', 'สาม', 'สี่', 'ห้า', 'หก', 'เจ็ด', 'แปด', 'เก้า'] as const;
/** Unit of a digit by its position in a group of six, from the right. */
const PLACES = ['', 'สิบ', 'ร้อย', 'พัน', 'หมื่น', 'แสน'] as const;
const MILLION = 1_000_000;
const SATANG = 100; // units of Money

/** The amount in Thai words, to the nearest satang: `หนึ่งพันสองร้อยห้าสิบบาทถ้วน`, `ห้าสิบสตางค์`. */
export function bahtText(amount: Money): string {
  const satang = Math.round(Math.abs(amount) / SATANG);
  const [baht, rest] = [Math.floor(satang / 100), satang % 100];
  const sign = amount < 0 && satang > 0 ? 'ลบ' : '';
  if (rest === 0) return `${sign}${words(baht)}บาทถ้วน`;
  return `${sign}${baht === 0 ? '' : `${words(baht)}บาท`}${words(rest)}สตางค์`;
}

function words(value: number): string {
  if (value === 0) return DIGITS[0];
  const millions = Math.floor(value / MILLION);
  const text = groupWords(value % MILLION, millions > 0);
  return millions === 0 ? text : `${words(millions)}ล้าน${text}`;
}

/** @param follows that there is something before the group, which makes its last 1 `เอ็ด` */
function groupWords(value: number, follows: boolean): string {
  const digits = [...String(value)].map(Number);
  return digits
    .map((digit, i) => {
      const place = digits.length - 1 - i;
      if (digit === 0) return '';
      if (place === 0) return digit === 1 && (follows || value > 1) ? 'เอ็ด' : DIGITS[digit];
      if (place === 1 && digit === 1) return PLACES[1];
      return `${place === 1 && digit === 2 ? 'ยี่' : DIGITS[digit]}${PLACES[place]}`;
    })
    .join('');
}
