import type { LineQty } from '../../domain/orders/lines.ts';
import type { OrderLineInput } from '../../domain/orders/order-input.ts';
import type { Id } from '../../lib/ids.ts';
import type { Money } from '../../lib/money.ts';
import { parseAmount, parseIdArgument, parseWhole, WrongUsage } from '../arguments.ts';

// Arguments that name order lines by the ids that `raan order show` prints.

export const parseLineQtys = (texts: readonly string[], min = 1): LineQty[] =>
  texts.map((text) => {
    const [line = '', qty = ''] = match(text, /^([^=]*)=([^=]*)$/, 'LINE=QTY');
    return { lineId: parseIdArgument(line, 'LINE'), qty: parseWhole(qty, { name: 'QTY', min }) };
  });

export const parseLinePrices = (texts: readonly string[]): { lineId: Id; price: Money }[] =>
  texts.map((text) => {
    const [line = '', price = ''] = match(text, /^([^=]*)=([^=]*)$/, 'LINE=PRICE');
    return { lineId: parseIdArgument(line, 'LINE'), price: parseAmount(price, 'PRICE') };
  });

/** `VARIANT=QTY` or `VARIANT=QTY@PRICE`. */
export const parseNewLines = (texts: readonly string[]): OrderLineInput[] =>
  texts.map((text) => {
    const [variant = '', qty = '', price] = match(text, /^([^=]*)=([^=@]*)(?:@([^=@]*))?$/, 'VARIANT=QTY[@PRICE]');
    return {
      variantId: parseIdArgument(variant, 'VARIANT'),
      qty: parseWhole(qty, { name: 'QTY', min: 1 }),
      price: price === undefined ? undefined : parseAmount(price, 'PRICE'),
    };
  });

function match(text: string, pattern: RegExp, form: string): (string | undefined)[] {
  const found = pattern.exec(text);
  if (!found) throw new WrongUsage('argument_malformed', { text, form });
  return found.slice(1);
}
