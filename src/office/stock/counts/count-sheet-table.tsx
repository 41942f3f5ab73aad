import { shelfLocations } from '../../../domain/catalogue/shelf-locations.ts';
import { variantPictures } from '../../../domain/catalogue/variant-pictures.ts';
import type { CountLine, StockDocument } from '../../../domain/stock/document-list.ts';
import { type Id, idText } from '../../../lib/ids.ts';
import { count } from '../../../lib/number-format.ts';
import type { Form } from '../../forms/form.ts';
import { FieldIdPrefix, IntegerField, Post, Submit } from '../../forms/inputs.tsx';
import { Empty } from '../../page/components.tsx';
import { List } from '../../page/list.tsx';
import { Thumb } from '../../page/thumb.tsx';
import { ShelfLocation } from '../../products/shelf-location.tsx';
import type { StoreContext } from '../../request-context.ts';
import { Figure, figure, ItemLink, signed, variantName } from '../stock-components.tsx';
import { stockTexts } from '../stock-texts.ts';
import { countTexts } from './count-texts.ts';

interface Props {
  context: StoreContext;
  lines: readonly CountLine[];
  /** Lines can be changed and removed. */
  isDraft: boolean;
  sheet?: StockDocument;
  /** The submitted quantity of a line. */
  form?: Form<unknown> | undefined;
}

/** Counted quantities next to the stock on hand. */
export function CountTable({ context, lines, isDraft, sheet, form }: Props) {
  const t = countTexts(context.language);
  const pictures = picturesOf(context, lines);
  const shelves = shelfLocations(
    context.db,
    lines.map(({ variantId }) => variantId),
  );
  return (
    <List
      class="list stock-cards"
      rows={lines}
      empty={<Empty title={t.noDifference} />}
      columns={(column) => [
        column(stockTexts(context.language).item, (line) => (
          <div class="named">
            <Thumb url={pictures.get(line.variantId)} name={line.productName} />
            <div>
              <ItemLink context={context} item={line} />
              <ShelfLocation code={shelves.get(line.variantId)} />
            </div>
          </div>
        )),
        column(t.expected, 'number', (line) => (
          <span>
            <Figure value={line.onHand} />
          </span>
        )),
        column(t.counted, 'number', (line) => (
          <span>
            {isDraft && sheet ? (
              <CountedField context={context} sheet={sheet} line={line} form={form} />
            ) : (
              count(line.counted)
            )}
            {line.movedSince !== 0 && <small class="cell-note">{movementText(context, line, isDraft)}</small>}
          </span>
        )),
        column(t.difference, 'number', (line) => <Difference value={line.found} />),
        isDraft &&
          sheet !== undefined &&
          column({ hidden: t.remove }, 'right', (line) => <RemoveLine context={context} sheet={sheet} line={line} />),
      ]}
    />
  );
}

interface LineProps {
  context: StoreContext;
  sheet: StockDocument;
  line: CountLine;
}

function RemoveLine({ context, sheet, line }: LineProps) {
  const t = countTexts(context.language);
  return (
    <Post action={`/stock/counts/${idText(sheet.id)}/remove`}>
      <input type="hidden" name="variant" value={idText(line.variantId)} />
      <Submit
        class="quiet"
        label={
          <>
            {t.remove} <span class="visually-hidden">{variantName(line)}</span>
          </>
        }
      />
    </Post>
  );
}

/** Changing the quantity of a line is a new count of it. Enter saves it, and with JavaScript leaving the field too. */
function CountedField({ context, sheet, line, form }: LineProps & { form: Form<unknown> | undefined }) {
  const t = countTexts(context.language);
  const id = idText(line.variantId);
  return (
    <div data-row={`counted ${id}`}>
      <Post action={`/stock/counts/${idText(sheet.id)}/counted${context.request.url.search}`} class="counted">
        <input type="hidden" name="variant" value={id} />
        <FieldIdPrefix.Provider value={`${id}-`}>
          <IntegerField
            form={form?.typed('variant') === id ? form : undefined}
            name="counted"
            label={t.countOf(variantName(line))}
            labelHidden
            value={line.counted}
            autocomplete="off"
            enterkeyhint="done"
            data-submits
          />
        </FieldIdPrefix.Provider>
      </Post>
    </div>
  );
}

function movementText({ language }: StoreContext, line: CountLine, isDraft: boolean): string {
  const { movedSince, counted, kept } = line;
  const t = countTexts(language);
  return isDraft || kept !== 0
    ? t.keptMovement(signed(movedSince), figure(counted + movedSince))
    : t.undoneMovement(signed(movedSince));
}

/** The pictures of some lines. */
export const picturesOf = ({ db }: StoreContext, lines: readonly { variantId: Id }[]): ReadonlyMap<Id, string> =>
  variantPictures(
    db,
    lines.map(({ variantId }) => variantId),
  );

const Difference = ({ value }: { value: number }) =>
  value === 0 ? (
    <span class="muted">0</span>
  ) : (
    <strong class={value < 0 ? 'decrease' : 'increase'}>{signed(value)}</strong>
  );
