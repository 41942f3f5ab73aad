import { assemble, assembledVariants, disassemble, partsInWarehouse } from '../../../domain/catalogue/assembly.ts';
import type { Warehouse } from '../../../domain/catalogue/warehouses.ts';
import { MAX_PIECES } from '../../../domain/stock/line-checks.ts';
import type { NamedVariant } from '../../../domain/variants.ts';
import { AppError } from '../../../lib/errors.ts';
import { type Id, idText } from '../../../lib/ids.ts';
import { count } from '../../../lib/number-format.ts';
import { bilingual } from '../../bilingual.ts';
import { choice, fields, id, integer, optionalId, optionalText } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { IntegerField, Post, SelectField, Submit, TextField } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { commonTexts } from '../../page/common-texts.ts';
import { ButtonLink, Empty, Heading } from '../../page/components.tsx';
import { List } from '../../page/list.tsx';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { get, post, type Screen } from '../../screen.ts';
import { figure, variantName } from '../stock-components.tsx';
import { stockTexts } from '../stock-texts.ts';
import { openWarehouses } from '../warehouse-options.ts';
import { WarehouseSelect } from '../warehouse-select.tsx';
import { noWarehousePage, redirectToDocument } from './goods-form.tsx';
import { notEnoughText } from './goods-screens.tsx';

const assemblyTexts = bilingual({
  title: ['ประกอบ / แยกชุด', 'Assembly'],
  action: ['ทำรายการ', 'Action'],
  assemble: ['ประกอบ', 'Assemble'],
  disassemble: ['แยกชุด', 'Disassemble'],
  variant: ['สินค้า', 'Product'],
  qty: ['จำนวน', 'Quantity'],
  submit: ['บันทึก', 'Save'],
  done: ['บันทึกแล้ว', 'Saved'],
  parts: ['ส่วนประกอบต่อ 1 ชิ้น', 'Parts per unit'],
  canMake: ['ประกอบได้อีก', 'Can make'],
  recipes: [
    (warehouse: string) => `สูตรประกอบ และส่วนประกอบที่คลัง “${warehouse}”`,
    (warehouse: string) => `Recipes and parts at ${warehouse}`,
  ],
  missing: [
    (name: string, needed: string, available: string) => `${name}: ต้องใช้ ${needed} มี ${available}`,
    (name: string, needed: string, available: string) => `${name}: ${needed} needed, ${available} available`,
  ],
  none: ['ยังไม่มีสินค้าที่ต้องประกอบ', 'No assembled products yet'],
  noneHint: ['กำหนดส่วนประกอบได้ในหน้าสินค้า', 'Set the parts of a variant on its product page.'],
});

const ACTIONS = ['assemble', 'disassemble'] as const;
const RUN = { assemble, disassemble };

const assemblyForm = fields({
  variant: id,
  warehouse: id,
  qty: integer(1, MAX_PIECES),
  action: choice(ACTIONS),
  note: optionalText(),
});

const pageQuery = fields({ variant: optionalId });

/** Assembles a variant from its parts, or disassembles it. */
export const assemblyScreens: readonly Screen[] = [
  get('/stock/assembly', 'stock', (context) => assemblyPage(context, context.form(assemblyForm))),
  post('/stock/assembly', 'stock', (context) => {
    const form = context.form(assemblyForm);
    const again = () => assemblyPage(context, form);
    return form.submit(async ({ variant, warehouse, qty, action, note }) => {
      const assembly = { storeId: context.store.id, warehouseId: warehouse, variantId: variant, qty, note };
      const missing = () => missingText(context, assembly, action);
      try {
        const userId = context.account.id;
        const documentId = await context.write((tx) => RUN[action](tx, { ...assembly, userId }, context.now));
        return redirectToDocument(context, documentId, assemblyTexts(context.language).done);
      } catch (error) {
        const text = error instanceof AppError ? missing() : undefined;
        if (text === undefined) throw error;
        form.addError(text, 'qty');
        return { ...again(), status: 422 };
      }
    }, again);
  }),
];

