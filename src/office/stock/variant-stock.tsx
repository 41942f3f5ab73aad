import type { WriteTx } from '../../context.ts';
import { addOnHand, deductOnHand, isShortage, setOnHand } from '../../domain/stock/adjust-on-hand.ts';
import { writeOff } from '../../domain/stock/goods.ts';
import { MAX_PIECES } from '../../domain/stock/line-checks.ts';
import { stockOfVariant } from '../../domain/stock/stock-levels.ts';
import { existingVariant, keepsStock, partsOf, type SoldVariant, variantById } from '../../domain/variants.ts';
import { notFound } from '../../lib/errors.ts';
import { type Id, idText } from '../../lib/ids.ts';
import { count } from '../../lib/number-format.ts';
import { bilingual } from '../bilingual.ts';
import { choice, fields, id, integer } from '../forms/fields.ts';
import type { Form } from '../forms/form.ts';
import { IntegerField, Post, SelectField, Submit } from '../forms/inputs.tsx';
import type { Page } from '../office-response.ts';
import { ButtonLink, Empty, Heading, Notice } from '../page/components.tsx';
import { ExportMenu } from '../page/export-menu.tsx';
import { Columns } from '../page/list.tsx';
import type { StoreContext } from '../request-context.ts';
import { fileScreens, get, post, type Screen } from '../screen.ts';
import { notEnoughText, WRITE_OFFS } from './documents/goods-screens.tsx';
import { ledgerFile } from './ledger/ledger-file.ts';
import { LedgerFilters, ledgerUrl } from './ledger/ledger-filters.tsx';
import { OlderEntries, ofBusyUser, readLedgerPage, readLedgerQuery } from './ledger/ledger-page.tsx';
import { LedgerTable } from './ledger/ledger-table.tsx';
import { Figure, variantName } from './stock-components.tsx';
import { stockTexts } from './stock-texts.ts';
import { warehouseNames } from './warehouse-options.ts';
import { WarehouseSelect } from './warehouse-select.tsx';

const variantStockTexts = bilingual({
  adjust: ['ปรับสต็อก', 'Adjust stock'],
  action: ['วิธีปรับ', 'Adjustment'],
  set: ['ตั้งยอดคงเหลือเป็น', 'Set on hand to'],
  add: ['เพิ่ม', 'Add'],
  deduct: ['ลด', 'Deduct'],
  damaged: ['ตัดออก: ชำรุด', 'Write off: damaged'],
  lost: ['ตัดออก: สูญหาย', 'Write off: lost'],
  withdrawn: ['ตัดออก: เบิกใช้', 'Write off: used in store'],
  qty: ['จำนวน (ชิ้น)', 'Quantity'],
  save: ['บันทึก', 'Save'],
  saved: ['ปรับสต็อกแล้ว', 'Stock adjusted'],
  viewProduct: ['ดูสินค้า', 'View product'],
  assemble: ['ประกอบ / แยกชุด', 'Assembly'],
  isBundle: [
    'ชุดสินค้าไม่มีสต็อกของตัวเอง คิดจากส่วนประกอบ ให้ปรับที่ส่วนประกอบ',
    'A bundle has no stock of its own. Adjust the stock of its parts.',
  ],
  isPulled: [
    'สินค้านี้ดึงมาจากร้านอื่น ใช้สต็อกของร้านต้นทาง',
    'This product is from another store and uses the stock of that store.',
  ],
  isDeleted: ['สินค้านี้ถูกลบแล้ว', 'This variant is deleted.'],
  parts: ['ส่วนประกอบ', 'Parts'],
  partQty: [(n: string) => `ชุดละ ${n}`, (n: string) => `${n} each`],
  levels: ['สต็อกแต่ละคลัง', 'Stock by warehouse'],
  noLevels: ['ยังไม่เคยมีสต็อกในคลังใด', 'Not stocked in any warehouse yet'],
  ledger: ['ประวัติสต็อก', 'Stock ledger'],
});

