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
import { count } from '../../page/format.ts';
import { ButtonLink, Columns, Empty, Heading } from '../../page/parts.tsx';
import { words } from '../../page/texts.ts';
import { get, post, type Screen } from '../../screen.ts';
import type { Visit } from '../../visit.ts';
import { figure, variantName } from '../stock-components.tsx';
import { stockTexts } from '../stock-texts.ts';
import { openPlaces, placeOptions } from '../warehouse-options.ts';
import { assemblyTexts } from './assembly-texts.ts';
import { noWarehouse, toDocument } from './goods-form.tsx';
import { notFree } from './write-off.tsx';

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
  get('/stock/assembly', 'staff', (visit) => assemblyPage(visit, visit.form(assemblyForm))),
  post('/stock/assembly', 'staff', (visit) => {
    const form = visit.form(assemblyForm);
    const again = () => assemblyPage(visit, form);
    return form.submit(async ({ variant, warehouse, qty, doing, note }) => {
      const assembly = { storeId: visit.store.id, warehouseId: warehouse, variantId: variant, qty, note };
      const missing = () => missingText(visit, assembly, doing);
      try {
        const userId = visit.account.id;
        const made = await visit.ctx.write((db) => VERBS[doing](db, { ...assembly, userId }, visit.now));
        return toDocument(visit, made, assemblyTexts(visit.language).done);
      } catch (error) {
        const text = error instanceof Refusal ? missing() : undefined;
        if (text === undefined) throw error;
        form.blame(text, 'qty');
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
function missingText(visit: Visit, { variantId, warehouseId, qty }: Wanted, doing: (typeof DOINGS)[number]) {
  const t = assemblyTexts(visit.language);
  if (!assembledVariants(visit.ctx.db, visit.store.id).some((own) => own.variantId === variantId)) return undefined;
  if (doing === 'disassemble') return notFree(visit, variantId, warehouseId);
  const missing = partsHere(visit.ctx.db, variantId, warehouseId).filter(
    (part) => part.qty * qty > part.onHand - part.reserved,
  );
  if (missing.length === 0) return undefined;
  return missing
    .map((part) => t.missing(variantName(part), count(part.qty * qty), figure(part.onHand - part.reserved)))
    .join(' · ');
}

function assemblyPage(visit: Visit, form: Form<unknown>): Page {
  const t = assemblyTexts(visit.language);
  const [first] = openPlaces(visit);
  if (!first) return noWarehouse(visit, t.title);
  const variants = assembledVariants(visit.ctx.db, visit.store.id);
  const body = (
    <>
      <Heading title={t.title} back={{ href: '/office/stock', label: stockTexts(visit.language).stock }} />
      {variants.length === 0 ? (
        <Empty title={t.none}>
          <p>{t.noneHint}</p>
          <ButtonLink href="/office/products">{words(visit.language).products}</ButtonLink>
        </Empty>
      ) : (
        <>
          <AssemblyForm visit={visit} form={form} variants={variants} />
          <Recipes visit={visit} variants={variants} warehouseId={first.id} />
        </>
      )}
    </>
  );
  return { title: t.title, body };
}

function AssemblyForm({
  visit,
  form,
  variants,
}: {
  visit: Visit;
  form: Form<unknown>;
  variants: readonly NamedVariant[];
}) {
  const t = assemblyTexts(visit.language);
  const options = variants.map((variant) => ({ value: idText(variant.variantId), label: labelOf(variant) }));
  const doings = DOINGS.map((doing) => ({ value: doing, label: t[doing] }));
  const { variant } = visit.query(asked);
  return (
    <Post visitor={visit} action="/stock/assembly" form={form} class="card">
      <div class="fields">
        <SelectField form={form} name="doing" label={t.doing} options={doings} value="assemble" />
        <SelectField form={form} name="variant" label={t.variant} options={options} value={variant} />
        <WholeField form={form} name="qty" label={t.qty} required />
        <SelectField
          form={form}
          name="warehouse"
          label={stockTexts(visit.language).warehouse}
          options={placeOptions(visit)}
        />
        <TextField form={form} name="note" label={stockTexts(visit.language).note} />
      </div>
      <Submit>{t.submit}</Submit>
    </Post>
  );
}

const labelOf = (variant: NamedVariant): string =>
  variant.sku === null ? variantName(variant) : `${variant.sku} ${variantName(variant)}`;

/** What each is made of, and for how many the parts are there. */
function Recipes({
  visit,
  variants,
  warehouseId,
}: {
  visit: Visit;
  variants: readonly NamedVariant[];
  warehouseId: Id;
}) {
  const t = assemblyTexts(visit.language);
  const place = openPlaces(visit).find(({ id }) => id === warehouseId)?.name ?? '';
  return (
    <>
      <h2>{t.recipes(place)}</h2>
      <table class="list">
        <Columns of={[t.variant, t.parts, [t.enoughFor, 'right']]} />
        <tbody>
          {variants.map((variant) => {
            const parts = partsHere(visit.ctx.db, variant.variantId, warehouseId);
            const enough = Math.min(...parts.map(({ qty, onHand, reserved }) => Math.floor((onHand - reserved) / qty)));
            return (
              <tr>
                <th scope="row">{labelOf(variant)}</th>
                <td data-label={t.parts}>
                  <ul class="parts">
                    {parts.map((part) => (
                      <li>
                        {count(part.qty)} × {variantName(part)}
                      </li>
                    ))}
                  </ul>
                </td>
                <td class="number" data-label={t.enoughFor}>
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
