declare const money: unique symbol;

/** An amount as an integer number of 1/10,000 baht, so that every value is exact. */
export type Money = number & { readonly [money]: true };

const UNIT = 10_000;
const SATANG = UNIT / 100;
const MAX = 10 ** 15 - 1; // 11 integer digits and 4 decimals
const PATTERN = /^(-?)0*(\d{1,11})(?:\.(\d{1,4}))?$/;

export const ZERO = 0 as Money;

/** Parses a decimal; undefined if it is not a decimal or Money cannot represent it exactly. */
export function parseMoney(value: string | number): Money | undefined {
  const match = PATTERN.exec(String(value));
  if (!match) return undefined;
  const units = Number(match[2]) * UNIT + Number((match[3] ?? '').padEnd(4, '0'));
  return (match[1] && units ? -units : units) as Money;
}

/** The shortest exact decimal text: `590`, `590.5`, `-0.25`. */
export function moneyText(amount: Money): string {
  if (amount % UNIT === 0) return String(amount / UNIT);
  const units = Math.abs(amount);
  const decimals = String(units % UNIT)
    .padStart(4, '0')
    .replace(/0+$/, '');
  return `${amount < 0 ? '-' : ''}${Math.floor(units / UNIT)}.${decimals}`;
}

/** With two decimals, rounded to satang: `590.00`, `-0.25`. */
export function satangText(amount: Money): string {
  const satang = Math.round(Math.abs(amount) / SATANG);
  return `${amount < 0 && satang > 0 ? '-' : ''}${Math.floor(satang / 100)}.${String(satang % 100).padStart(2, '0')}`;
}

/** In whole satang, so that a payment covers the amount. */
export const roundUpToSatang = (amount: Money): Money => (Math.ceil(amount / SATANG) * SATANG) as Money;

/** `price` × `qty`; undefined if it exceeds the range of Money. */
export function times(price: Money, qty: number): Money | undefined {
  return inMoney(price * qty);
}

/** The sum; undefined if it exceeds the range of Money. */
export function sum(...amounts: Money[]): Money | undefined {
  return inMoney(amounts.reduce<number>((total, amount) => total + amount, 0));
}

/** The amount in 1/10,000 baht; undefined if it exceeds the range of Money, which ends far below 2^53. */
export const inMoney = (units: number): Money | undefined => (Math.abs(units) <= MAX ? (units as Money) : undefined);
