import { addOnHand, deductOnHand, isShortage, setOnHand } from '../../../domain/stock/adjust.ts';
import { writeOff } from '../../../domain/stock/goods.ts';
import { stockOfVariant } from '../../../domain/stock/levels.ts';
import { MOST_PIECES } from '../../../domain/stock/lines.ts';
import { existingVariant, keepsStock, partsOf, type SoldVariant, variantById } from '../../../domain/variants.ts';
import { Refusal } from '../../../lib/errors.ts';
import { type Id, idText } from '../../../lib/ids.ts';
import type { Page } from '../../answer.ts';
import { choice, fields, id, whole } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { Post, SelectField, Submit, WholeField } from '../../forms/inputs.tsx';
import { count } from '../../page/format.ts';
import { ButtonLink, Columns, Empty, Heading, Notice } from '../../page/parts.tsx';
import { get, post, type Screen } from '../../screen.ts';
import type { Visit } from '../../visit.ts';
import { notFree, WRITE_OFFS } from '../documents/write-off.tsx';
import { ledgerCsv } from '../ledger/ledger-csv.ts';
import { askedOf, askedPage, LedgerFilterForm, Older } from '../ledger/ledger-page.tsx';
import { LedgerTable } from '../ledger/ledger-table.tsx';
import { Figure, variantName } from '../stock-components.tsx';
import { stockTexts } from '../stock-texts.ts';
import { placeNames, placeOptions } from '../warehouse-options.ts';
import { variantTexts } from './variant-stock-texts.ts';

const DOINGS = ['set', 'add', 'deduct', ...WRITE_OFFS] as const;

const adjustForm = fields({ doing: choice(DOINGS), warehouse: id, qty: whole(0, MOST_PIECES) });

/** One item's stock: how it stands, what moved it, and a form that changes it. */
export const variantScreens: readonly Screen[] = [
  get('/stock/variants/:id', 'staff', (visit) => variantPage(visit, variantOf(visit), visit.form(adjustForm))),
  get('/stock/variants/:id/ledger.csv', 'staff', (visit) =>
    ledgerCsv(visit, askedOf(visit, variantOf(visit).id).filter),
  ),
  post('/stock/variants/:id/adjust', 'staff', (visit) => {
    const variant = variantOf(visit);
    const form = visit.form(adjustForm);
    const again = () => variantPage(visit, variant, form);
    return form.submit(async ({ doing, warehouse, qty }) => {
      const place = { variantId: variant.id, warehouseId: warehouse };
      try {
        await visit.ctx.write((db) => change(visit, db, doing, { ...place, qty }));
      } catch (error) {
        if (!isShortage(error)) throw error;
        form.blame(notFree(visit, variant.id, warehouse), 'qty');
        return { ...again(), status: 422 };
      }
      return visit.redirect(`/stock/variants/${idText(variant.id)}`, variantTexts(visit.language).saved);
    }, again);
  }),
];

/** The store's variant that the path names, deleted or not. */
function variantOf(visit: Visit): SoldVariant {
  const variant = variantById(visit.ctx.db, visit.id());
  if (variant?.storeId !== visit.store.id) throw new Refusal('not_found', `there is no variant ${visit.id()}`);
  return variant;
}

type Wanted = { variantId: Id; warehouseId: Id; qty: number };

const VERBS = { set: setOnHand, add: addOnHand, deduct: deductOnHand };
const REASONS = { set: 'user_set', add: 'user_added', deduct: 'user_deducted' } as const;

const isByHand = (doing: (typeof DOINGS)[number]): doing is keyof typeof VERBS => doing in VERBS;

function change(visit: Visit, db: Visit['ctx']['db'], doing: (typeof DOINGS)[number], wanted: Wanted): void {
  const { warehouseId, ...line } = wanted;
  const head = { storeId: visit.store.id, warehouseId, userId: visit.account.id };
  if (isByHand(doing))
    VERBS[doing](db, { ...line, warehouseId, reason: REASONS[doing], userId: head.userId }, visit.now);
  else writeOff(db, { ...head, kind: doing, lines: [line] }, visit.now);
}

