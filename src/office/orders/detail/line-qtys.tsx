import type { LineQty } from '../../../domain/orders/lines.ts';
import { lineName, type Order, type OrderLine } from '../../../domain/orders/read.ts';
import { bookedQtys } from '../../../domain/orders/shipments/read.ts';
import { Refusal } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import { id, optionalWhole, several } from '../../forms/fields.ts';
import type { FieldName, Form } from '../../forms/form.ts';
import { WholeField } from '../../forms/inputs.tsx';
import type { Visit } from '../../visit.ts';

/** How many of which line: one field a line, left empty for those that are not meant. */
export const lineQtys = { line: several(id), qty: several(optionalWhole(0)) };

interface Sent {
  line: Id[];
  qty: (number | undefined)[];
}

/** The lines for which a number was typed. */
export const typedLines = ({ line, qty }: Sent): LineQty[] =>
  line.flatMap((lineId, i) => (qty[i] === undefined ? [] : [{ lineId, qty: qty[i] }]));

/** @throws Refusal invalid_request where nothing was typed */
export function chosenLines(sent: Sent, message: string): LineQty[] {
  const lines = typedLines(sent).filter(({ qty }) => qty > 0);
  if (lines.length === 0) throw new Refusal('invalid_request', message);
  return lines;
}

/** A refusal names a line by its id: `line 12.qty …`, `line 12 …`. */
export const lineField = (form: { line: readonly Id[] } | undefined, message: string): FieldName | undefined => {
  const [, lineId] = /^line (\d+)/.exec(message) ?? [];
  const at = form?.line.findIndex((known) => String(known) === lineId) ?? -1;
  return at < 0 ? undefined : ['qty', at];
};

interface QtysProps {
  visit: Visit;
  order: Order;
  form: Form<unknown> | undefined;
  hint: string;
  /** Of how many the field speaks: what has left, or what is left to book. */
  most: 'shipped' | 'left';
}

export function LineQtys({ visit, order, form, hint, most }: QtysProps) {
  const booked = bookedQtys(visit.ctx.db, order.id);
  const of = ({ id, qty, shippedQty, shortQty }: OrderLine) =>
    most === 'shipped' ? shippedQty : qty - shippedQty - shortQty - (booked.get(id) ?? 0);
  return (
    <fieldset class="line-qtys">
      <p class="quietly">{hint}</p>
      {order.lines.map((line, at) => (
        <>
          <input type="hidden" name="line" value={String(line.id)} />
          <WholeField form={form} name="qty" at={at} label={`${lineName(line)} (${of(line)})`} />
        </>
      ))}
    </fieldset>
  );
}
