import { shelfLocations } from '../../../domain/catalogue/shelf-locations.ts';
import { variantPictures } from '../../../domain/catalogue/variant-pictures.ts';
import type { Order } from '../../../domain/orders/order.ts';
import { orderByCode, type PackItem, packItems } from '../../../domain/orders/packing.ts';
import { packAgain, packAll, packOne, progressOf, unpackOne } from '../../../domain/orders/packing-progress.ts';
import { absentPieces, type Packed, packedPieces, packedTime } from '../../../domain/orders/packing-rows.ts';
import { waitsForAddress } from '../../../domain/orders/recipient.ts';
import { isOrderReadyToShip } from '../../../domain/orders/shipments/book.ts';
import { fields, optionalId, optionalInteger, optionalText, text } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { CsrfField, Submit } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { ButtonLink, Heading } from '../../page/components.tsx';
import { Live } from '../../page/live.tsx';
import type { StoreContext } from '../../request-context.ts';
import { ScanButton, ScanField } from '../../scan/scan-field.tsx';
import { get, post, type Screen, withScanner } from '../../screen.ts';
import { requestedOrder } from '../detail/requested-order.ts';
import { handOverTexts } from '../hand-over/hand-over-texts.ts';
import { AddressWarning } from '../order-hint.tsx';
import { RefundedUnits } from '../refunded-units.tsx';
import { missingScreens } from './missing-screens.tsx';
import { isForced, lastPacked, orderToPack, packPath } from './order-to-pack.ts';
import { packedPage, packedScreens } from './packed-screens.tsx';
import {
  ItemRow,
  NotReady,
  notReadyText,
  PackAgain,
  PackFacts,
  PrivateNote,
  presentQty,
} from './packing-components.tsx';
import { NextOrder, NextOrderCard, NothingToPack, nextToPack, OrdersToPack, PrintWaiting } from './packing-list.tsx';
import { packingTexts } from './packing-texts.ts';

const orderCode = fields({ code: text(200) });
/** The scanned code, or the clicked item: one piece more or less of it, or all its pieces. */
const packForm = fields({
  code: optionalText(200),
  scan_sender: optionalText(100),
  scan_number: optionalInteger(1, Number.MAX_SAFE_INTEGER),
  one: optionalId,
  less: optionalId,
  all: optionalId,
});

/**
 * The packing station. A scanner types a code and Enter: an order's code opens the order, an item's code packs one piece,
 * the last piece prints the label.
 */
export const packScreens: readonly Screen[] = [
  ...missingScreens,
  ...packedScreens,
  ...withScanner([
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
    get('/orders/:id/pack', 'orders', showOrder),
    post('/orders/:id/pack', 'orders', packScanned),
    post('/orders/:id/pack/again', 'orders', startAgain),
  ]),
];

function stationPage(context: StoreContext, form: Form<unknown>): Page {
  const t = packingTexts(context.language);
  return {
    title: t.station,
    body: (
      <>
        <Heading title={t.station} back={{ href: '/office/orders', label: t.orders }}>
          <ButtonLink
            href="/office/orders/hand-over"
            icon="truck"
            label={handOverTexts(context.language).scanToHandOver}
          />
          <ButtonLink href="/office/orders/numbers" label={t.addNumbers} />
        </Heading>
        <section class="card">
          <NextOrder context={context} form={form} />
        </section>
        <PrintWaiting context={context} />
        <Live context={context} id="to-pack" announces>
          <OrdersToPack context={context} />
        </Live>
      </>
    ),
  };
}

/** Redirects to the page after packing if the order is packed: two colleagues must not pack it twice. */
function showOrder(context: StoreContext) {
  const order = orderToPack(context);
  const isPacked = packedTime(context.db, order.id) !== undefined;
  return isPacked ? context.redirect(`/orders/${order.id}/packed`) : packPage(context, order, context.form(packForm));
}

async function packScanned(context: StoreContext) {
  const order = orderToPack(context);
  const form = context.form(packForm);
  return form.submit(
    async ({ code, scan_sender: sender, scan_number: number, one, less, all }) => {
      if (!mayPack(context, order)) {
        form.addError(notReadyText(context, order), 'code');
        return { ...packPage(context, order, form), status: 422 };
      }
      if (less !== undefined) {
        await context.write((tx) => unpackOne(tx, order.id, less));
        return context.redirect(packPath(context, order));
      }
      const piece = one === undefined ? { code: code ?? '' } : { variantId: one };
      const scan = sender && number ? { sender, number } : undefined;
      const { isPacked, isRestAbsent, variantId } = await context.write((tx) =>
        all === undefined
          ? packOne(tx, order.id, { ...piece, scan }, context.act())
          : packAll(tx, order.id, { variantId: all, scan }, context.act()),
      );
      if (isRestAbsent) return context.redirect(packPath(context, order, '/missing'));
      if (!isPacked) return context.redirect(packPath(context, order, '', { last: variantId }));
      return context.redirect(`/orders/${order.id}/packed`, packingTexts(context.language).done);
    },
    () =>
      packedTime(context.db, order.id) === undefined
        ? packPage(context, order, form)
        : packedPage(context, order, { scan: form }),
  );
}

