import type { Child } from 'hono/jsx';
import { codeOf, suggestedVariants, variantByCode } from '../../../domain/stock/typed-lines.ts';
import type { Form } from '../../forms/form.ts';
import { Field, Submit, TextAreaField } from '../../forms/inputs.tsx';
import type { StoreContext } from '../../request-context.ts';
import { variantName } from '../stock-components.tsx';
import { MIN_ROWS } from './line-form.ts';
import { lineTexts } from './line-texts.ts';

interface Props {
  context: StoreContext;
  // biome-ignore lint/suspicious/noExplicitAny: forms that have lines have other fields too
  form: Form<any>;
  /** Shows the cost column. */
  withCost?: boolean;
  /** Explains an empty quantity. */
  qtyHint?: string;
}

/**
 * Rows of SKU and quantity. A barcode scanner ends its input with Enter, which presses the first button of the form; that
 * button checks the rows and moves to the next empty one.
 */
export function LineRows({ context, form, withCost = false, qtyHint }: Props) {
  const t = lineTexts(context.language);
  const rows = Array.from({ length: Math.max(form.count('code'), MIN_ROWS) }, (_, at) => at);
  const focused = rows.find((at) => hasErrors(form, at)) ?? rows.find((at) => !form.typed('code', at));
  return (
    <fieldset class="goods-lines">
      <legend>{t.lines}</legend>
      <Submit name="more" value="scan" class="visually-hidden" tabindex={-1} aria-hidden="true" label={t.next} />
      <div class="goods-line heads" aria-hidden="true">
        <span>{t.code}</span>
        <span>{t.qty}</span>
        {withCost && <span>{t.cost}</span>}
      </div>
      {rows.map((at) => (
        <div class="goods-line">
          <Cell form={form} name="code" at={at} label={t.codeOf(at + 1)} list="skus" autofocus={at === focused}>
            {nameOf(context, form.typed('code', at))}
          </Cell>
          <Cell form={form} name="qty" at={at} label={t.qtyOf(at + 1)} inputmode="numeric" />
          {withCost && <Cell form={form} name="cost" at={at} label={t.costOf(at + 1)} inputmode="decimal" />}
        </div>
      ))}
      <SkuSuggestions context={context} />
      <p class="line-actions">
        <Submit name="more" value="rows" class="secondary outline small" label={t.moreRows} />
        <small>{qtyHint ?? t.qtyHint}</small>
      </p>
      <details class="paste">
        <summary>{t.paste}</summary>
        <TextAreaField name="pasted" label={t.pasted} rows={5} hint={withCost ? t.pasteCostHint : t.pasteHint} />
        <Submit name="more" value="scan" class="secondary outline small" label={t.fillRows} />
      </details>
    </fieldset>
  );
}

const hasErrors = (form: Props['form'], at: number): boolean =>
  ['code', 'qty', 'cost'].some((name) => form.errorOf([name, at]) !== undefined);

interface CellProps {
  form: Props['form'];
  name: string;
  at: number;
  label: string;
  /** Shown below the input. */
  children?: Child;
  [attribute: string]: unknown;
}

function Cell({ form, name, at, label, children, ...rest }: CellProps) {
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
      {children && <small class="known">{children}</small>}
    </Field>
  );
}

function nameOf(context: StoreContext, code: string | undefined): string | undefined {
  if (!code?.trim()) return undefined;
  const variant = variantByCode(context.db, context.store.id, code);
  return typeof variant === 'string' ? undefined : variantName({ ...variant, variantName: variant.name });
}

const MAX_SUGGESTIONS = 300;

/** SKU suggestions for the browser; only in stores with few items. */
function SkuSuggestions({ context }: { context: StoreContext }) {
  const variants = suggestedVariants(context.db, context.store.id, MAX_SUGGESTIONS);
  if (variants.length === 0) return null;
  return (
    <datalist id="skus">
      {variants.map((variant) => (
        <option value={codeOf(variant)}>{variantName(variant)}</option>
      ))}
    </datalist>
  );
}
