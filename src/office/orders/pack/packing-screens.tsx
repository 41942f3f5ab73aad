import { variantPictures } from '../../../domain/catalogue/variant-pictures.ts';
import type { Order } from '../../../domain/orders/order.ts';
import { orderByCode, type PackItem, packItems } from '../../../domain/orders/packing.ts';
import { packOne } from '../../../domain/orders/packing-progress.ts';
import { clearPackedPieces, type Packed, packedPieces, packedTime } from '../../../domain/orders/packing-rows.ts';
import { isOrderReadyToShip } from '../../../domain/orders/shipments/book.ts';
import { isRefundedInFull } from '../../../domain/orders/states.ts';
import { fields, optionalId, optionalText, text } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { CsrfField, PostButton, Submit } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { ButtonLink, Heading, Notice } from '../../page/components.tsx';
import { Live } from '../../page/live.tsx';
import type { StoreContext } from '../../request-context.ts';
import { ScanButton, ScanField } from '../../scan/scan-field.tsx';
import { get, post, type Screen, withScanner } from '../../screen.ts';
import { requestedOrder } from '../detail/requested-order.ts';
import { MAX_PACKED_LINES, requireFewLines } from '../line-limits.ts';
import { ItemRow, NextOrder, NothingToPack, OrdersToPack, packedPage } from './packing-components.tsx';
import { packingTexts } from './packing-texts.ts';

const orderCode = fields({ code: text(200) });
/** The scanned code, or the clicked item. */
const packForm = fields({ code: optionalText(200), one: optionalId });

/**
 * The packing station. A scanner types a code and Enter: an order's code opens the order, an item's code packs one piece,
 * the last piece prints the label.
 */
export const packScreens: readonly Screen[] = withScanner([
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
  get('/orders/:id/pack', 'orders', (context) => packPage(context, orderToPack(context), context.form(packForm))),
  post('/orders/:id/pack', 'orders', packScanned),
  post('/orders/:id/pack/again', 'orders', startAgain),
  get('/orders/:id/packed', 'orders', showPacked),
]);

function stationPage(context: StoreContext, form: Form<unknown>): Page {
  const t = packingTexts(context.language);
  return {
    title: t.station,
    body: (
      <>
        <Heading title={t.station} back={{ href: '/office/orders', label: t.orders }}>
          <ButtonLink href="/office/orders/numbers" label={t.addNumbers} />
        </Heading>
        <section class="card">
          <p>{t.stationHint}</p>
          <NextOrder context={context} form={form} />
        </section>
        <Live context={context} id="to-pack" announces>
          <OrdersToPack context={context} />
        </Live>
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

async function packScanned(context: StoreContext) {
  const order = orderToPack(context);
  const form = context.form(packForm);
  return form.submit(
    async ({ code, one }) => {
      const piece = one === undefined ? { code: code ?? '' } : { variantId: one };
      const isPacked = await context.write((tx) => packOne(tx, order.id, piece, context.act()));
      if (!isPacked) return context.redirect(`/orders/${order.id}/pack`);
      return context.redirect(`/orders/${order.id}/packed`, packingTexts(context.language).done);
    },
    () => packPage(context, order, form),
  );
}

async function startAgain(context: StoreContext) {
  const order = requestedOrder(context);
  await context.write((tx) => clearPackedPieces(tx, order.id));
  return context.redirect(`/orders/${order.id}/pack`);
}

function packPage(context: StoreContext, order: Order, form: Form<unknown>): Page {
  const t = packingTexts(context.language);
  const items = packItems(context.db, order);
  const packed = packedPieces(context.db, order.id);
  return {
    title: t.pack(order.orderNumber),
    body: (
      <>
        <Heading
          title={t.pack(order.orderNumber)}
          back={{ href: `/office/orders/${order.id}`, label: t.order(order.orderNumber) }}
        >
          {packed.size > 0 && (
            <PostButton action={`/orders/${order.id}/pack/again`} label={t.restart} class="secondary outline" />
          )}
        </Heading>
        {items.length === 0 ? (
          <NothingToPack context={context} order={order} />
        ) : (
          <>
            {!isOrderReadyToShip(context.db, order) && (
              <Notice tone="warn">{isRefundedInFull(order) ? t.notReadyRefunded : t.notReady}</Notice>
            )}
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
  form: Form<unknown>;
}

function PackForm({ context, order, items, packed, form }: PackProps) {
  const t = packingTexts(context.language);
  const packedOf = ({ variantId }: PackItem) => packed.get(variantId) ?? 0;
  const pictures = variantPictures(
    context.db,
    items.map(({ variantId }) => variantId),
  );
  const wanted = items.reduce((sum, { qty }) => sum + qty, 0);
  const done = items.reduce((sum, item) => sum + Math.min(packedOf(item), item.qty), 0);
  return (
    <form method="post" action={`/office/orders/${order.id}/pack`} class="pack" novalidate>
      <CsrfField />
      <div class="inline scan">
        <ScanField form={form} label={t.scan} />
        <Submit label={t.addItem} />
      </div>
      <ul class="pack-items">
        {items.map((item) => (
          <ItemRow context={context} item={item} packed={packedOf(item)} picture={pictures.get(item.variantId)} />
        ))}
      </ul>
      <div class="action-bar" data-scanned={t.progress(done, wanted)}>
        <p>{t.progress(done, wanted)}</p>
        <ScanButton />
      </div>
      {order.privateNote !== null && <p class="notice warn lines">{order.privateNote}</p>}
      {order.shippingLabelNote !== null && <p class="notice calm lines">{order.shippingLabelNote}</p>}
    </form>
  );
}
