import type { LineQty } from '../../domain/orders/lines.ts';
import type { WantedLine } from '../../domain/orders/wanted.ts';
import type { Id } from '../../lib/ids.ts';
import { type Money, parseMoney } from '../../lib/money.ts';
import { idArgument, WrongUsage, wholeArgument } from '../shell.ts';

// Arguments that name an order's lines by their ids, as `raan order show` prints them.

/** `LINE=QTY`. */
export const readLineQtys = (texts: readonly string[], least = 1): LineQty[] =>
  texts.map((text) => {
    const [line = '', qty = ''] = match(text, /^([^=]*)=([^=]*)$/, 'LINE=QTY');
    return { lineId: idArgument(line, 'LINE'), qty: wholeArgument(qty, { name: 'QTY', least }) };
  });

/** `LINE=PRICE`. */
export const readLinePrices = (texts: readonly string[]): { lineId: Id; price: Money }[] =>
  texts.map((text) => {
    const [line = '', price = ''] = match(text, /^([^=]*)=([^=]*)$/, 'LINE=PRICE');
    return { lineId: idArgument(line, 'LINE'), price: bahtArgument(price, 'PRICE') };
  });

/** `VARIANT=QTY` or `VARIANT=QTY@PRICE`. */
export const readNewLines = (texts: readonly string[]): WantedLine[] =>
  texts.map((text) => {
    const [variant = '', qty = '', price] = match(text, /^([^=]*)=([^=@]*)(?:@([^=@]*))?$/, 'VARIANT=QTY[@PRICE]');
    return {
      variantId: idArgument(variant, 'VARIANT'),
      qty: wholeArgument(qty, { name: 'QTY', least: 1 }),
      price: price === undefined ? undefined : bahtArgument(price, 'PRICE'),
    };
  });

function match(text: string, form: RegExp, written: string): (string | undefined)[] {
  const found = form.exec(text);
  if (!found) throw new WrongUsage(`${text}: give ${written}`);
  return found.slice(1);
}

/** An argument that is an amount; `name` is what the help calls it. */
export function bahtArgument(text: string, name: string): Money {
  const amount = parseMoney(text);
  if (amount === undefined || amount < 0) throw new WrongUsage(`${name} must be in baht, not below zero; not ${text}`);
  return amount;
}
