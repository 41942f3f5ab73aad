import type { Message } from '../../lib/messages/catalogue.ts';
import { message } from '../../lib/messages/message.ts';

const WEIGHTS = [8, 6, 4, 2, 3, 5, 9, 7];
const SHAPE = /^[A-Z]{2}(\d{8})(\d)[A-Z]{2}$/i;

/** The check digit of a UPU S10 number, from its eight-digit serial. */
export function s10CheckDigit(serial: string): number {
  const sum = WEIGHTS.reduce((total, weight, i) => total + weight * Number(serial[i]), 0);
  const digit = 11 - (sum % 11);
  if (digit === 10) return 0;
  return digit === 11 ? 5 : digit;
}

/** The Thai S10 number of a prefix and a serial: `EX`, 12345678 → `EX123456785TH`. */
export function s10Number(prefix: string, serial: number): string {
  const digits = String(serial).padStart(8, '0');
  return `${prefix}${digits}${s10CheckDigit(digits)}TH`;
}

export const isS10Shaped = (number: string): boolean => SHAPE.test(number);

/** The problem of an S10 number with a wrong check digit. Numbers in other formats are not checked. */
export function s10Problem(number: string): Message | undefined {
  const [, serial, digit] = SHAPE.exec(number) ?? [];
  if (serial === undefined) return undefined;
  const expected = s10CheckDigit(serial);
  return Number(digit) === expected
    ? undefined
    : message('s10_check_digit', {
        number,
        digit: digit as string,
        expected: `${number.slice(0, 10)}${expected}${number.slice(11)}`,
      });
}
