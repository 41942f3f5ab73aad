import { type Money, moneyText } from '../../../lib/money.ts';
import type { Address } from '../../address-fields.ts';

// Thai formats on printed documents.

const BANGKOK = 7 * 3_600_000; // no daylight saving time
const BUDDHIST_ERA = 543;
const MONTHS = ['ม.ค.', 'ก.พ.', 'มี.ค.', 'เม.ย.', 'พ.ค.', 'มิ.ย.', 'ก.ค.', 'ส.ค.', 'ก.ย.', 'ต.ค.', 'พ.ย.', 'ธ.ค.'];

/** Bangkok day with the Buddhist year: `21 พ.ย. 2569`. */
export function thaiDay(millis: number): string {
  const date = new Date(millis + BANGKOK);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear() + BUDDHIST_ERA}`;
}

/** At least two decimals: `1,250.00`. */
export function thaiMoney(amount: Money): string {
  const [integer = '', decimals = ''] = moneyText(amount).split('.');
  return `${thaiNumber(integer)}.${decimals.padEnd(2, '0')}`;
}

/** `1,250` */
export const thaiNumber = (integer: string | number): string => String(integer).replace(/\B(?=(\d{3})+$)/g, ',');

/** `540 กรัม`, `1.25 กก.` */
export const thaiWeight = (grams: number): string =>
  grams < 1000 ? `${Math.round(grams)} กรัม` : `${Number((grams / 1000).toFixed(2))} กก.`;

const AREA_PREFIXES = {
  subDistrict: { capital: 'แขวง', other: 'ต.', prefixed: /^(ต\.|ตำบล|แขวง)/ },
  district: { capital: 'เขต', other: 'อ.', prefixed: /^(อ\.|อำเภอ|เขต)/ },
  province: { capital: '', other: 'จ.', prefixed: /^(จ\.|จังหวัด)/ },
} as const;

const CAPITAL = /^(จ\.|จังหวัด)?\s*(กรุงเทพ|กทม)/;

/** Without name, telephone and postcode. */
export function thaiAddress(address: Address): string {
  const { province = '', sub_district, district } = address;
  const kind = CAPITAL.test(province) ? 'capital' : 'other';
  const withPrefix = (
    name: string | undefined,
    { prefixed, ...prefix }: (typeof AREA_PREFIXES)[keyof typeof AREA_PREFIXES],
  ) => (name === undefined || !THAI.test(name) || prefixed.test(name) ? name : prefix[kind] + name);
  return [
    address.address1,
    address.address2,
    address.address3,
    withPrefix(sub_district, AREA_PREFIXES.subDistrict),
    withPrefix(district, AREA_PREFIXES.district),
    withPrefix(address.province, AREA_PREFIXES.province),
  ]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ');
}

const THAI = /\p{Script=Thai}/u;

/** `081-234-5678` for Thai numbers; others unchanged. */
export function thaiTelephone(telephone: string): string {
  const digits = /^\d{9,10}$/.test(telephone) ? telephone : '';
  if (/^0[689]\d{8}$/.test(digits)) return digits.replace(/^(...)(...)(....)$/, '$1-$2-$3');
  if (/^02\d{7}$/.test(digits)) return digits.replace(/^(..)(...)(....)$/, '$1-$2-$3');
  return /^0\d{8}$/.test(digits) ? digits.replace(/^(...)(...)(...)$/, '$1-$2-$3') : telephone;
}