interface Assembly {
  storeId: Id;
  warehouseId: Id;
  variantId: Id;
  qty: number;
}

/** Names the missing parts; undefined if none are missing or the variant belongs to another store. */
function missingText(
  context: StoreContext,
  { variantId, warehouseId, qty }: Assembly,
  action: (typeof ACTIONS)[number],
) {
  const t = assemblyTexts(context.language);
  if (!assembledVariants(context.db, context.store.id).some((own) => own.variantId === variantId)) return undefined;
  if (action === 'disassemble') return notEnoughText(context, variantId, warehouseId);
  const missing = partsInWarehouse(context.db, variantId, warehouseId).filter(
    (part) => part.qty * qty > part.onHand - part.reserved,
  );
  if (missing.length === 0) return undefined;
  return missing
    .map((part) => t.missing(variantName(part), count(part.qty * qty), figure(part.onHand - part.reserved)))
    .join(' · ');
}

function assemblyPage(context: StoreContext, form: Form<unknown>): Page {
  const t = assemblyTexts(context.language);
  const [first] = openWarehouses(context);
  if (!first) return noWarehousePage(context, t.title);
  const variants = assembledVariants(context.db, context.store.id);
  const body = (
    <>
      <Heading title={t.title} back={{ href: '/office/stock', label: stockTexts(context.language).stock }} />
      {variants.length === 0 ? (
        <Empty title={t.none} hint={t.noneHint}>
          <ButtonLink href="/office/products" label={commonTexts(context.language).products} />
        </Empty>
      ) : (
        <>
          <AssemblyForm context={context} form={form} variants={variants} />
          <RecipeTable context={context} variants={variants} warehouse={first} />
        </>
      )}
    </>
  );
  return { title: t.title, body };
}

function AssemblyForm({
  context,
  form,
  variants,
}: StoreProps<{ form: Form<unknown>; variants: readonly NamedVariant[] }>) {
  const t = assemblyTexts(context.language);
  const variantOptions = variants.map((variant) => ({ value: idText(variant.variantId), label: itemLabel(variant) }));
  const actionOptions = ACTIONS.map((action) => ({ value: action, label: t[action] }));
  const { variant } = context.query(pageQuery);
  return (
    <Post action="/stock/assembly" form={form} class="card">
      <div class="fields">
        <SelectField name="action" label={t.action} options={actionOptions} value="assemble" />
        <SelectField name="variant" label={t.variant} options={variantOptions} value={variant} />
        <IntegerField name="qty" label={t.qty} required />
        <WarehouseSelect context={context} />
        <TextField name="note" label={stockTexts(context.language).note} />
      </div>
      <Submit label={t.submit} />
    </Post>
  );
}

const itemLabel = (variant: NamedVariant): string =>
  variant.sku === null ? variantName(variant) : `${variant.sku} ${variantName(variant)}`;

interface RecipeProps {
  context: StoreContext;
  variants: readonly NamedVariant[];
  warehouse: Warehouse;
}

/** The parts of each variant, and how many can be assembled from the stock. */
function RecipeTable({ context, variants, warehouse }: RecipeProps) {
  const t = assemblyTexts(context.language);
  const rows = variants.map((variant) => ({
    variant,
    parts: partsInWarehouse(context.db, variant.variantId, warehouse.id),
  }));
  return (
    <>
      <h2>{t.recipes(warehouse.name)}</h2>
      <List
        rows={rows}
        columns={(column) => [
          column(t.variant, ({ variant }) => itemLabel(variant)),
          column(t.parts, ({ parts }) => (
            <ul class="parts">
              {parts.map((part) => (
                <li>
                  {count(part.qty)} × {variantName(part)}
                </li>
              ))}
            </ul>
          )),
          column(t.canMake, 'number', ({ parts }) => {
            const enough = parts.map(({ qty, onHand, reserved }) => Math.floor((onHand - reserved) / qty));
            return figure(Math.max(0, Math.min(...enough)));
          }),
        ]}
      />
    </>
  );
}
