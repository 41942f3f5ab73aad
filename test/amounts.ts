import { type Money, parseMoney } from '../src/lib/money.ts';

/** The amount that this text in baht means. */
export const baht = (text: string): Money => parseMoney(text) as Money;
