import type * as v from 'valibot';
import { variantsOfProduct } from '../../../domain/catalogue/product-lookup.ts';
import { productHead } from '../../../domain/catalogue/product-part.ts';
import { GOODS_LABEL_KINDS, GOODS_LABEL_SIZES, type GoodsLabelSize } from '../../../domain/print/goods/goods-label.ts';
import { checkLabelCount, labelsOf, printVariantLabels, type WantedLabels } from '../../../domain/print/print-goods.ts';
import { documentOfStore, movedLines } from '../../../domain/stock/document-list.ts';
import { liveVariant } from '../../../domain/variants.ts';
import { type Id, NO_ID, parseId } from '../../../lib/ids.ts';
import { pathParts } from '../../../lib/messages/path.ts';
import { count } from '../../../lib/number-format.ts';
import { choice, fields, flag, id, listOf, optionalChoice, optionalId, optionalText } from '../../forms/fields.ts';
import { Form } from '../../forms/form.ts';
import { CheckField, Post, SelectField } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { ButtonLink, Heading, Notice } from '../../page/components.tsx';
import { pdfFile } from '../../page/downloads.ts';
import type { StoreContext } from '../../request-context.ts';
import { get, post, type Screen, withScanner } from '../../screen.ts';
import { lineFields, readLineForm, submitLines, withRowErrors } from '../../stock/lines/line-form.ts';
import { LineBar, LineRows } from '../../stock/lines/line-rows.tsx';
import { MAX_ROWS } from '../../stock/lines/typed-rows.ts';
import { productTexts } from '../detail/product-texts.ts';
import { labelTexts } from './label-texts.ts';

const PATH = '/products/labels';
const SIZES = Object.keys(GOODS_LABEL_SIZES) as GoodsLabelSize[];

const labelForm = fields({ ...lineFields, kind: choice(GOODS_LABEL_KINDS), size: choice(SIZES), with_price: flag });
const goodsQuery = fields({ product: optionalId, ids: listOf(id), variant: optionalId, document: optionalId });
const fileQuery = fields({
  kind: optionalChoice(GOODS_LABEL_KINDS),
  size: optionalChoice(SIZES),
  with_price: flag,
  lines: optionalText(20_000),
});

type LabelForm = Form<v.InferOutput<typeof labelForm>>;

/** Labels of goods: scanned, typed, or of products, a variant or the goods of a stock document. */
export const labelScreens: readonly Screen[] = withScanner([
  get(PATH, 'products', (context) => labelPage(context, chosenGoods(context))),
  post(PATH, 'products', (context) => {
    const form = readLineForm(context, labelForm);
    const options = { minQty: 0, withoutCost: true, anyVariant: true, again: () => labelPage(context, form) } as const;
    return form.submit(
      (input) =>
        submitLines(context, form, options, async (parsed) => {
          const lines = parsed.map(({ variant, qty }) => ({ variantId: variant.id, copies: qty }));
          const wanted = { ...input, withPrice: input.with_price, storeId: context.store.id, lines };
          labelsOf(context.db, wanted); // reports what cannot be printed
          return labelPage(context, form, wanted);
        }),
      withRowErrors(context, form, options),
      (path) => {
        const [list, at] = pathParts(path);
        return list === 'lines' ? ['qty', Number(at)] : undefined;
      },
    );
  }),
  get(`${PATH}.pdf`, 'products', async (context) => {
    const { with_price: withPrice, lines = '', kind = 'barcode', size = '50x30' } = context.query(fileQuery);
    const wanted = { kind, size, withPrice, storeId: context.store.id, lines: linesIn(context, lines) };
    return pdfFile('labels', await printVariantLabels(context.db, wanted, context.now));
  }),
]);

