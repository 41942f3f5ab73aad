import { purchaseAtKnownCosts } from '../../../domain/catalogue/purchase.ts';
import type { DocumentLine } from '../../../domain/stock/documents.ts';
import { receive } from '../../../domain/stock/goods.ts';
import { receiveAtKnownCost } from '../../../domain/stock/known-costs.ts';
import type { Page } from '../../answer.ts';
import { choice, fields } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { SelectField } from '../../forms/inputs.tsx';
import { get, post, type Screen } from '../../screen.ts';
import type { Visit } from '../../visit.ts';
import { type Lines, sentLines, takeLines } from '../lines/line-form.ts';
import { goodsFields, goodsPage, toDocument } from './goods-form.tsx';
import { goodsTexts } from './goods-texts.ts';

const KINDS = ['purchase', 'deposit'] as const;

const receiveForm = fields({ ...goodsFields, kind: choice(KINDS) });

/** Goods that come in. Only an owner is asked what they cost. */
export const receiveScreens: readonly Screen[] = [
  get('/stock/receive', 'staff', (visit) => receivePage(visit, sentLines(visit, receiveForm))),
  post('/stock/receive', 'staff', (visit) => {
    const form = sentLines(visit, receiveForm);
    const again = () => receivePage(visit, form);
    const taking = { least: 1, withoutCost: !visit.isOwner, again } as const;
    return form.submit(
      ({ kind, warehouse, note }) =>
        takeLines(visit, form, taking, async (lines) => {
          const head = { storeId: visit.store.id, warehouseId: warehouse, userId: visit.account.id, note };
          const plain = lines.map(({ variant, qty, cost }): DocumentLine => ({ variantId: variant.id, qty, cost }));
          const id = await visit.ctx.write((db) => {
            if (kind === 'deposit') return receive(db, { ...head, kind, lines: plain }, visit.now);
            if (!visit.isOwner) return receiveAtKnownCost(db, { ...head, lines: plain }, visit.now);
            return purchaseAtKnownCosts(db, { ...head, lines: plain }, visit.now);
          });
          return toDocument(visit, id, goodsTexts(visit.language).received);
        }),
      again,
    );
  }),
];

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
