import { variantsWithCode } from '../../../domain/barcodes.ts';
import { clearBundle, makeBundle, setParts } from '../../../domain/catalogue/bundle-parts.ts';
import type { Variant } from '../../../domain/catalogue/product-detail.ts';
import { liveVariant, type Part } from '../../../domain/variants.ts';
import { type Id, NO_ID, parseId } from '../../../lib/ids.ts';
import { choice, fields, flag, listOf, optionalInteger, optionalText } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { commonTexts } from '../../page/common-texts.ts';
import type { StoreContext } from '../../request-context.ts';
import { post, type Screen } from '../../screen.ts';
import { KINDS, type Kind } from './bundle-form.tsx';
import { productPage } from './product-page.tsx';
import { editPath, isOnlyVariant, variantOf } from './product-paths.ts';
import { productTexts } from './product-texts.ts';
import { variantPage } from './variant-page.tsx';

const partsForm = fields({
  kind: choice(KINDS),
  part: listOf(optionalText(100)),
  part_qty: listOf(optionalInteger(1, 1_000_000)),
  remove_stock: flag,
});

export const bundleScreens: readonly Screen[] = [
  post('/products/:id/variants/:variant/parts', 'products', (context) => {
    const { product, variant } = variantOf(context);
    const form = context.form(partsForm);
    if (form.valid) checkParts(context, form, variant, form.valid);
    return form.submit(
      async ({ kind, part, part_qty }) => {
        const parts = kind === 'single' ? [] : partsOfForm(context, part, part_qty);
        await context.write((tx) => {
          if (variant.isBundle && kind !== 'asBundle') clearBundle(tx, variant.id, context.now);
          if (!variant.isBundle && kind === 'asBundle') makeBundle(tx, variant.id, { parts }, context.now);
          else setParts(tx, variant.id, parts, context.now);
        });
        return context.redirect(editPath(context, product, variant), commonTexts(context.language).saved);
      },
      () => (isOnlyVariant(context, product) ? productPage : variantPage)(context, { parts: form }),
    );
  }),
];

interface PartsInput {
  kind: Kind;
  part: (string | undefined)[];
  part_qty: (number | undefined)[];
  remove_stock: boolean;
}

const partsOfForm = (context: StoreContext, codes: PartsInput['part'], qtys: PartsInput['part_qty']): Part[] =>
  codes.flatMap((code, i) =>
    code === undefined ? [] : [{ variantId: variantsByCode(context, code)[0] ?? NO_ID, qty: qtys[i] ?? 1 }],
  );

/** The variants with this SKU or barcode, or the one whose ID follows `#`. */
function variantsByCode({ app, store }: StoreContext, code: string): Id[] {
  const found = variantsWithCode(app.db, store.id, code);
  if (found.length > 0 || !code.startsWith('#')) return found;
  const id = parseId(code.slice(1));
  return id !== undefined && liveVariant(app.db, store.id, id) ? [id] : [];
}

function checkParts(
  context: StoreContext,
  form: Form<unknown>,
  variant: Variant,
  { kind, part = [], remove_stock }: Partial<PartsInput>,
): void {
  const t = productTexts(context.language);
  if (kind !== 'single')
    part.forEach((code, i) => {
      if (code === undefined) return;
      const matches = variantsByCode(context, code).length;
      if (matches !== 1) form.addError(matches === 0 ? t.unknownPart : t.ambiguousPart, ['part', i]);
    });
  if (kind === 'asBundle' && !variant.isBundle && variant.stock.total.onHand !== 0 && !remove_stock)
    form.addError(t.removeStockRequired, variant.stock.total.onHand > 0 ? 'remove_stock' : undefined);
}
