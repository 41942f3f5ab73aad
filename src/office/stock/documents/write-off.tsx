import { writeOff } from '../../../domain/stock/goods.ts';
import { levelOf } from '../../../domain/stock/ledger.ts';
import type { ParsedLine } from '../../../domain/stock/typed-lines.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Page } from '../../answer.ts';
import { choice, fields } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { SelectField } from '../../forms/inputs.tsx';
import type { StoreContext } from '../../request-context.ts';
import { get, post, type Screen } from '../../screen.ts';
import { type Lines, readLineForm, submitLines } from '../lines/line-form.ts';
import { figure } from '../stock-components.tsx';
import { goodsFields, goodsPage, redirectToDocument } from './goods-form.tsx';
import { goodsTexts } from './goods-texts.ts';

export const WRITE_OFFS = ['damaged', 'lost', 'withdrawn'] as const;

const writeOffForm = fields({ ...goodsFields, kind: choice(WRITE_OFFS) });

/** Writes off stock that is lost, damaged or withdrawn. */
export const writeOffScreens: readonly Screen[] = [
  get('/stock/write-off', 'staff', (context) => writeOffPage(context, readLineForm(context, writeOffForm))),
  post('/stock/write-off', 'staff', (context) => {
    const form = readLineForm(context, writeOffForm);
    const again = () => writeOffPage(context, form);
    return form.submit(
      ({ kind, warehouse, note }) =>
        submitLines(
          context,
          form,
          { least: 1, withoutCost: true, again, explain: explainShortage(context, warehouse) },
          async (read) => {
            const lines = read.map(({ variant, qty }) => ({ variantId: variant.id, qty }));
            const head = { storeId: context.store.id, warehouseId: warehouse, userId: context.account.id, note };
            const id = await context.write((tx) => writeOff(tx, { ...head, kind, lines }, context.now));
            return redirectToDocument(context, id, goodsTexts(context.language).writtenOff);
          },
        ),
      again,
    );
  }),
];

/** Replaces the error of a line by the stock that is available. */
export const explainShortage =
  (context: StoreContext, warehouseId: Id) =>
  ({ variant }: ParsedLine): string =>
    notEnoughText(context, variant.id, warehouseId);

export function notEnoughText(context: StoreContext, variantId: Id, warehouseId: Id): string {
  const { onHand, reserved } = levelOf(context.db, variantId, warehouseId);
  return goodsTexts(context.language).notEnough(figure(onHand), figure(reserved));
}

function writeOffPage(context: StoreContext, form: Form<Lines>): Page {
  const t = goodsTexts(context.language);
  const kinds = WRITE_OFFS.map((kind) => ({ value: kind, label: t[kind] }));
  return goodsPage(context, form, {
    title: t.writeOff,
    action: '/stock/write-off',
    warehouseLabel: t.from,
    submit: t.writeOff,
    fields: <SelectField name="kind" label={t.reason} options={kinds} value="damaged" />,
  });
}
