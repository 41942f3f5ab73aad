import { type Money, moneyText } from './money.ts';

/** An integer with thousands separators: `1,250`. */
export const count = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',');

/** An amount without its unit, `1,250` or `99.50`, for columns and fields labeled as money. Fractions of a satang stay. */
export function baht(amount: Money): string {
  const [whole = '', decimals] = moneyText(amount).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return decimals === undefined ? grouped : `${grouped}.${decimals.padEnd(2, '0')}`;
}

/** An amount with its unit: `฿1,250.50`. */
export const money = (amount: Money): string => (amount < 0 ? `−฿${baht(-amount as Money)}` : `฿${baht(amount)}`);

/** A number of bytes in the largest unit that keeps it above 1: `2.0 MB`. */
export function byteSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const units = ['KB', 'MB', 'GB', 'TB'];
  const step = Math.min(Math.floor(Math.log2(bytes) / 10), units.length);
  return `${(bytes / 1024 ** step).toFixed(1)} ${units[step - 1]}`;
}
