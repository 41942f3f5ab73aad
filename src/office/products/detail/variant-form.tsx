import type { Child } from 'hono/jsx';
import { priceTiers } from '../../../domain/catalogue/price-tiers.ts';
import type { Price, ProductHead, Variant } from '../../../domain/catalogue/product-detail.ts';
import { warehouses } from '../../../domain/catalogue/warehouses.ts';
import { variantsWithSku } from '../../../domain/variants.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Money } from '../../../lib/money.ts';
import { typedBaht } from '../../../lib/number-format.ts';
import type { Form } from '../../forms/form.ts';
import {
  AmountField,
  CheckField,
  IntegerField,
  Post,
  Submit,
  TextAreaField,
  TextField,
  useForm,
} from '../../forms/inputs.tsx';
import { commonTexts } from '../../page/common-texts.ts';
import { Notice } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { ScanButton } from '../../scan/scan-field.tsx';
import { variantPath } from './product-paths.ts';
import { productTexts } from './product-texts.ts';
import { shownCost } from './variant-fields.ts';

interface Props {
  context: StoreContext;
  product: Readonly<ProductHead>;
  variant: Variant;
  form?: Form<unknown> | undefined;
}

export function VariantForm({ context, product, variant, form }: Props) {
  const isOwn = variant.pulledFrom === null;
  return (
    <section class="card">
      <h2>{productTexts(context.language).details}</h2>
      <Post action={variantPath(product, variant)} form={form}>
        {isOwn && <NameFields context={context} variant={variant} />}
        <AmountFields context={context} variant={variant} />
        {isOwn && <MoreFields context={context} variant={variant} />}
        <div class="save-bar">
          <Submit label={commonTexts(context.language).save} />
        </div>
      </Post>
    </section>
  );
}

interface FieldsProps {
  context: StoreContext;
  variant?: Variant | undefined;
}

/** Variant name, SKU and barcodes. */
export const NameFields = ({ context, variant }: FieldsProps) => (
  <>
    <div class="fields">
      <VariantNameField context={context} variant={variant} />
      <SkuField context={context} variant={variant} />
    </div>
    <BarcodesField context={context} variant={variant} />
  </>
);

/** SKU, barcodes and name of the only variant. The name is last and collapsed, because such a variant needs none. */
export const OnlyVariantFields = ({ context, variant }: FieldsProps) => (
  <>
    <div class="fields">
      <SkuField context={context} variant={variant} />
      <BarcodesField context={context} variant={variant} />
    </div>
    <details open={Boolean(variant?.name || useForm()?.typed('variant_name'))}>
      <summary>{productTexts(context.language).variantName}</summary>
      <VariantNameField context={context} variant={variant} />
    </details>
  </>
);

function VariantNameField({ context, variant }: FieldsProps) {
  const t = productTexts(context.language);
  return <TextField name="variant_name" label={t.variantName} hint={t.variantHint} value={variant?.name} />;
}

function SkuField({ context, variant }: FieldsProps) {
  const t = productTexts(context.language);
  return (
    <div>
      <TextField name="sku" label={t.sku} hint={sharedHint(context, variant)} value={variant?.sku} />
      {isSkuTaken(context, useForm()?.typed('sku')?.trim(), variant) && (
        <CheckField name="share_sku" label={t.shareSku} />
      )}
    </div>
  );
}

function BarcodesField({ context, variant }: FieldsProps) {
  const t = productTexts(context.language);
  return (
    <div class="barcodes">
      <TextAreaField
        name="barcodes"
        label={t.barcodes}
        hint={t.barcodesHint}
        rows="1"
        value={variant?.barcodes.join('\n')}
        spellcheck={false}
        data-scans="lines"
      />
      <ScanButton />
    </div>
  );
}

/** Weight, low-stock threshold and shelf location. */
export function MoreFields({ context, variant }: FieldsProps) {
  const t = productTexts(context.language);
  return (
    <div class="fields numbers">
      <TextField name="weight" label={t.weight} inputmode="decimal" value={variant?.weight} />
      <IntegerField name="low_at" label={t.lowAt} value={variant?.lowStockThreshold} />
      <TextField name="shelf" label={t.shelf} placeholder="A-03-2" value={variant?.shelfLocation} />
    </div>
  );
}

