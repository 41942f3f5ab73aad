import { purchaseAtKnownCosts, receiveAtKnownCost } from '../../../domain/catalogue/purchase.ts';
import type { DocumentLine } from '../../../domain/stock/documents.ts';
import { receive } from '../../../domain/stock/goods.ts';
import type { Page } from '../../answer.ts';
import { choice, fields } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { SelectField } from '../../forms/inputs.tsx';
import type { StoreContext } from '../../request-context.ts';
import { get, post, type Screen } from '../../screen.ts';
import { type Lines, readLineForm, submitLines } from '../lines/line-form.ts';
import { goodsFields, goodsPage, redirectToDocument } from './goods-form.tsx';
import { goodsTexts } from './goods-texts.ts';

const KINDS = ['purchase', 'deposit'] as const;

const receiveForm = fields({ ...goodsFields, kind: choice(KINDS) });

/** Receives stock. Only owners enter costs. */
export const receiveScreens: readonly Screen[] = [
  get('/stock/receive', 'staff', (context) => receivePage(context, readLineForm(context, receiveForm))),
  post('/stock/receive', 'staff', (context) => {
    const form = readLineForm(context, receiveForm);
    const again = () => receivePage(context, form);
    const taking = { least: 1, withoutCost: !context.isOwner, again } as const;
    return form.submit(
      ({ kind, warehouse, note }) =>
        submitLines(context, form, taking, async (lines) => {
          const head = { storeId: context.store.id, warehouseId: warehouse, userId: context.account.id, note };
          const plain = lines.map(({ variant, qty, cost }): DocumentLine => ({ variantId: variant.id, qty, cost }));
          const id = await context.write((tx) => {
            if (kind === 'deposit') return receive(tx, { ...head, kind, lines: plain }, context.now);
            if (!context.isOwner) return receiveAtKnownCost(tx, { ...head, lines: plain }, context.now);
            return purchaseAtKnownCosts(tx, { ...head, lines: plain }, context.now);
          });
          return redirectToDocument(context, id, goodsTexts(context.language).received);
        }),
      again,
    );
  }),
];

function receivePage(context: StoreContext, form: Form<Lines>): Page {
  const t = goodsTexts(context.language);
  const kinds = KINDS.map((kind) => ({ value: kind, label: t[kind] }));
  return goodsPage(context, form, {
    title: t.receive,
    action: '/stock/receive',
    warehouseLabel: t.receiveInto,
    submit: t.receive,
    withCost: context.isOwner,
    ...(context.isOwner ? { hint: t.costHint } : {}),
    fields: <SelectField name="kind" label={t.receiveKind} options={kinds} value="purchase" />,
  });
}
