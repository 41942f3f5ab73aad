import type { LineQty } from '../../../domain/orders/lines.ts';
import { lineName, type Order, type OrderLine } from '../../../domain/orders/read.ts';
import { AppError } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import { id, optionalWhole, several } from '../../forms/fields.ts';
import type { FieldName, Form } from '../../forms/form.ts';
import { WholeField } from '../../forms/inputs.tsx';

/** How many of which line: one field a line, left empty for those that are not meant. */
export const lineQuantityFields = { line: several(id), qty: several(optionalWhole(0)) };

interface Sent {
  line: Id[];
  qty: (number | undefined)[];
}

/** The lines for which a number was typed. */
export const enteredQuantities = ({ line, qty }: Sent): LineQty[] =>
  line.flatMap((lineId, i) => (qty[i] === undefined ? [] : [{ lineId, qty: qty[i] }]));

/** @throws AppError invalid_request where nothing was typed */
export function requireQuantities(sent: Sent): LineQty[] {
  const lines = enteredQuantities(sent).filter(({ qty }) => qty > 0);
  if (lines.length === 0) throw new AppError('invalid_request', 'no_quantity_entered');
  return lines;
}

// biome-ignore lint/suspicious/noExplicitAny: a form of whatever else it means
type LineForm = Form<any>;

/** A refusal names a line by its id, `line 12.qty` or `line 12`; other fields have the names that it says. */
export function lineField(path: string, form: LineForm): FieldName | undefined {
  const [, lineId] = /^line (\d+)/.exec(path) ?? [];
  if (lineId === undefined) return path;
  const at = placeOf(form, lineId);
  return at === undefined ? undefined : ['qty', at];
}

/** Which of the sent lines it is. */
function placeOf(form: LineForm, lineId: string): number | undefined {
  const places = Array.from({ length: form.count('line') }, (_, at) => at);
  return places.find((at) => form.typed('line', at) === lineId);
}

/** A line, and of how many of it the field speaks. */
export interface LineMax {
  line: OrderLine;
  most: number;
}

/** The order's lines of which there are any. */
export const linesUpTo = ({ lines }: Order, most: (line: OrderLine) => number): LineMax[] =>
  lines.map((line) => ({ line, most: most(line) })).filter((one) => one.most > 0);

/** A field for each line. What was typed stays with its line, whatever has become of the others. */
export function LineQuantities({ form, lines, hint }: { form: LineForm | undefined; lines: LineMax[]; hint: string }) {
  const sent = form?.count('line') ?? 0;
  return (
    <fieldset class="line-qtys">
      <p class="muted">{hint}</p>
      {lines.map(({ line, most }, i) => (
        <>
          <input type="hidden" name="line" value={String(line.id)} />
          <WholeField
            form={form}
            name="qty"
            at={form ? (placeOf(form, String(line.id)) ?? sent + i) : i}
            label={`${lineName(line)} (${most})`}
          />
        </>
      ))}
    </fieldset>
  );
}
