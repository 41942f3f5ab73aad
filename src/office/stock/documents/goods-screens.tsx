import { purchaseAtKnownCosts, receiveAtKnownCost } from '../../../domain/catalogue/purchase.ts';
import { receive, transfer, writeOff } from '../../../domain/stock/goods.ts';
import { levelOf } from '../../../domain/stock/ledger.ts';
import type { DocumentLine } from '../../../domain/stock/stock-documents.ts';
import type { ParsedLine } from '../../../domain/stock/typed-lines.ts';
import { type Id, idText } from '../../../lib/ids.ts';
import { choice, fields, id } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { SelectField } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { ButtonLink, Empty, Heading } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { get, post, type Screen, withScanner } from '../../screen.ts';
import { type Lines, readLineForm, submitLines, withRowErrors } from '../lines/line-form.ts';
import { figure } from '../stock-components.tsx';
import { stockTexts } from '../stock-texts.ts';
import { openWarehouses, warehouseOptions } from '../warehouse-options.ts';
import { goodsFields, goodsPage, redirectToDocument } from './goods-form.tsx';
import { goodsTexts } from './goods-texts.ts';

export const WRITE_OFFS = ['damaged', 'lost', 'withdrawn'] as const;

const writeOffForm = fields({ ...goodsFields, kind: choice(WRITE_OFFS) });

/** Writes off stock that is lost, damaged or withdrawn. */
export const writeOffScreens: readonly Screen[] = withScanner([
  get('/stock/write-off', 'stock', (context) => writeOffPage(context, readLineForm(context, writeOffForm))),
  post('/stock/write-off', 'stock', (context) => {
    const form = readLineForm(context, writeOffForm);
    const options = { minQty: 1, withoutCost: true, again: () => writeOffPage(context, form) } as const;
    return form.submit(
      ({ kind, warehouse, note }) =>
        submitLines(context, form, { ...options, explain: explainShortage(context, warehouse) }, async (parsed) => {
          const lines = parsed.map(({ variant, qty }) => ({ variantId: variant.id, qty }));
          const head = { storeId: context.store.id, warehouseId: warehouse, userId: context.account.id, note };
          const id = await context.write((tx) => writeOff(tx, { ...head, kind, lines }, context.now));
          return redirectToDocument(context, id, goodsTexts(context.language).writtenOff);
        }),
      withRowErrors(context, form, options),
    );
  }),
]);

/** Replaces the error of a line by the stock that is available. */
const explainShortage =
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
    noteHint: t.writeOffNoteHint,
    fields: <SelectField name="kind" label={t.reason} options={kinds} value="damaged" />,
  });
}

const KINDS = ['purchase', 'deposit'] as const;

const receiveForm = fields({ ...goodsFields, kind: choice(KINDS) });

/** Receives stock. Only owners enter costs. */
export const receiveScreens: readonly Screen[] = withScanner([
  get('/stock/receive', 'stock', (context) => receivePage(context, readLineForm(context, receiveForm))),
  post('/stock/receive', 'stock', (context) => {
    const form = readLineForm(context, receiveForm);
    const again = () => receivePage(context, form);
    const options = { minQty: 1, withoutCost: !context.may('costs'), again } as const;
    return form.submit(
      ({ kind, warehouse, note }) =>
        submitLines(context, form, options, async (lines) => {
          const head = { storeId: context.store.id, warehouseId: warehouse, userId: context.account.id, note };
          const documentLines = lines.map(
            ({ variant, qty, cost }): DocumentLine => ({ variantId: variant.id, qty, cost }),
          );
          const id = await context.write((tx) => {
            if (kind === 'deposit') return receive(tx, { ...head, kind, lines: documentLines }, context.now);
            if (!context.may('costs')) return receiveAtKnownCost(tx, { ...head, lines: documentLines }, context.now);
            return purchaseAtKnownCosts(tx, { ...head, lines: documentLines }, context.now);
          });
          return redirectToDocument(context, id, goodsTexts(context.language).received);
        }),
      withRowErrors(context, form, options),
    );
  }),
]);

function receivePage(context: StoreContext, form: Form<Lines>): Page {
  const t = goodsTexts(context.language);
  const kinds = KINDS.map((kind) => ({ value: kind, label: t[kind] }));
  return goodsPage(context, form, {
    title: t.receive,
    action: '/stock/receive',
    warehouseLabel: t.receiveInto,
    submit: t.receive,
    noteHint: t.receiveNoteHint,
    withCost: context.may('costs'),
    ...(context.may('costs') ? { hint: t.costHint } : {}),
    fields: <SelectField name="kind" label={t.receiveKind} options={kinds} value="purchase" />,
  });
}

const transferForm = fields({ ...goodsFields, to: id });

/** Moves stock to another warehouse of the store. */
export const transferScreens: readonly Screen[] = withScanner([
  get('/stock/transfer', 'stock', (context) => transferPage(context, readLineForm(context, transferForm))),
  post('/stock/transfer', 'stock', (context) => {
    const form = readLineForm(context, transferForm);
    const options = { minQty: 1, withoutCost: true, again: () => transferPage(context, form) } as const;
    const again = withRowErrors(context, form, options);
    const { warehouse: from, to: target } = form.valid ?? {};
    if (!form.typed('more') && target !== undefined && from === target)
      form.addError(goodsTexts(context.language).sameWarehouse, 'to');
    return form.submit(({ warehouse, to, note }) => {
      const explained = { ...options, explain: explainShortage(context, warehouse) };
      return submitLines(context, form, explained, async (parsed) => {
        const lines = parsed.map(({ variant, qty }) => ({ variantId: variant.id, qty }));
        const head = { storeId: context.store.id, warehouseId: warehouse, userId: context.account.id, note };
        const documentId = await context.write((tx) =>
          transfer(tx, { ...head, toWarehouseId: to, lines }, context.now),
        );
        return redirectToDocument(context, documentId, goodsTexts(context.language).transferred);
      });
    }, again);
  }),
]);

function transferPage(context: StoreContext, form: Form<Lines>): Page {
  const t = goodsTexts(context.language);
  const [, second] = openWarehouses(context);
  if (!second) return oneWarehouse(context);
  return goodsPage(context, form, {
    title: t.transfer,
    action: '/stock/transfer',
    warehouseLabel: t.from,
    submit: t.transfer,
    noteHint: t.transferNoteHint,
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
        <ButtonLink href="/office/settings" label={words.settings} />
      </Empty>
    </>
  );
  return { title: t.transfer, body };
}