/** Packing an order that is not ready to ship, or for which no label can be printed, is a choice of its own. */
const mayPack = (context: StoreContext, order: Order): boolean =>
  (isOrderReadyToShip(context.db, order) && !waitsForAddress(order)) || isForced(context);

async function startAgain(context: StoreContext) {
  const order = requestedOrder(context);
  await context.write((tx) => packAgain(tx, order.id, context.act()));
  return context.redirect(packPath(context, order));
}

function packPage(context: StoreContext, order: Order, form: Form<unknown>): Page {
  const t = packingTexts(context.language);
  const items = packItems(context.db, order);
  const packed = packedPieces(context.db, order.id);
  return {
    title: t.pack(order.orderNumber),
    body: (
      <>
        <Heading title={t.pack(order.orderNumber)} back={{ href: '/office/orders/pack', label: t.station }}>
          {packed.size > 0 && <PackAgain context={context} order={order} label={t.restart} />}
        </Heading>
        {items.length === 0 ? (
          <NothingToPack context={context} order={order} />
        ) : (
          <>
            <PackFacts context={context} order={order} />
            <NotReady context={context} order={order} />
            <AddressWarning context={context} order={order} />
            <RefundedUnits context={context} order={order} />
            <Notes context={context} order={order} />
            {mayPack(context, order) ? (
              <PackForm context={context} order={order} items={items} packed={packed} form={form} />
            ) : (
              <NotYet context={context} order={order} form={form} />
            )}
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
  const ids = items.map(({ variantId }) => variantId);
  const pictures = variantPictures(context.db, ids);
  const shelves = shelfLocations(context.db, ids);
  const absent = absentPieces(context.db, order.id);
  const progress = progressOf(items, packed, absent);
  const isRestAbsent = progress.packed + progress.absent === progress.wanted;
  const next = nextToPack(context, order);
  const text = t.progress(progress.packed, progress.wanted - progress.absent);
  const lastId = lastPacked(context);
  const last = items.find(({ variantId }) => variantId === lastId);
  const scanned = last
    ? `${last.name} ${packedOf(last)}/${presentQty(last, packedOf(last), absent.get(last.variantId))} · ${text}`
    : text;
  return (
    <form method="post" action={`/office${packPath(context, order)}`} class="pack" novalidate>
      <CsrfField />
      <div class="inline scan">
        <ScanField form={form} label={t.scan} hint={items.some(({ qty }) => qty > 1) ? t.qtyHint : undefined} />
        <Submit label={t.addItem} />
      </div>
      <ul class="pack-items">
        {items.map((item) => (
          <ItemRow
            context={context}
            item={item}
            packed={packedOf(item)}
            absent={absent.get(item.variantId)}
            shelf={shelves.get(item.variantId)}
            picture={pictures.get(item.variantId)}
          />
        ))}
      </ul>
      <div class="action-bar" data-scanned={scanned}>
        <p>{text}</p>
        <ButtonLink href={`/office${packPath(context, order, '/missing')}`} main={isRestAbsent} label={t.missing} />
        {next && <ButtonLink href={`/office/orders/${next.id}/pack`} label={t.skip} />}
        <ScanButton />
      </div>
    </form>
  );
}

/** What the store wrote about the order, before anything is packed. */
function Notes({ context, order: { privateNote, shippingLabelNote } }: { context: StoreContext; order: Order }) {
  const t = packingTexts(context.language);
  return (
    <>
      <PrivateNote context={context} note={privateNote} />
      {shippingLabelNote !== null && (
        <div class="notice calm lines" role="note">
          <strong>{t.labelNote}:</strong> {shippingLabelNote}
        </div>
      )}
    </>
  );
}

/** Instead of the items: a way to pack the order nevertheless, and the next one. */
function NotYet({ context, order, form }: Pick<PackProps, 'context' | 'order' | 'form'>) {
  const t = packingTexts(context.language);
  return (
    <>
      <div class="actions spaced">
        <ButtonLink href={`/office/orders/${order.id}/pack?anyway=1`} label={t.packAnyway} />
      </div>
      <NextOrderCard context={context} order={order} form={form} />
    </>
  );
}
