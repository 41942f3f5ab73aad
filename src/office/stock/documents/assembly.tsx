import { assembledVariants, partsHere } from '../../../domain/stock/assembled.ts';
import { assemble, disassemble } from '../../../domain/stock/assembly.ts';
import { MOST_PIECES } from '../../../domain/stock/lines.ts';
import type { NamedVariant } from '../../../domain/stock/named.ts';
import { Refusal } from '../../../lib/errors.ts';
import { type Id, idText } from '../../../lib/ids.ts';
import type { Page } from '../../answer.ts';
import { choice, fields, id, optionalId, optionalText, whole } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { Post, SelectField, Submit, TextField, WholeField } from '../../forms/inputs.tsx';
import { commonTexts } from '../../page/common-texts.ts';
import { ButtonLink, Columns, Empty, Heading } from '../../page/components.tsx';
import { count } from '../../page/format.ts';
import type { StoreContext } from '../../request-context.ts';
import { get, post, type Screen } from '../../screen.ts';
import { figure, variantName } from '../stock-components.tsx';
import { stockTexts } from '../stock-texts.ts';
import { openWarehouses, warehouseOptions } from '../warehouse-options.ts';
import { assemblyTexts } from './assembly-texts.ts';
import { noWarehouse, toDocument } from './goods-form.tsx';
import { notEnoughText } from './write-off.tsx';

const DOINGS = ['assemble', 'disassemble'] as const;
const VERBS = { assemble, disassemble };

const assemblyForm = fields({
  variant: id,
  warehouse: id,
  qty: whole(1, MOST_PIECES),
  doing: choice(DOINGS),
  note: optionalText(),
});

const asked = fields({ variant: optionalId });

/** A variant put together of its parts, and taken apart. */
export const assemblyScreens: readonly Screen[] = [
  get('/stock/assembly', 'staff', (context) => assemblyPage(context, context.form(assemblyForm))),
  post('/stock/assembly', 'staff', (context) => {
    const form = context.form(assemblyForm);
    const again = () => assemblyPage(context, form);
    return form.submit(async ({ variant, warehouse, qty, doing, note }) => {
      const assembly = { storeId: context.store.id, warehouseId: warehouse, variantId: variant, qty, note };
      const missing = () => missingText(context, assembly, doing);
      try {
        const userId = context.account.id;
        const made = await context.write((db) => VERBS[doing](db, { ...assembly, userId }, context.now));
        return toDocument(context, made, assemblyTexts(context.language).done);
      } catch (error) {
        const text = error instanceof Refusal ? missing() : undefined;
        if (text === undefined) throw error;
        form.addError(text, 'qty');
        return { ...again(), status: 422 };
      }
    }, again);
  }),
];

interface Wanted {
  storeId: Id;
  warehouseId: Id;
  variantId: Id;
  qty: number;
}

/** What there is too little of, where that is why. Of another store's variant nothing is said. */
function missingText(context: StoreContext, { variantId, warehouseId, qty }: Wanted, doing: (typeof DOINGS)[number]) {
  const t = assemblyTexts(context.language);
  if (!assembledVariants(context.db, context.store.id).some((own) => own.variantId === variantId)) return undefined;
  if (doing === 'disassemble') return notEnoughText(context, variantId, warehouseId);
  const missing = partsHere(context.db, variantId, warehouseId).filter(
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
  if (!first) return noWarehouse(context, t.title);
  const variants = assembledVariants(context.db, context.store.id);
  const body = (
    <>
      <Heading title={t.title} back={{ href: '/office/stock', label: stockTexts(context.language).stock }} />
      {variants.length === 0 ? (
        <Empty title={t.none}>
          <p>{t.noneHint}</p>
          <ButtonLink href="/office/products">{commonTexts(context.language).products}</ButtonLink>
        </Empty>
      ) : (
        <>
          <AssemblyForm context={context} form={form} variants={variants} />
          <Recipes context={context} variants={variants} warehouseId={first.id} />
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
}: {
  context: StoreContext;
  form: Form<unknown>;
  variants: readonly NamedVariant[];
}) {
  const t = assemblyTexts(context.language);
  const options = variants.map((variant) => ({ value: idText(variant.variantId), label: labelOf(variant) }));
  const doings = DOINGS.map((doing) => ({ value: doing, label: t[doing] }));
  const { variant } = context.query(asked);
  return (
    <Post context={context} action="/stock/assembly" form={form} class="card">
      <div class="fields">
        <SelectField form={form} name="doing" label={t.action} options={doings} value="assemble" />
        <SelectField form={form} name="variant" label={t.variant} options={options} value={variant} />
        <WholeField form={form} name="qty" label={t.qty} required />
        <SelectField
          form={form}
          name="warehouse"
          label={stockTexts(context.language).warehouse}
          options={warehouseOptions(context)}
        />
        <TextField form={form} name="note" label={stockTexts(context.language).note} />
      </div>
      <Submit>{t.submit}</Submit>
    </Post>
  );
}

const labelOf = (variant: NamedVariant): string =>
  variant.sku === null ? variantName(variant) : `${variant.sku} ${variantName(variant)}`;

/** What each is made of, and for how many the parts are there. */
function Recipes({
  context,
  variants,
  warehouseId,
}: {
  context: StoreContext;
  variants: readonly NamedVariant[];
  warehouseId: Id;
}) {
  const t = assemblyTexts(context.language);
  const place = openWarehouses(context).find(({ id }) => id === warehouseId)?.name ?? '';
  return (
    <>
      <h2>{t.recipes(place)}</h2>
      <table class="list">
        <Columns of={[t.variant, t.components, [t.canMake, 'right']]} />
        <tbody>
          {variants.map((variant) => {
            const parts = partsHere(context.db, variant.variantId, warehouseId);
            const enough = Math.min(...parts.map(({ qty, onHand, reserved }) => Math.floor((onHand - reserved) / qty)));
            return (
              <tr>
                <th scope="row">{labelOf(variant)}</th>
                <td data-label={t.components}>
                  <ul class="parts">
                    {parts.map((part) => (
                      <li>
                        {count(part.qty)} × {variantName(part)}
                      </li>
                    ))}
                  </ul>
                </td>
                <td class="number" data-label={t.canMake}>
                  {figure(Math.max(0, enough))}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}
