import type { Order } from '../../domain/orders/order.ts';
import { awaitedQtys, type ReturnedLine, returnableQty } from '../../domain/orders/shipments/return.ts';
import { invalidRequest } from '../../lib/errors.ts';
import { flag, listOf, optionalInteger } from '../forms/fields.ts';
import { CheckField, IntegerField, useForm } from '../forms/inputs.tsx';
import type { StoreContext } from '../request-context.ts';
import { type LineMax, lineQuantityFields, linesUpTo, rowOf } from './detail/line-quantities.tsx';
import { returnTexts } from './return-texts.ts';

/** Returned quantities of each line. */
export const returnFields = { ...lineQuantityFields, damaged: listOf(optionalInteger(0)), rest_missing: flag };

interface ReturnInput {
  line: ReturnedLine['lineId'][];
  qty: (number | undefined)[];
  damaged: (number | undefined)[];
  rest_missing: boolean;
}

/**
 * The lines that came back or are missing.
 *
 * @throws AppError invalid_request if there are none
 */
export function enteredReturn(db: StoreContext['db'], order: Order, input: ReturnInput): ReturnedLine[] {
  const awaited = awaitedQtys(db, order);
  const lines = input.line.map((lineId, i) => {
    const [qty, damaged] = [input.qty[i] ?? 0, input.damaged[i] ?? 0];
    const missing = input.rest_missing ? Math.max(0, (awaited.get(lineId) ?? 0) - qty - damaged) : 0;
    return { lineId, qty, damaged, missing };
  });
  const entered = lines.filter(({ qty, damaged, missing }) => qty + damaged + missing > 0);
  if (entered.length === 0) throw invalidRequest('no_quantity_entered');
  return entered;
}

/** The lines of which something can come back. */
export const returnableLines = ({ db }: StoreContext, order: Order): LineMax[] =>
  linesUpTo(order, (line) => returnableQty(db, line));

/** For each line the good and the damaged pieces. None are suggested, so that they are counted before they are restocked. */
export function ReturnFields({ context, order, lines }: { context: StoreContext; order: Order; lines: LineMax[] }) {
  const t = returnTexts(context.language);
  const awaited = awaitedQtys(context.db, order);
  const isAwaited = lines.some(({ line }) => awaited.get(line.id));
  const form = useForm();
  const count = form?.count('line') ?? 0;
  return (
    <>
      <p class="muted">{t.hint}</p>
      {lines.map(({ line, max }, i) => {
        const at = form ? (rowOf(form, String(line.id)) ?? count + i) : i;
        return (
          <fieldset>
            <legend>{t.line(line, max)}</legend>
            <input type="hidden" name="line" value={String(line.id)} />
            <div class="fields halves">
              <IntegerField name="qty" at={at} label={t.good} />
              <IntegerField name="damaged" at={at} label={t.damaged} />
            </div>
          </fieldset>
        );
      })}
      {isAwaited && <CheckField name="rest_missing" label={t.restMissing} hint={t.restMissingHint} />}
    </>
  );
}
