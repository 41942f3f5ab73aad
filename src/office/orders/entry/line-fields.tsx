import { type FoundVariant, findVariants, foundVariants } from '../../../domain/catalogue/variant-search.ts';
import { type Id, idText, NO_ID, parseId } from '../../../lib/ids.ts';
import { baht, count, money } from '../../../lib/number-format.ts';
import { AmountField, aria, Field, IntegerField, TextField } from '../../forms/inputs.tsx';
import { commonTexts } from '../../page/common-texts.ts';
import { Icon } from '../../page/icons.tsx';
import type { StoreProps } from '../../request-context.ts';
import { ScanButton, ScanNotes } from '../../scan/scan-field.tsx';
import { Shortage } from './line-shortage.tsx';
import { AMOUNTS, type Entry, isBlank, partialUpdate, type Row, rowsOf } from './order-draft.ts';
import { orderEntryTexts } from './order-entry-texts.ts';
import { PricingFields } from './pricing-fields.tsx';

/** The order lines and the product search. */
export function LinesCard({ entry }: { entry: Entry }) {
  const t = orderEntryTexts(entry.context.language);
  return (
    <section class="card" aria-labelledby="lines-title">
      <h2 id="lines-title">{t.lines}</h2>
      <PricingFields entry={entry} />
      <FindField entry={entry} />
      <ScanNotes />
      <SearchResults entry={entry} />
      <Lines entry={entry} />
    </section>
  );
}

function FindField({ entry }: { entry: Entry }) {
  const { context, form, order, draft } = entry;
  const t = orderEntryTexts(context.language);
  const field = { form, name: 'find', label: t.find, hint: t.findHint };
  return (
    <div class="find-product">
      <Field {...field}>
        <input
          type="search"
          {...aria(field)}
          value={form.typed('find') ?? ''}
          autocomplete="off"
          autofocus={order === undefined && draft.step === undefined}
          aria-controls="found"
          data-picks="first"
          data-scans="each"
          {...partialUpdate(entry, { step: 'look', target: 'found', trigger: 'input changed delay:250ms' })}
        />
      </Field>
      <button type="submit" class="secondary outline unscripted" name="step" value="look">
        {commonTexts(context.language).search}
      </button>
      <ScanButton />
    </div>
  );
}

const MAX_RESULTS = 8;

function SearchResults({ entry }: { entry: Entry }) {
  const { context, draft } = entry;
  const text = draft.find?.[0]?.trim() ?? '';
  const variants =
    text === '' ? [] : findVariants(context.db, context.store.id, text, { tierId: entry.tierId, limit: MAX_RESULTS });
  const t = orderEntryTexts(context.language);
  return (
    <div id="found" aria-live="polite" data-clears="field-find" data-text={text}>
      {text !== '' && variants.length === 0 && <p class="muted">{t.nothingFound(text)}</p>}
      {variants.length > 0 && (
        <ul class="found">
          {variants.map((variant) => (
            <li>
              <Picture variant={variant} />
              <VariantName variant={variant} context={context} note={variant.price === null ? t.noPrice : undefined} />
              {variant.price !== null && <span class="money">{money(variant.price)}</span>}
              <button
                type="submit"
                id={`found-${variant.id}`}
                class="small"
                name="step"
                value={`add ${variant.id}`}
                aria-label={t.addNamed(nameOf(variant))}
                {...partialUpdate(entry, { target: 'order-lines', also: ['found', ...AMOUNTS] })}
              >
                <Icon name="plus" /> {t.add}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export const nameOf = ({ productName, name }: FoundVariant): string => `${productName} ${name}`.trim();

/** Pictures of other servers are not loaded: the content security policy forbids it. */
export const Picture = ({ variant: { imageUrl } }: { variant: FoundVariant }) =>
  imageUrl?.startsWith('/') ? (
    <img class="thumb" src={imageUrl} alt="" loading="lazy" width={40} height={40} />
  ) : (
    <span class="thumb empty-thumb" aria-hidden="true">
      <Icon name="products" />
    </span>
  );

export const VariantName = ({
  variant,
  context,
  note,
}: StoreProps<{ variant: FoundVariant; note?: string | undefined }>) => (
  <span class="variant-name">
    <span>{nameOf(variant)}</span>
    <small>
      {variant.sku !== null && <span class="break">{variant.sku}</span>}
      <span class={variant.available > 0 ? undefined : 'short-of'}>
        {orderEntryTexts(context.language).available(count(variant.available))}
      </span>
      {note !== undefined && <span>{note}</span>}
    </small>
  </span>
);

function Lines({ entry }: { entry: Entry }) {
  const { context, draft } = entry;
  const rows = rowsOf(draft);
  const ids = rows.map(({ variant }) => parseId(variant) ?? NO_ID);
  const known = new Map(
    foundVariants(context.db, context.store.id, ids, entry.tierId).map((variant) => [variant.id, variant]),
  );
  const t = orderEntryTexts(context.language);
  return (
    <div id="order-lines">
      <ol class="entry-lines">
        {rows.map((row, at) => (
          <Line
            entry={entry}
            row={row}
            at={at}
            variant={known.get(ids[at] as Id)}
            isOnlyBlank={rows.length === 1 && isBlank(row)}
          />
        ))}
      </ol>
      <button
        type="submit"
        id="more-rows"
        class="secondary outline small"
        name="step"
        value="more"
        {...partialUpdate(entry, { target: 'order-lines' })}
      >
        {t.addRow}
      </button>
    </div>
  );
}

interface LineProps {
  entry: Entry;
  row: Row;
  at: number;
  variant: FoundVariant | undefined;
  /** The row is the only one and blank, so it cannot be removed. */
  isOnlyBlank: boolean;
}

function Line({ entry, row, at, variant, isOnlyBlank }: LineProps) {
  const { context, order } = entry;
  const t = orderEntryTexts(context.language);
  const existing = order?.lines.find(({ id }) => idText(id) === row.line);
  const name = variant ? nameOf(variant) : existing ? `${existing.name} ${existing.variantName}`.trim() : row.sku;
  const hasVariant = row.variant !== '';
  return (
    <li class={isOnlyBlank ? 'unscripted' : undefined}>
      <input type="hidden" name="line" value={row.line} />
      <input type="hidden" name="variant" value={row.variant} />
      <div class="line-product">
        {hasVariant ? <input type="hidden" name="sku" value="" /> : <TextField name="sku" at={at} label={t.sku} />}
        {variant && <Picture variant={variant} />}
        {variant && <VariantName variant={variant} context={context} />}
        {hasVariant && !variant && (
          <span class="variant-name">
            <span>{name}</span>
            <small class="short-of">{t.discontinued}</small>
          </span>
        )}
      </div>
      <IntegerField name="qty" at={at} label={t.qty} errorElsewhere />
      <AmountField
        name="price"
        at={at}
        label={t.price}
        placeholder={variant && variant.price !== null ? baht(variant.price) : undefined}
      />
      <button
        type="submit"
        id={`remove-${at}`}
        class="quiet small"
        name="step"
        value={`remove ${at}`}
        aria-label={t.removeNamed(name === '' ? t.sku : name)}
        disabled={isOnlyBlank}
        {...partialUpdate(entry, { target: 'order-lines', also: AMOUNTS })}
      >
        {t.remove}
      </button>
      <Shortage entry={entry} at={at} variant={variant} />
    </li>
  );
}
