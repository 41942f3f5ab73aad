import { transfer } from '../../../domain/stock/goods.ts';
import { idText } from '../../../lib/ids.ts';
import type { Page } from '../../answer.ts';
import { fields, id } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { SelectField } from '../../forms/inputs.tsx';
import { ButtonLink, Empty, Heading } from '../../page/parts.tsx';
import { get, post, type Screen } from '../../screen.ts';
import type { Visit } from '../../visit.ts';
import { type Lines, sentLines, takeLines } from '../lines/line-form.ts';
import { stockTexts } from '../stock-texts.ts';
import { openPlaces, placeOptions } from '../warehouse-options.ts';
import { goodsFields, goodsPage, toDocument } from './goods-form.tsx';
import { goodsTexts } from './goods-texts.ts';
import { explainFree } from './write-off.tsx';

const transferForm = fields({ ...goodsFields, to: id });

/** Goods brought to another warehouse of the store. */
export const transferScreens: readonly Screen[] = [
  get('/stock/transfer', 'staff', (visit) => transferPage(visit, sentLines(visit, transferForm))),
  post('/stock/transfer', 'staff', (visit) => {
    const form = sentLines(visit, transferForm);
    const again = () => transferPage(visit, form);
    return form.submit(({ warehouse, to, note }) => {
      if (warehouse === to) form.blame(goodsTexts(visit.language).samePlace, 'to');
      const taking = { least: 1, withoutCost: true, again, explain: explainFree(visit, warehouse) } as const;
      return takeLines(visit, form, taking, async (read) => {
        const lines = read.map(({ variant, qty }) => ({ variantId: variant.id, qty }));
        const head = { storeId: visit.store.id, warehouseId: warehouse, userId: visit.account.id, note };
        const made = await visit.ctx.write((db) => transfer(db, { ...head, toWarehouseId: to, lines }, visit.now));
        return toDocument(visit, made, goodsTexts(visit.language).transferred);
      });
    }, again);
  }),
];

function transferPage(visit: Visit, form: Form<Lines>): Page {
  const t = goodsTexts(visit.language);
  const [, second] = openPlaces(visit);
  if (!second) return oneWarehouse(visit);
  return goodsPage(visit, form, {
    title: t.transfer,
    action: '/stock/transfer',
    placeLabel: t.from,
    submit: t.transfer,
    fields: <SelectField form={form} name="to" label={t.to} options={placeOptions(visit)} value={idText(second.id)} />,
  });
}

function oneWarehouse(visit: Visit): Page {
  const t = goodsTexts(visit.language);
  const words = stockTexts(visit.language);
  const body = (
    <>
      <Heading title={t.transfer} back={{ href: '/office/stock', label: words.stock }} />
      <Empty title={t.oneWarehouse}>
        <p>{t.oneWarehouseHint}</p>
        {visit.isOwner && <ButtonLink href="/office/settings">{words.settings}</ButtonLink>}
      </Empty>
    </>
  );
  return { title: t.transfer, body };
}
