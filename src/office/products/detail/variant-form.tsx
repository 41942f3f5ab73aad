import type { Product, Variant } from '../../../domain/catalogue/detail.ts';
import { priceTiers, warehouses } from '../../../domain/catalogue/places.ts';
import { variantsWithSku } from '../../../domain/variants.ts';
import type { Id } from '../../../lib/ids.ts';
import { moneyText } from '../../../lib/money.ts';
import type { Form } from '../../forms/form.ts';
import { AmountField, CheckField, Post, Submit, TextField, WholeField } from '../../forms/inputs.tsx';
import { Notice } from '../../page/parts.tsx';
import { words } from '../../page/texts.ts';
import type { Visit } from '../../visit.ts';
import { variantPath } from './product-paths.ts';
import { productTexts } from './product-texts.ts';

interface Props {
  visit: Visit;
  product: Readonly<Product>;
  variant: Variant;
  form?: Form<unknown> | undefined;
}

export function VariantForm({ visit, product, variant, form }: Props) {
  const isOwn = variant.pulledFrom === null;
  return (
    <section class="card">
      <h2>{productTexts(visit.language).details}</h2>
      <Post visitor={visit} action={variantPath(product, variant)} form={form}>
        {isOwn && <NameFields visit={visit} form={form} variant={variant} />}
        <PriceFields visit={visit} form={form} variant={variant} />
        {isOwn && <MoreFields visit={visit} form={form} variant={variant} />}
        <Submit>{words(visit.language).save}</Submit>
      </Post>
    </section>
  );
}

interface FieldsProps {
  visit: Visit;
  form: Form<unknown> | undefined;
  variant?: Variant;
}

/** By what it is known. */
export function NameFields({ visit, form, variant }: FieldsProps) {
  const t = productTexts(visit.language);
  return (
    <div class="fields">
      <TextField form={form} name="variant_name" label={t.variantName} hint={t.variantHint} value={variant?.name} />
      <div>
        <TextField form={form} name="sku" label={t.sku} hint={sharedHint(visit, variant)} value={variant?.sku} />
        {isSkuTaken(visit, form, variant) && <CheckField form={form} name="share_sku" label={t.shareSku} />}
      </div>
    </div>
  );
}

/** What else the store keeps of it. */
export function MoreFields({ visit, form, variant }: FieldsProps) {
  const t = productTexts(visit.language);
  const cost = variant?.cost ?? undefined;
  return (
    <div class="fields">
      <TextField form={form} name="weight" label={t.weight} inputmode="decimal" value={variant?.weight} />
      <WholeField form={form} name="low_at" label={t.lowAt} value={variant?.lowStockThreshold} />
      {visit.isOwner && (
        <AmountField
          form={form}
          name="cost"
          label={t.cost}
          hint={t.costHint}
          value={cost === undefined ? undefined : moneyText(cost)}
        />
      )}
    </div>
  );
}

const sharedHint = ({ ctx, store, language }: Visit, variant: Variant | undefined): string | undefined =>
  variant?.sku && variantsWithSku(ctx.db, store.id, variant.sku).length > 1
    ? productTexts(language).skuShared
    : undefined;

/** The second word is asked for only where what was typed needs it. */
function isSkuTaken({ ctx, store }: Visit, form: Form<unknown> | undefined, variant: Variant | undefined): boolean {
  const sku = form?.typed('sku')?.trim();
  if (!sku) return false;
  const others = variantsWithSku(ctx.db, store.id, sku);
  return others.length > 0 && !(variant && others.includes(variant.id));
}

export function PriceFields({ visit, form, variant }: FieldsProps) {
  const t = productTexts(visit.language);
  const tiers = priceTiers(visit.ctx.db, visit.store.id);
  const priceIn = (tierId: Id) => variant?.prices.find(({ priceTierId }) => priceTierId === tierId)?.price;
  if (tiers.length === 0) return <Notice tone="warn">{t.noTier}</Notice>;
  return (
    <div class="fields">
      {tiers.map(({ id, name, isDefault }, at) => {
        const price = priceIn(id);
        return (
          <AmountField
            form={form}
            name="price"
            at={at}
            label={t.priceIn(name)}
            hint={tiers.length > 1 ? (isDefault ? t.mainPriceHint : t.priceHint) : undefined}
            value={price === undefined ? undefined : moneyText(price)}
          />
        );
      })}
    </div>
  );
}

/** What of a new variant is in each warehouse. */
export function OpeningFields({ visit, form }: FieldsProps) {
  const t = productTexts(visit.language);
  return (
    <div class="fields">
      {warehouses(visit.ctx.db, visit.store.id).map(({ name }, at) => (
        <WholeField form={form} name="opening" at={at} label={t.openingStock(name)} />
      ))}
    </div>
  );
}
