import { variantPictures } from '../../../domain/catalogue/variant-pictures.ts';
import { variantByCode } from '../../../domain/stock/typed-lines.ts';
import type { SoldVariant } from '../../../domain/variants.ts';
import { count } from '../../../lib/number-format.ts';
import type { Form } from '../../forms/form.ts';
import { Field, Submit, TextAreaField, TextField } from '../../forms/inputs.tsx';
import { Thumb } from '../../page/thumb.tsx';
import type { StoreContext } from '../../request-context.ts';
import { ScanButton, ScanField } from '../../scan/scan-field.tsx';
import { variantName } from '../stock-components.tsx';
import { LineResults, RESULTS, searchPath } from './line-search.tsx';
import { lineTexts } from './line-texts.ts';
import { pieces, SEARCHED } from './typed-rows.ts';

interface Props {
  context: StoreContext;
  // biome-ignore lint/suspicious/noExplicitAny: forms that have lines have other fields too
  form: Form<any>;
  /** Shows the cost column. */
  withCost?: boolean;
  /** Explains an empty quantity. */
  qtyHint?: string;
  /** Also offers variants without stock of their own. */
  anyVariant?: boolean;
  /** The form has a heading. */
  isTitled?: boolean;
}

/**
 * A field for codes and parts of a name, and the items with their quantities. Enter, which also ends the input of a
 * scanner, presses the first button of the form; that button adds the code, to the row of its item if there is one, and
 * searches for any other text.
 */
export function LineRows({ context, form, withCost = false, qtyHint, anyVariant = false, isTitled = false }: Props) {
  const t = lineTexts(context.language);
  const lines = linesOf(context, form);
  const offered = anyVariant ? 'any' : 'stocked';
  const searched = form.typed(SEARCHED) ?? '';
  const isScanning = !form.hasErrors || (form.errorOf('scan') ?? form.errorOf('scan_qty')) !== undefined;
  return (
    <fieldset class="goods-lines">
      <legend class={isTitled ? 'visually-hidden' : undefined}>{t.lines}</legend>
      <Submit name="more" value="scan" class="visually-hidden" tabindex={-1} aria-hidden="true" label={t.next} />
      <div class="line-entry">
        <ScanField
          form={form}
          name="scan"
          label={t.find}
          required={false}
          autofocus={isScanning}
          search={{ path: `/office${searchPath(offered)}`, results: RESULTS, text: searched }}
        />
        <TextField name="scan_qty" label={t.qty} value="" inputmode="numeric" />
        <Submit name="more" value="scan" class="secondary outline" label={t.add} />
      </div>
      <LineResults context={context} text={searched} offered={offered} />
      <ul class="line-items">
        {lines.map((line) => (
          <LineItem context={context} form={form} line={line} withCost={withCost} />
        ))}
      </ul>
      <p class="line-actions">
        <Submit name="more" value="rows" class="secondary outline small" label={t.moreRows} />
        <small>{qtyHint ?? t.qtyHint}</small>
      </p>
      <details class="paste" open={form.errorOf('pasted') !== undefined}>
        <summary>{t.paste}</summary>
        <TextAreaField name="pasted" label={t.pasted} rows={5} hint={withCost ? t.pasteCostHint : t.pasteHint} />
        <Submit name="more" value="scan" class="secondary outline small" label={t.fillRows} />
      </details>
    </fieldset>
  );
}

/** Totals of the rows, the scan button and the button of the form; on phones within reach of the thumb. */
export function LineBar({ context, form, submit }: Props & { submit: string }) {
  const t = lineTexts(context.language);
  const lines = linesOf(context, form).filter(({ variant }) => variant !== undefined);
  const [first] = lines;
  const total = lines.reduce<number | undefined>(
    (sum, { qty }) => (sum !== undefined && qty !== undefined ? sum + qty : undefined),
    0,
  );
  const isScanned = form.typed('scan') && !form.typed(SEARCHED) && form.errorOf('scan') === undefined && first?.variant;
  return (
    <div class="action-bar" data-scanned={isScanned ? `${nameOf(isScanned)} × ${first?.qty}` : undefined}>
      <p>{t.total(count(lines.length), total === undefined ? '—' : count(total))}</p>
      <ScanButton />
      <Submit label={submit} />
    </div>
  );
}