const ADJUSTMENTS = ['set', 'add', 'deduct', ...WRITE_OFFS] as const;

const adjustForm = fields({ adjustment: choice(ADJUSTMENTS), warehouse: id, qty: integer(0, MAX_PIECES) });

/** Stock levels and ledger of one variant, with a form that adjusts them. */
export const variantStockScreens: readonly Screen[] = [
  get(
    '/stock/variants/:id',
    'stock',
    (context) => variantStockPage(context, requestedVariant(context), context.form(adjustForm)),
    { isLarge: ofBusyUser },
  ),
  ...fileScreens(
    '/stock/variants/:id/ledger',
    'stock',
    (context) => ledgerFile(context, readLedgerQuery(context, requestedVariant(context).id).filter),
    { isLarge: ofBusyUser },
  ),
  post('/stock/variants/:id/adjust', 'stock', (context) => {
    const variant = requestedVariant(context);
    const form = context.form(adjustForm);
    const again = () => variantStockPage(context, variant, form);
    return form.submit(async ({ adjustment, warehouse, qty }) => {
      const level = { variantId: variant.id, warehouseId: warehouse };
      try {
        await context.write((tx) => adjust(context, tx, adjustment, { ...level, qty }));
      } catch (error) {
        if (!isShortage(error)) throw error;
        form.addError(notEnoughText(context, variant.id, warehouse), 'qty');
        return { ...again(), status: 422 };
      }
      return context.redirect(`/stock/variants/${idText(variant.id)}`, variantStockTexts(context.language).saved);
    }, again);
  }),
];

/** The store's variant in the path; it may be deleted. @throws AppError not_found */
function requestedVariant(context: StoreContext): SoldVariant {
  const variant = variantById(context.db, context.id());
  if (variant?.storeId !== context.store.id) throw notFound('variant_not_found', { variant: context.id() });
  return variant;
}

type AdjustedLevel = { variantId: Id; warehouseId: Id; qty: number };

const MANUAL_ADJUSTMENTS = { set: setOnHand, add: addOnHand, deduct: deductOnHand };
const REASONS = { set: 'user_set', add: 'user_added', deduct: 'user_deducted' } as const;

const isManual = (adjustment: (typeof ADJUSTMENTS)[number]): adjustment is keyof typeof MANUAL_ADJUSTMENTS =>
  adjustment in MANUAL_ADJUSTMENTS;

function adjust(
  context: StoreContext,
  tx: WriteTx,
  adjustment: (typeof ADJUSTMENTS)[number],
  level: AdjustedLevel,
): void {
  const { warehouseId, ...line } = level;
  const head = { storeId: context.store.id, warehouseId, userId: context.account.id };
  if (isManual(adjustment))
    MANUAL_ADJUSTMENTS[adjustment](
      tx,
      { ...line, warehouseId, reason: REASONS[adjustment], userId: head.userId },
      context.now,
    );
  else writeOff(tx, { ...head, kind: adjustment, lines: [line] }, context.now);
}