/** The goods that the query names, with a label for each piece of a document. Says if these are too many. */
function chosenGoods(context: StoreContext): LabelForm {
  const { product, ids, variant, document } = context.query(goodsQuery);
  const products = [...(product === undefined ? [] : [product]), ...ids];
  const { db, store, language } = context;
  const goods =
    document === undefined
      ? variantsNamed(context, products, variant).map((variantId) => ({ variantId, copies: 1 }))
      : movedLines(db, documentOfStore(db, store.id, document).id).map(({ variantId, qty }) => ({
          variantId,
          copies: qty,
        }));
  const live = goods.filter(({ variantId }) => liveVariant(db, store.id, variantId));
  const shown = live.slice(0, MAX_ROWS);
  const texts = { code: shown.map(({ variantId }) => `#${variantId}`), qty: shown.map(({ copies }) => String(copies)) };
  const input = shown.length > 0 ? { texts, files: {}, isDraft: true } : undefined;
  const form = new Form(labelForm, input, language);
  if (shown.length > 0) form.check(() => checkLabelCount(shown));
  if (shown.length < live.length)
    form.addError(labelTexts(language).firstItems(count(shown.length), count(live.length)));
  return form;
}

const MAX_VARIANTS = 500;

function variantsNamed({ db, store }: StoreContext, products: readonly Id[], variant: Id | undefined): readonly Id[] {
  if (variant !== undefined) return [variant];
  const own = products.filter((product) => productHead(db, store.id, product));
  return own.flatMap((product) => variantsOfProduct(db, product)).slice(0, MAX_VARIANTS);
}

function labelPage(context: StoreContext, form: LabelForm, ready?: WantedLabels): Page {
  const t = labelTexts(context.language);
  const kinds = GOODS_LABEL_KINDS.map((kind) => ({ value: kind, label: t[kind] }));
  const body = (
    <>
      <Heading title={t.title} back={{ href: '/office/products', label: productTexts(context.language).products }} />
      {ready && <Ready context={context} wanted={ready} />}
      <Post action={PATH} form={form} class="card goods">
        <LineRows context={context} form={form} anyVariant />
        <div class="fields">
          <SelectField name="kind" label={t.kind} options={kinds} value="barcode" />
          <SelectField name="size" label={t.size} options={sizeOptions(context)} value="50x30" />
        </div>
        <CheckField name="with_price" label={t.withPrice} />
        <LineBar context={context} form={form} submit={t.make} />
      </Post>
    </>
  );
  return { title: t.title, body };
}

function sizeOptions({ language }: StoreContext) {
  const t = labelTexts(language);
  return SIZES.map((value) => {
    const {
      width,
      height,
      across = 1,
      down = 1,
    }: { width: number; height: number; across?: number; down?: number } = GOODS_LABEL_SIZES[value];
    return { value, label: across > 1 ? t.sheet(across * down) : t.roll(`${width} × ${height}`) };
  });
}

/** A link to the file. */
function Ready({ context, wanted }: { context: StoreContext; wanted: WantedLabels }) {
  const t = labelTexts(context.language);
  const { kind, size, withPrice, lines } = wanted;
  const file = new URLSearchParams({
    kind,
    size,
    ...(withPrice && { with_price: '1' }),
    lines: lines.map(({ variantId, copies }) => `${variantId}x${copies}`).join('.'),
  });
  return (
    <Notice tone="good">
      <p>{t.ready(count(lines.reduce((sum, { copies }) => sum + copies, 0)))}</p>
      <ButtonLink href={`/office${PATH}.pdf?${file}`} icon="print" target="_blank" main label={t.open} />
    </Notice>
  );
}

/** The lines of `7x2.8x1`: variants and copies. */
const linesIn = ({ db, store }: StoreContext, text: string): WantedLabels['lines'] =>
  text.split('.').flatMap((line) => {
    const [id = '', copies = ''] = line.split('x');
    const variant = liveVariant(db, store.id, parseId(id) ?? NO_ID);
    return variant && /^[1-9]\d{0,3}$/.test(copies) ? [{ variantId: variant.id, copies: Number(copies) }] : [];
  });
