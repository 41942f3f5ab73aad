import { purchase } from '../../../domain/catalogue/purchase.ts';
import type { DocumentLine } from '../../../domain/stock/documents.ts';
import { receive } from '../../../domain/stock/goods.ts';
import { knownCosts, receiveAtKnownCost } from '../../../domain/stock/known-costs.ts';
import type { ReadLine } from '../../../domain/stock/written.ts';
import type { Page } from '../../answer.ts';
import { choice, fields } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { SelectField } from '../../forms/inputs.tsx';
import { get, post, type Screen } from '../../screen.ts';
import type { Visit } from '../../visit.ts';
import { type Lines, sentLines, takeLines } from '../lines/lines.ts';
import { goodsFields, goodsPage, toDocument } from './goods.tsx';
import { goodsTexts } from './goods-texts.ts';

const KINDS = ['purchase', 'deposit'] as const;

const receiveForm = fields({ ...goodsFields, kind: choice(KINDS) });

/** Goods that come in. Only an owner is asked what they cost. */
export const receiveScreens: readonly Screen[] = [
  get('/stock/receive', 'staff', (visit) => receivePage(visit, sentLines(visit, receiveForm))),
  post('/stock/receive', 'staff', (visit) => {
    const form = sentLines(visit, receiveForm);
    const again = () => receivePage(visit, form);
    const taking = { least: 1, withoutCost: !visit.isOwner, again, explain: explainCost(visit) } as const;
    return form.submit(
      ({ kind, warehouse, note }) =>
        takeLines(visit, form, taking, async (lines) => {
          const head = { storeId: visit.store.id, warehouseId: warehouse, userId: visit.account.id, note };
          const plain = lines.map(({ variant, qty, cost }): DocumentLine => ({ variantId: variant.id, qty, cost }));
          const id = await visit.ctx.write((db) => {
            if (kind === 'deposit') return receive(db, { ...head, kind, lines: plain }, visit.now);
            if (!visit.isOwner) return receiveAtKnownCost(db, { ...head, lines: plain }, visit.now);
            return purchase(db, { ...head, lines: withKnown(db, plain) }, visit.now);
          });
          return toDocument(visit, id, goodsTexts(visit.language).received);
        }),
      again,
    );
  }),
];

/** A line without a cost has the one that is known. */
function withKnown(db: Visit['ctx']['db'], lines: readonly DocumentLine[]): DocumentLine[] {
  const ids = lines.map(({ variantId }) => variantId);
  const known = knownCosts(db, ids);
  return lines.map((line) => ({ ...line, cost: line.cost ?? known.get(line.variantId) ?? undefined }));
}

const explainCost =
  (visit: Visit) =>
  ({ cost }: ReadLine): string => {
    const t = goodsTexts(visit.language);
    return cost === undefined ? t.costNeeded : t.costOnlyBought;
  };

function receivePage(visit: Visit, form: Form<Lines>): Page {
  const t = goodsTexts(visit.language);
  const kinds = KINDS.map((kind) => ({ value: kind, label: t[kind] }));
  return goodsPage(visit, form, {
    title: t.receive,
    action: '/stock/receive',
    placeLabel: t.receiveInto,
    submit: t.receive,
    withCost: visit.isOwner,
    ...(visit.isOwner ? { hint: t.costHint } : {}),
    fields: <SelectField form={form} name="kind" label={t.how} options={kinds} value="purchase" />,
  });
}
