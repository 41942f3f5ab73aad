import type { Order } from '../../../domain/orders/order.ts';
import {
  isPacked,
  markPacked,
  orderByCode,
  type Packed,
  type PackItem,
  packedTime,
  packItems,
  packPiece,
} from '../../../domain/orders/packing.ts';
import { isOrderReadyToShip } from '../../../domain/orders/shipments/book.ts';
import { fields, id, integer, listOf, optionalId, optionalText, text } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { CsrfField, Submit } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { ButtonLink, Heading, Notice } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { get, post, type Screen } from '../../screen.ts';
import { requestedOrder } from '../detail/requested-order.ts';
import { MAX_PACKED_LINES, requireFewLines } from '../line-limits.ts';
import { ItemRow, NextOrder, NothingToPack, OrdersToPack, packedPage, ScanField } from './packing-components.tsx';
import { packingTexts } from './packing-texts.ts';

const orderCode = fields({ code: text(200) });
/** The scanned code or clicked item, and the quantities packed before. */
const packForm = fields({ code: optionalText(200), one: optionalId, variant: listOf(id), packed: listOf(integer()) });

/**
 * The packing station. A scanner types a code and Enter: an order's code opens the order, an item's code packs one piece,
 * the last piece prints the label.
 */
export const packScreens: readonly Screen[] = [
  get('/orders/pack', 'orders', (context) => stationPage(context, context.form(orderCode))),
  post('/orders/pack', 'orders', (context) => {
    const form = context.form(orderCode);
    return form.submit(
      ({ code }) => {
        const orderId = orderByCode(context.db, context.store.id, code);
        if (orderId !== undefined) return context.redirect(`/orders/${orderId}/pack`);
        form.addError(packingTexts(context.language).unknown(code), 'code');
        return { ...stationPage(context, form), status: 422 };
      },
      () => stationPage(context, form),
    );
  }),
  get('/orders/:id/pack', 'orders', (context) =>
    packPage(context, orderToPack(context), new Map(), context.form(packForm)),
  ),
  post('/orders/:id/pack', 'orders', packOne),
  get('/orders/:id/packed', 'orders', showPacked),
];

function stationPage(context: StoreContext, form: Form<unknown>): Page {
  const t = packingTexts(context.language);
  return {
    title: t.station,
    body: (
      <>
        <Heading title={t.station} back={{ href: '/office/orders', label: t.orders }} />
        <section class="card">
          <p>{t.stationHint}</p>
          <NextOrder context={context} form={form} />
        </section>
        <OrdersToPack context={context} />
      </>
    ),
  };
}

/** Redirects to packing if the order is not packed, or was edited since. */
function showPacked(context: StoreContext) {
  const order = requestedOrder(context);
  const isPacked = packedTime(context.db, order.id) !== undefined;
  return isPacked ? packedPage(context, order) : context.redirect(`/orders/${order.id}/pack`);
}

/** @throws AppError not_found; invalid_request if it has too many lines */
function orderToPack(context: StoreContext): Order {
  const order = requestedOrder(context, context.id(), MAX_PACKED_LINES + 1);
  requireFewLines(context, order, MAX_PACKED_LINES);
  return order;
}

async function packOne(context: StoreContext) {
  const order = orderToPack(context);
  const items = packItems(context.db, order);
  const form = context.form(packForm);
  const before = packedBefore(context);
  return form.submit(
    async ({ code, one }) => {
      const packed = packPiece(items, before, one === undefined ? { code: code ?? '' } : { variantId: one });
      if (!isPacked(items, packed)) return packPage(context, order, packed, undefined);
      await context.write((tx) => markPacked(tx, order.id, context.act()));
      return context.redirect(`/orders/${order.id}/packed`, packingTexts(context.language).done);
    },
    () => packPage(context, order, before, form),
  );
}

/** The packed quantities in the form, also if its code is invalid. */
function packedBefore(context: StoreContext): Packed {
  const { variant = [], packed = [] } =
    context.form(fields({ variant: listOf(id), packed: listOf(integer()) })).value ?? {};
  return new Map(variant.map((variantId, i) => [variantId, packed[i] ?? 0]));
}

function packPage(context: StoreContext, order: Order, packed: Packed, form: Form<unknown> | undefined): Page {
  const t = packingTexts(context.language);
  const items = packItems(context.db, order);
  return {
    title: t.pack(order.orderNumber),
    body: (
      <>
        <Heading
          title={t.pack(order.orderNumber)}
          back={{ href: `/office/orders/${order.id}`, label: t.order(order.orderNumber) }}
        >
          {items.length > 0 && <ButtonLink href={`/office/orders/${order.id}/pack`} label={t.restart} />}
        </Heading>
        {items.length === 0 ? (
          <NothingToPack context={context} order={order} />
        ) : (
          <>
            {!isOrderReadyToShip(context.db, order) && <Notice tone="warn">{t.notReady}</Notice>}
            <PackForm context={context} order={order} items={items} packed={packed} form={form} />
          </>
        )}
      </>
    ),
  };
}

interface PackProps {
  context: StoreContext;
  order: Order;
  items: readonly PackItem[];
  packed: Packed;
  form: Form<unknown> | undefined;
}

function PackForm({ context, order, items, packed, form }: PackProps) {
  const t = packingTexts(context.language);
  return (
    <form method="post" action={`/office/orders/${order.id}/pack`} class="pack" novalidate>
      <CsrfField />
      <div class="inline scan">
        <ScanField form={form} label={t.scan} />
        <Submit label={t.addItem} />
      </div>
      <ul class="pack-items">
        {items.map((item) => (
          <ItemRow context={context} item={item} packed={packed.get(item.variantId) ?? 0} />
        ))}
      </ul>
      {order.privateNote !== null && <p class="notice warn lines">{order.privateNote}</p>}
      {order.shippingLabelNote !== null && <p class="notice calm lines">{order.shippingLabelNote}</p>}
    </form>
  );
}
