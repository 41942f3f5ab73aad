import { type Money, moneyText } from './money.ts';

/** An integer with thousands separators: `1,250`. */
export const count = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',');

/** An amount with its unit: `฿1,250.50`. Fractions of a satang are not rounded away. */
export function money(amount: Money): string {
  const [whole = '', decimals] = moneyText(Math.abs(amount) as Money).split('.');
  const text = decimals === undefined ? count(Number(whole)) : `${count(Number(whole))}.${decimals.padEnd(2, '0')}`;
  return amount < 0 ? `−฿${text}` : `฿${text}`;
}

/** A number of bytes in the largest unit that keeps it above 1: `2.0 MB`. */
export function byteSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const units = ['KB', 'MB', 'GB', 'TB'];
  const step = Math.min(Math.floor(Math.log2(bytes) / 10), units.length);
  return `${(bytes / 1024 ** step).toFixed(1)} ${units[step - 1]}`;
}