const sharedHint = ({ app, store, language }: StoreContext, variant: Variant | undefined): string | undefined =>
  variant?.sku && variantsWithSku(app.db, store.id, variant.sku).length > 1
    ? productTexts(language).skuShared
    : undefined;

/** The confirmation is shown only if the typed SKU needs it. */
function isSkuTaken({ app, store }: StoreContext, sku: string | undefined, variant: Variant | undefined): boolean {
  if (!sku) return false;
  const others = variantsWithSku(app.db, store.id, sku);
  return others.length > 0 && !(variant && others.includes(variant.id));
}

/** The prices of a variant and, unless it is pulled, its cost. */
export const AmountFields = ({ context, variant }: FieldsProps & { variant: Variant }) => (
  <div class="fields numbers">
    <PriceFields context={context} prices={variant.prices} />
    {variant.pulledFrom === null && <CostField context={context} cost={variant.cost} />}
  </div>
);

interface NewAmountProps {
  context: StoreContext;
  /** The initial prices of a new variant. */
  prices: readonly Price[];
  /** Each variant has a row with its price in the default tier and its stock. */
  hasRows: boolean;
}

/** Prices of a new variant, or those that all new variants share. */
export function NewPriceFields({ context, prices, hasRows }: NewAmountProps) {
  const fields = <PriceFields context={context} prices={prices} hasRows={hasRows} />;
  const isEmpty = hasRows && priceTiers(context.db, context.store.id).every(({ isDefault }) => isDefault);
  return isEmpty ? fields : <Group title={productTexts(context.language).price}>{fields}</Group>;
}

/** Opening stock and cost of a new variant; with rows, only the cost that all new variants share. */
export const NewStockFields = ({ context, hasRows }: Omit<NewAmountProps, 'prices'>) => (
  <>
    {!hasRows && (
      <Group title={productTexts(context.language).stock}>
        <OpeningFields context={context} />
      </Group>
    )}
    <div class="fields numbers">
      <CostField context={context} />
    </div>
  </>
);

const Group = ({ title, children }: { title: string; children: Child }) => (
  <fieldset>
    <legend>{title}</legend>
    <div class="fields numbers">{children}</div>
  </fieldset>
);

function PriceFields({ context, prices, hasRows = false }: Omit<NewAmountProps, 'hasRows'> & { hasRows?: boolean }) {
  const t = productTexts(context.language);
  const tiers = priceTiers(context.db, context.store.id);
  const priceIn = (tierId: Id) => prices.find(({ priceTierId }) => priceTierId === tierId)?.price;
  if (tiers.length === 0) return <Notice tone="warn">{t.noTier}</Notice>;
  return (
    <>
      {tiers.map(({ id, name, isDefault }, at) => {
        const price = priceIn(id);
        if (hasRows && isDefault)
          return <input type="hidden" name="price" value={context.request.input.texts.price?.[at] ?? ''} />;
        return (
          <AmountField
            name="price"
            at={at}
            label={tiers.length > 1 ? t.priceIn(name) : t.onlyPrice}
            hint={tiers.length > 1 ? (isDefault ? t.defaultTierHint : t.priceHint) : undefined}
            value={price === undefined ? undefined : typedBaht(price)}
          />
        );
      })}
    </>
  );
}

/** Opening stock of a new variant in each warehouse. */
function OpeningFields({ context }: FieldsProps) {
  const t = productTexts(context.language);
  const all = warehouses(context.db, context.store.id);
  return (
    <>
      {all.map(({ name }, at) => (
        <IntegerField name="opening" at={at} label={all.length > 1 ? t.openingStock(name) : t.onlyOpeningStock} />
      ))}
    </>
  );
}

/** For a variant that exists, `cost` is what it costs now. */
function CostField({ context, cost = null }: { context: StoreContext; cost?: Money | null }) {
  const t = productTexts(context.language);
  if (!context.may('costs')) return null;
  const [shown = shownCost(cost)] = context.request.input.texts.shown_cost ?? [];
  return (
    <>
      <AmountField name="cost" label={t.cost} hint={t.costHint} value={cost === null ? undefined : typedBaht(cost)} />
      <input type="hidden" name="shown_cost" value={shown} />
    </>
  );
}
