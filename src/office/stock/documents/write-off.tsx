import { writeOff } from '../../../domain/stock/goods.ts';
import { levelOf } from '../../../domain/stock/ledger.ts';
import type { ReadLine } from '../../../domain/stock/written.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Page } from '../../answer.ts';
import { choice, fields } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { SelectField } from '../../forms/inputs.tsx';
import { get, post, type Screen } from '../../screen.ts';
import type { Visit } from '../../visit.ts';
import { type Lines, sentLines, takeLines } from '../lines/line-form.ts';
import { figure } from '../stock-components.tsx';
import { goodsFields, goodsPage, toDocument } from './goods-form.tsx';
import { goodsTexts } from './goods-texts.ts';

export const WRITE_OFFS = ['damaged', 'lost', 'withdrawn'] as const;

const writeOffForm = fields({ ...goodsFields, kind: choice(WRITE_OFFS) });

/** Goods that are gone, or can no longer be sold. */
export const writeOffScreens: readonly Screen[] = [
  get('/stock/write-off', 'staff', (visit) => writeOffPage(visit, sentLines(visit, writeOffForm))),
  post('/stock/write-off', 'staff', (visit) => {
    const form = sentLines(visit, writeOffForm);
    const again = () => writeOffPage(visit, form);
    return form.submit(
      ({ kind, warehouse, note }) =>
        takeLines(
          visit,
          form,
          { least: 1, withoutCost: true, again, explain: explainFree(visit, warehouse) },
          async (read) => {
            const lines = read.map(({ variant, qty }) => ({ variantId: variant.id, qty }));
            const head = { storeId: visit.store.id, warehouseId: warehouse, userId: visit.account.id, note };
            const id = await visit.ctx.write((db) => writeOff(db, { ...head, kind, lines }, visit.now));
            return toDocument(visit, id, goodsTexts(visit.language).writtenOff);
          },
        ),
      again,
    );
  }),
];

/** What there is, where it is not enough. */
export const explainFree =
  (visit: Visit, warehouseId: Id) =>
  ({ variant }: ReadLine): string =>
    notFree(visit, variant.id, warehouseId);

export function notFree(visit: Visit, variantId: Id, warehouseId: Id): string {
  const { onHand, reserved } = levelOf(visit.ctx.db, variantId, warehouseId);
  return goodsTexts(visit.language).notFree(figure(onHand), figure(reserved));
}

function writeOffPage(visit: Visit, form: Form<Lines>): Page {
  const t = goodsTexts(visit.language);
  const kinds = WRITE_OFFS.map((kind) => ({ value: kind, label: t[kind] }));
  return goodsPage(visit, form, {
    title: t.writeOff,
    action: '/stock/write-off',
    placeLabel: t.from,
    submit: t.writeOff,
    fields: <SelectField form={form} name="kind" label={t.became} options={kinds} value="damaged" />,
  });
}
