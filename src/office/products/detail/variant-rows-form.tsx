import { defaultTier } from '../../../domain/catalogue/price-tiers.ts';
import type { Variant } from '../../../domain/catalogue/product-detail.ts';
import type { Form } from '../../forms/form.ts';
import {
  AmountField,
  CheckField,
  IntegerField,
  SelectField,
  Submit,
  TextAreaField,
  TextField,
} from '../../forms/inputs.tsx';
import { Columns } from '../../page/list.tsx';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { openWarehouses, warehouseOptions } from '../../stock/warehouse-options.ts';
import { productTexts } from './product-texts.ts';
import { NameFields, NewPriceFields, NewStockFields, OnlyVariantFields } from './variant-form.tsx';
import { variantRowTexts } from './variant-row-texts.ts';
import { REPLACED_FIELDS } from './variant-rows.ts';

interface Props {
  context: StoreContext;
  form: Form<unknown>;
}

export const hasRows = (form: Form<unknown>): boolean => form.count('row_name') > 0;

/** The fields of new variants of a product; without rows those of a single one. Its first variant, if any, sets their prices. */
export const NewVariantFields = ({ context, form, like }: Props & { like: Variant | undefined }) => (
  <>
    <OptionFields context={context} form={form} />
    {like && !hasRows(form) && <NameFields context={context} />}
    <NewPriceFields context={context} prices={like?.prices ?? []} hasRows={hasRows(form)} />
    <NewStockFields context={context} hasRows={hasRows(form)} />
    {!like && !hasRows(form) && <OnlyVariantFields context={context} />}
  </>
);

/** The values of the options, collapsed for a product with one variant, and the rows that they make. */
export function OptionFields({ context, form }: Props) {
  const t = variantRowTexts(context.language);
  const options = [
    { label: t.option1, placeholder: t.example1 },
    { label: t.option2, placeholder: t.example2 },
    { label: t.option3 },
  ];
  return (
    <details class="grid-edit" open={options.some((_, at) => form.typed('option', at))}>
      <summary>{t.severalVariants}</summary>
      <p class="hint">
        <small>{t.optionsHint}</small>
      </p>
      <div class="fields">
        {options.map((option, at) => (
          <TextAreaField name="option" at={at} rows="1" {...option} />
        ))}
      </div>
      <p>
        <Submit name="more" value="rows" class="secondary outline" label={hasRows(form) ? t.updateRows : t.makeRows} />
      </p>
      {hasRows(form) && <VariantRows context={context} form={form} />}
    </details>
  );
}

function VariantRows({ context, form }: Props) {
  const t = variantRowTexts(context.language);
  const words = productTexts(context.language);
  const { texts } = context.request.input;
  const isPriced = defaultTier(context.db, context.store.id) !== undefined;
  return (
    <>
      {REPLACED_FIELDS.flatMap((name) =>
        (texts[name] ?? []).map((value) => <input type="hidden" name={name} value={value} />),
      )}
      {openWarehouses(context).length > 1 && (
        <SelectField name="row_warehouse" label={t.stockIn} options={warehouseOptions(context)} />
      )}
      <p class="hint">
        <small>{t.rowsHint}</small>
      </p>
      <table class="list tight">
        <Columns
          headings={[
            words.variant,
            ...(isPriced ? [[words.onlyPrice, 'right'] as const] : []),
            [words.stock, 'right'],
            words.sku,
          ]}
        />
        <tbody>
          <AllRow context={context} form={form} isPriced={isPriced} />
          {Array.from({ length: form.count('row_name') }, (_, at) => (
            <VariantRow context={context} form={form} at={at} isPriced={isPriced} />
          ))}
        </tbody>
      </table>
    </>
  );
}

type RowProps = StoreProps<{ form: Form<unknown>; isPriced: boolean }>;

/** What empty fields of the other rows get. Their placeholders show it. */
function AllRow({ context, form, isPriced }: RowProps) {
  const t = variantRowTexts(context.language);
  const words = productTexts(context.language);
  return (
    <tr>
      <th scope="row">{t.allVariants}</th>
      {isPriced && (
        <td data-label={words.onlyPrice} class="right">
          <AmountField
            name="all_price"
            label={t.priceOf(t.allVariants)}
            labelHidden
            data-default-of="row_price"
            autofocus={!form.hasErrors}
          />
        </td>
      )}
      <td data-label={words.stock} class="right">
        <IntegerField name="all_qty" label={t.qtyOf(t.allVariants)} labelHidden data-default-of="row_qty" />
      </td>
      <td />
    </tr>
  );
}

function VariantRow({ context, form, at, isPriced }: RowProps & { at: number }) {
  const t = variantRowTexts(context.language);
  const words = productTexts(context.language);
  const name = form.typed('row_name', at) ?? '';
  return (
    <tr>
      <th scope="row">
        <input type="hidden" name="row_name" value={name} />
        <CheckField name="row_on" value={String(at)} label={name} />
      </th>
      {isPriced && (
        <td data-label={words.onlyPrice} class="right">
          <AmountField
            name="row_price"
            at={at}
            label={t.priceOf(name)}
            labelHidden
            placeholder={form.typed('all_price')}
          />
        </td>
      )}
      <td data-label={words.stock} class="right">
        <IntegerField name="row_qty" at={at} label={t.qtyOf(name)} labelHidden placeholder={form.typed('all_qty')} />
      </td>
      <td data-label={words.sku}>
        <TextField name="row_sku" at={at} label={t.skuOf(name)} labelHidden />
      </td>
    </tr>
  );
}
