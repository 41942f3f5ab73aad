declare const money: unique symbol;

/** Baht, held exactly as an integer count of 1/10,000 baht, so every value is an exact JavaScript integer. */
export type Money = number & { readonly [money]: true };

const UNIT = 10_000;
const MAX = 10 ** 15 - 1; // 11 integer digits and 4 decimals
const PATTERN = /^(-?)0*(\d{1,11})(?:\.(\d{1,4}))?$/;

export const ZERO = 0 as Money;

/** The amount that a JSON number or pattern string says, or undefined where it says none that we hold exactly. */
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

/** `price` × `qty`, or undefined where the product leaves the range of Money. */
export function times(price: Money, qty: number): Money | undefined {
  return inMoney(price * qty);
}

/** The sum, or undefined where it leaves the range of Money. */
export function sum(...amounts: Money[]): Money | undefined {
  return inMoney(amounts.reduce<number>((total, amount) => total + amount, 0));
}

/** The amount of so many 1/10,000 baht, or undefined where it leaves the range of Money. What is beyond 2^53 is rounded, but never back into it. */
export const inMoney = (units: number): Money | undefined => (Math.abs(units) <= MAX ? (units as Money) : undefined);
