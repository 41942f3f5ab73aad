import { Option } from 'commander';
import { PAYMENT_METHODS, type PaymentMethod } from '../../domain/orders/payments/methods.ts';
import { type Money, parseMoney } from '../../lib/money.ts';
import { WrongUsage } from '../shell.ts';

/** How every command that moves money says how it moves, why, and whose doing it is. */
export interface PaymentOptions {
  method: PaymentMethod;
  note?: string;
  user?: string;
}

export const REMARK_OPTION = ['--note <text>', 'kept with the payment'] as const;

export const methodOption = (description: string): Option =>
  new Option('--method <method>', description).choices(PAYMENT_METHODS);

/** An amount as a command takes it; what is wrong with it besides its form, the domain says. */
export function amountArgument(text: string): Money {
  const amount = parseMoney(text);
  if (amount === undefined)
    throw new WrongUsage(`AMOUNT must be in baht; not ${text} (up to 11 digits and 4 decimals, without separators)`);
  return amount;
}

/** The same where it may be left out. */
export const optionalAmount = (text: string | undefined): Money | undefined =>
  text === undefined ? undefined : amountArgument(text);