function variantStockPage(context: StoreContext, variant: SoldVariant, form: Form<unknown>): Page {
  const t = variantStockTexts(context.language);
  const title = variantName({ ...variant, variantName: variant.name });
  const path = `/stock/variants/${idText(variant.id)}`;
  const ledgerQuery = readLedgerQuery(context, variant.id);
  const { entries, next } = readLedgerPage(context, ledgerQuery);
  const body = (
    <>
      <Heading title={title} back={{ href: '/office/stock', label: stockTexts(context.language).stock }}>
        {partsOf(context.db, variant.id).length > 0 && keepsStock(variant) && (
          <ButtonLink href={`/office/stock/assembly?variant=${variant.id}`} label={t.assemble} />
        )}
        {variant.live && <ButtonLink href={`/office/products/${variant.productId}`} label={t.viewProduct} />}
      </Heading>
      <p class="sku break">{variant.sku ?? stockTexts(context.language).noSku}</p>
      <NotAdjustableNotice context={context} variant={variant} />
      <div class="columns">
        <StockLevels context={context} variant={variant} />
        {variant.live && keepsStock(variant) && <AdjustForm context={context} variant={variant} form={form} />}
      </div>
      <div class="section-heading">
        <h2>{t.ledger}</h2>
        <ExportMenu href={ledgerUrl(context, `${path}/ledger`)} />
      </div>
      <LedgerFilters context={context} action={path} form={ledgerQuery.form} entries={entries} />
      {ledgerQuery.filter && entries.length === 0 && <Empty title={stockTexts(context.language).noMovements} />}
      {entries.length > 0 && <LedgerTable context={context} entries={entries} singleVariant />}
      <OlderEntries context={context} next={next} />
    </>
  );
  return { title, body };
}

/** The reason why the stock cannot be adjusted here. */
function NotAdjustableNotice({ context, variant }: { context: StoreContext; variant: SoldVariant }) {
  const t = variantStockTexts(context.language);
  if (!variant.live) return <Notice tone="warn">{t.isDeleted}</Notice>;
  if (variant.pulledFrom !== null) return <Notice>{t.isPulled}</Notice>;
  return variant.isBundle ? <Notice>{t.isBundle}</Notice> : null;
}

function StockLevels({ context, variant }: { context: StoreContext; variant: SoldVariant }) {
  const t = stockTexts(context.language);
  const { total, warehouses } = stockOfVariant(context.db, variant.id);
  const nameOf = warehouseNames(context);
  const rows = [
    ...warehouses.map((row) => ({ ...row, name: nameOf(row.warehouseId) })),
    ...(warehouses.length === 1 ? [] : [{ ...total, name: t.total }]),
  ];
  return (
    <section class="card">
      <h2>{variantStockTexts(context.language).levels}</h2>
      {warehouses.length === 0 && <p class="muted">{variantStockTexts(context.language).noLevels}</p>}
      <table class="stock-figures">
        <Columns headings={[t.warehouse, t.onHand, t.reserved, t.available]} />
        <tbody>
          {rows.map(({ name, onHand, reserved }) => (
            <tr>
              <th scope="row">{name}</th>
              <td>
                <Figure value={onHand} />
              </td>
              <td>
                <Figure value={reserved} />
              </td>
              <td>
                <strong>
                  <Figure value={onHand - reserved} />
                </strong>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {variant.isBundle && <Parts context={context} variant={variant} />}
    </section>
  );
}

function Parts({ context, variant }: { context: StoreContext; variant: SoldVariant }) {
  const t = variantStockTexts(context.language);
  return (
    <>
      <h3>{t.parts}</h3>
      <ul>
        {partsOf(context.db, variant.id).map(({ variantId, qty }) => {
          const part = existingVariant(context.db, variantId);
          return (
            <li>
              <a href={`/office/stock/variants/${idText(variantId)}`}>
                {variantName({ ...part, variantName: part.name })}
              </a>{' '}
              <span class="muted">{t.partQty(count(qty))}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function AdjustForm({ context, variant, form }: { context: StoreContext; variant: SoldVariant; form: Form<unknown> }) {
  const t = variantStockTexts(context.language);
  const options = ADJUSTMENTS.map((adjustment) => ({ value: adjustment, label: t[adjustment] }));
  return (
    <section class="card">
      <h2>{t.adjust}</h2>
      <Post action={`/stock/variants/${idText(variant.id)}/adjust`} form={form}>
        <SelectField name="adjustment" label={t.action} options={options} value="set" />
        <div class="fields">
          <IntegerField name="qty" label={t.qty} required />
          <WarehouseSelect context={context} />
        </div>
        <Submit label={t.save} />
      </Post>
    </section>
  );
}
