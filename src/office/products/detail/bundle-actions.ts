import type { Variant } from '../../../domain/catalogue/detail.ts';
import { makeBundle, setParts, unmakeBundle } from '../../../domain/catalogue/parts.ts';
import { liveVariant, type Part, variantsWithSku } from '../../../domain/variants.ts';
import { type Id, NO_ID, parseId } from '../../../lib/ids.ts';
import { choice, fields, flag, optionalText, optionalWhole, several } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { commonTexts } from '../../page/common-texts.ts';
import type { StoreContext } from '../../request-context.ts';
import { post, type Screen } from '../../screen.ts';
import { KINDS, type Kind } from './bundle-form.tsx';
import { variantOf, variantPath } from './product-paths.ts';
import { productTexts } from './product-texts.ts';
import { variantPage } from './variant-page.tsx';

const partsForm = fields({
  kind: choice(KINDS),
  part: several(optionalText(100)),
  part_qty: several(optionalWhole(1, 1_000_000)),
  sold_off: flag,
});

export const bundleScreens: readonly Screen[] = [
  post('/products/:id/variants/:variant/parts', 'staff', (context) => {
    const { product, variant } = variantOf(context);
    const form = context.form(partsForm);
    if (form.value) checkComponents(context, form, variant, form.value);
    return form.submit(
      async ({ kind, part, part_qty }) => {
        const parts = kind === 'single' ? [] : componentsOfForm(context, part, part_qty);
        await context.write((tx) => {
          if (variant.isBundle && kind !== 'asBundle') unmakeBundle(tx, variant.id, context.now);
          if (!variant.isBundle && kind === 'asBundle') makeBundle(tx, variant.id, { parts }, context.now);
          else setParts(tx, variant.id, parts, context.now);
        });
        return context.redirect(variantPath(product, variant), commonTexts(context.language).saved);
      },
      () => variantPage(context, { parts: form }),
    );
  }),
];

interface TypedComponents {
  kind: Kind;
  part: (string | undefined)[];
  part_qty: (number | undefined)[];
  sold_off: boolean;
}

const componentsOfForm = (
  context: StoreContext,
  names: TypedComponents['part'],
  qtys: TypedComponents['part_qty'],
): Part[] =>
  names.flatMap((name, i) =>
    name === undefined ? [] : [{ variantId: variantsByCode(context, name)[0] ?? NO_ID, qty: qtys[i] ?? 1 }],
  );

/** The variants with this SKU, or the one whose ID follows `#`. */
function variantsByCode({ app, store }: StoreContext, name: string): Id[] {
  const bySku = variantsWithSku(app.db, store.id, name);
  if (bySku.length > 0 || !name.startsWith('#')) return bySku;
  const id = parseId(name.slice(1));
  return id !== undefined && liveVariant(app.db, store.id, id) ? [id] : [];
}

function checkComponents(
  context: StoreContext,
  form: Form<unknown>,
  variant: Variant,
  { kind, part, sold_off }: TypedComponents,
): void {
  const t = productTexts(context.language);
  if (kind !== 'single')
    part.forEach((name, i) => {
      if (name === undefined) return;
      const found = variantsByCode(context, name).length;
      if (found !== 1) form.addError(found === 0 ? t.unknownComponent : t.ambiguousComponent, ['part', i]);
    });
  if (kind === 'asBundle' && !variant.isBundle && variant.stock.total.onHand !== 0 && !sold_off)
    form.addError(t.soldOffNeeded);
}