function variantPage(visit: Visit, variant: SoldVariant, form: Form<unknown>): Page {
  const t = variantTexts(visit.language);
  const title = variantName({ ...variant, variantName: variant.name });
  const asked = askedOf(visit, variant.id);
  const { entries, next } = askedPage(visit, asked);
  const body = (
    <>
      <Heading title={title} back={{ href: '/office/stock', label: stockTexts(visit.language).stock }}>
        {partsOf(visit.ctx.db, variant.id).length > 0 && keepsStock(variant) && (
          <ButtonLink href={`/office/stock/assembly?variant=${variant.id}`}>{t.assemble}</ButtonLink>
        )}
        {variant.live && <ButtonLink href={`/office/products/${variant.productId}`}>{t.toProduct}</ButtonLink>}
      </Heading>
      <p class="sku break">{variant.sku ?? stockTexts(visit.language).noSku}</p>
      <Standing visit={visit} variant={variant} />
      <div class="columns">
        <Figures visit={visit} variant={variant} />
        {variant.live && keepsStock(variant) && <Adjust visit={visit} variant={variant} form={form} />}
      </div>
      <h2>{t.history}</h2>
      <LedgerFilterForm visit={visit} action={`/stock/variants/${idText(variant.id)}`} form={asked.form} />
      {asked.filter && entries.length === 0 && <Empty title={stockTexts(visit.language).noMovement} />}
      {entries.length > 0 && <LedgerTable visit={visit} entries={entries} ofOne />}
      <Older visit={visit} next={next} />
    </>
  );
  return { title, body };
}

/** Why there is nothing to adjust, if there is not. */
function Standing({ visit, variant }: { visit: Visit; variant: SoldVariant }) {
  const t = variantTexts(visit.language);
  if (!variant.live) return <Notice tone="warn">{t.isDeleted}</Notice>;
  if (variant.pulledFrom !== null) return <Notice>{t.isPulled}</Notice>;
  return variant.isBundle ? <Notice>{t.isBundle}</Notice> : null;
}

function Figures({ visit, variant }: { visit: Visit; variant: SoldVariant }) {
  const t = stockTexts(visit.language);
  const { total, warehouses } = stockOfVariant(visit.ctx.db, variant.id);
  const nameOf = placeNames(visit);
  const rows = [
    ...warehouses.map((row) => ({ ...row, name: nameOf(row.warehouseId) })),
    ...(warehouses.length === 1 ? [] : [{ ...total, name: t.allPlaces }]),
  ];
  return (
    <section class="card">
      <h2>{variantTexts(visit.language).figures}</h2>
      {warehouses.length === 0 && <p class="quietly">{variantTexts(visit.language).nowhere}</p>}
      <table class="stock-figures">
        <Columns of={[t.warehouse, t.onHand, t.reserved, t.available]} />
        <tbody>
          {rows.map(({ name, onHand, reserved }) => (
            <tr>
              <th scope="row">{name}</th>
              <td>
                <Figure of={onHand} />
              </td>
              <td>
                <Figure of={reserved} />
              </td>
              <td>
                <strong>
                  <Figure of={onHand - reserved} />
                </strong>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {variant.isBundle && <Parts visit={visit} variant={variant} />}
    </section>
  );
}

function Parts({ visit, variant }: { visit: Visit; variant: SoldVariant }) {
  const t = variantTexts(visit.language);
  return (
    <>
      <h3>{t.parts}</h3>
      <ul>
        {partsOf(visit.ctx.db, variant.id).map(({ variantId, qty }) => {
          const part = existingVariant(visit.ctx.db, variantId);
          return (
            <li>
              <a href={`/office/stock/variants/${idText(variantId)}`}>
                {variantName({ ...part, variantName: part.name })}
              </a>{' '}
              <span class="quietly">{t.partQty(count(qty))}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function Adjust({ visit, variant, form }: { visit: Visit; variant: SoldVariant; form: Form<unknown> }) {
  const t = variantTexts(visit.language);
  const doings = DOINGS.map((doing) => ({ value: doing, label: t[doing] }));
  return (
    <section class="card">
      <h2>{t.adjust}</h2>
      <Post visitor={visit} action={`/stock/variants/${idText(variant.id)}/adjust`} form={form}>
        <SelectField form={form} name="doing" label={t.doing} options={doings} value="set" />
        <div class="fields">
          <WholeField form={form} name="qty" label={t.qty} required />
          <SelectField
            form={form}
            name="warehouse"
            label={stockTexts(visit.language).warehouse}
            options={placeOptions(visit)}
          />
        </div>
        <Submit>{t.save}</Submit>
      </Post>
    </section>
  );
}
