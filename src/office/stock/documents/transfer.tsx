import { transfer } from '../../../domain/stock/goods.ts';
import { idText } from '../../../lib/ids.ts';
import type { Page } from '../../answer.ts';
import { fields, id } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { SelectField } from '../../forms/inputs.tsx';
import { ButtonLink, Empty, Heading } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { get, post, type Screen } from '../../screen.ts';
import { type Lines, readLineForm, submitLines } from '../lines/line-form.ts';
import { stockTexts } from '../stock-texts.ts';
import { openWarehouses, warehouseOptions } from '../warehouse-options.ts';
import { goodsFields, goodsPage, redirectToDocument } from './goods-form.tsx';
import { goodsTexts } from './goods-texts.ts';
import { explainShortage } from './write-off.tsx';

const transferForm = fields({ ...goodsFields, to: id });

/** Moves stock to another warehouse of the store. */
export const transferScreens: readonly Screen[] = [
  get('/stock/transfer', 'staff', (context) => transferPage(context, readLineForm(context, transferForm))),
  post('/stock/transfer', 'staff', (context) => {
    const form = readLineForm(context, transferForm);
    const again = () => transferPage(context, form);
    return form.submit(({ warehouse, to, note }) => {
      if (warehouse === to) form.addError(goodsTexts(context.language).sameWarehouse, 'to');
      const taking = { least: 1, withoutCost: true, again, explain: explainShortage(context, warehouse) } as const;
      return submitLines(context, form, taking, async (read) => {
        const lines = read.map(({ variant, qty }) => ({ variantId: variant.id, qty }));
        const head = { storeId: context.store.id, warehouseId: warehouse, userId: context.account.id, note };
        const made = await context.write((tx) => transfer(tx, { ...head, toWarehouseId: to, lines }, context.now));
        return redirectToDocument(context, made, goodsTexts(context.language).transferred);
      });
    }, again);
  }),
];

function transferPage(context: StoreContext, form: Form<Lines>): Page {
  const t = goodsTexts(context.language);
  const [, second] = openWarehouses(context);
  if (!second) return oneWarehouse(context);
  return goodsPage(context, form, {
    title: t.transfer,
    action: '/stock/transfer',
    warehouseLabel: t.from,
    submit: t.transfer,
    fields: <SelectField name="to" label={t.to} options={warehouseOptions(context)} value={idText(second.id)} />,
  });
}

function oneWarehouse(context: StoreContext): Page {
  const t = goodsTexts(context.language);
  const words = stockTexts(context.language);
  const body = (
    <>
      <Heading title={t.transfer} back={{ href: '/office/stock', label: words.stock }} />
      <Empty title={t.oneWarehouse} hint={t.oneWarehouseHint}>
        {context.isOwner && <ButtonLink href="/office/settings" label={words.settings} />}
      </Empty>
    </>
  );
  return { title: t.transfer, body };
}