interface Line {
  at: number;
  /** Names the row on the next page, where it may have another place: its code, and the how many-th row with it. */
  key: string;
  /** Undefined if the code is unknown. */
  variant: SoldVariant | undefined;
  picture: string | undefined;
  /** Undefined if the text is not a quantity. */
  qty: number | undefined;
}

/** Both parts of a form need them, and each line is looked up. */
const linesOfForms = new WeakMap<Props['form'], Line[]>();

function linesOf(context: StoreContext, form: Props['form']): Line[] {
  const lines = linesOfForms.get(form) ?? readLines(context, form);
  linesOfForms.set(form, lines);
  return lines;
}

function readLines({ db, store }: StoreContext, form: Props['form']): Line[] {
  const rowsOfCode = new Map<string, number>();
  const found = Array.from({ length: form.count('code') }, (_, at) => {
    const code = form.typed('code', at) ?? '';
    const earlier = rowsOfCode.get(code) ?? 0;
    rowsOfCode.set(code, earlier + 1);
    const key = `${code} ${earlier}`;
    const variant = code.trim() === '' ? 'no_code' : variantByCode(db, store.id, code);
    const typed = form.typed('qty', at)?.trim() ?? '';
    const qty = typed === '' ? 1 : pieces(typed);
    return { at, key, variant: typeof variant === 'string' ? undefined : variant, qty };
  });
  const pictures = variantPictures(
    db,
    found.flatMap(({ variant }) => variant?.id ?? []),
  );
  return found.map((line) => ({ ...line, picture: line.variant && pictures.get(line.variant.id) }));
}

export const nameOf = (variant: SoldVariant): string => variantName({ ...variant, variantName: variant.name });

interface ItemProps extends Pick<Props, 'context' | 'form' | 'withCost'> {
  line: Line;
}

/** An item with its picture and buttons; a row with an unknown or empty code is a text field. */
function LineItem({ context, form, line, withCost }: ItemProps) {
  const t = lineTexts(context.language);
  const { at, key, variant, picture } = line;
  const codeError = form.errorOf(['code', at]);
  const name = variant ? nameOf(variant) : t.row(at + 1);
  return (
    <li class={variant && codeError === undefined ? undefined : 'typed'} data-row={key}>
      {variant && codeError === undefined ? (
        <>
          <Thumb url={picture} name={name} />
          <span class="name break">
            {name}
            <small class="muted">{variant.sku}</small>
          </span>
          <input type="hidden" name="code" value={form.typed('code', at) ?? ''} />
        </>
      ) : (
        <Cell form={form} name="code" at={at} label={t.codeOf(at + 1)} known={variant && name} />
      )}
      <span class="line-qty">
        <StepButton step={`minus ${at}`} sign="−" label={t.fewer(name)} />
        <Cell form={form} name="qty" at={at} label={t.qtyOf(name)} inputmode="numeric" />
        <StepButton step={`plus ${at}`} sign="+" label={t.more(name)} />
      </span>
      {withCost && (
        <Cell form={form} name="cost" at={at} label={t.costOf(name)} placeholder={t.cost} inputmode="decimal" />
      )}
      <StepButton step={`remove ${at}`} sign="✕" label={t.remove(name)} />
    </li>
  );
}

const StepButton = ({ step, sign, label }: { step: string; sign: string; label: string }) => (
  <button type="submit" name="more" value={step} class="secondary outline" aria-label={label}>
    {sign}
  </button>
);

interface CellProps {
  form: Props['form'];
  name: string;
  at: number;
  label: string;
  /** The name of its item, shown below the input. */
  known?: string | undefined;
  [attribute: string]: unknown;
}

function Cell({ form, name, at, label, known, ...rest }: CellProps) {
  const id = `field-${name}-${at}`;
  const error = form.errorOf([name, at]);
  return (
    <Field name={name} at={at} label={label} labelHidden>
      <input
        type="text"
        id={id}
        name={name}
        value={form.typed(name, at) ?? ''}
        autocomplete="off"
        aria-invalid={error === undefined ? undefined : 'true'}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        {...rest}
      />
      {known && <small class="known">{known}</small>}
    </Field>
  );
}
