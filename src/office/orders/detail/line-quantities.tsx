import type { LineQty } from '../../../domain/orders/lines.ts';
import { lineName, type Order, type OrderLine } from '../../../domain/orders/order.ts';
import { type Id, idText } from '../../../lib/ids.ts';
import { orderLineOf, type Path, pathText } from '../../../lib/messages/path.ts';
import { id, listOf, optionalInteger } from '../../forms/fields.ts';
import type { FieldName, Form } from '../../forms/form.ts';
import { IntegerField, useForm } from '../../forms/inputs.tsx';

/** Schema of a form with a quantity per order line; empty for lines it does not affect. */
export const lineQuantityFields = { line: listOf(id), qty: listOf(optionalInteger(0)) };

interface QuantityInput {
  line: Id[];
  qty: (number | undefined)[];
}

/** The lines with a quantity. */
export const enteredQuantities = ({ line, qty }: QuantityInput): LineQty[] =>
  line.flatMap((lineId, i) => (qty[i] === undefined ? [] : [{ lineId, qty: qty[i] }]));

// biome-ignore lint/suspicious/noExplicitAny: the form may have other fields
type LineForm = Form<any>;

/** The form field of an error path, which names a line by its id. */
export function lineField(path: Path, form: LineForm): FieldName | undefined {
  const lineId = orderLineOf(path);
  if (lineId === undefined) return pathText(path);
  const at = rowOf(form, idText(lineId));
  return at === undefined ? undefined : ['qty', at];
}

/** Index of the line among the submitted ones. */
export function rowOf(form: LineForm, lineId: string): number | undefined {
  const rows = Array.from({ length: form.count('line') }, (_, at) => at);
  return rows.find((at) => form.typed('line', at) === lineId);
}

/** An order line and the largest quantity allowed for it. */
export interface LineMax {
  line: OrderLine;
  max: number;
}

/** The lines with a maximum above zero. */
export const linesUpTo = ({ lines }: Order, max: (line: OrderLine) => number): LineMax[] =>
  lines.map((line) => ({ line, max: max(line) })).filter((entry) => entry.max > 0);

/** A quantity field for each line. Typed quantities stay with their line even if other lines have changed meanwhile. */
export function LineQuantities({ lines, hint }: { lines: readonly LineMax[]; hint: string }) {
  const form = useForm();
  const count = form?.count('line') ?? 0;
  return (
    <fieldset class="line-qtys">
      <p class="muted">{hint}</p>
      {lines.map(({ line, max }, i) => (
        <>
          <input type="hidden" name="line" value={String(line.id)} />
          <IntegerField
            name="qty"
            at={form ? (rowOf(form, String(line.id)) ?? count + i) : i}
            label={`${lineName(line)} (${max})`}
          />
        </>
      ))}
    </fieldset>
  );
}
