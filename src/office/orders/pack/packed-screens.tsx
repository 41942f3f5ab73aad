import type { Child } from 'hono/jsx';
import { openBooking } from '../../../domain/orders/bookings/booking.ts';
import { canRequestNumber } from '../../../domain/orders/hints.ts';
import { historyOf } from '../../../domain/orders/history.ts';
import { existingOrder, type Order } from '../../../domain/orders/order.ts';
import { orderByCode } from '../../../domain/orders/packing.ts';
import { packedWithoutParcel } from '../../../domain/orders/packing-progress.ts';
import { packedTime } from '../../../domain/orders/packing-rows.ts';
import { parcelObstacle } from '../../../domain/orders/shipments/number-matches.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Form } from '../../forms/form.ts';
import { FormError, PostButton, Submit } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { ButtonLink, Heading, Notice } from '../../page/components.tsx';
import { minuteText } from '../../page/format.ts';
import { Live } from '../../page/live.tsx';
import type { StoreContext } from '../../request-context.ts';
import { ScanForm } from '../../scan/scan-field.tsx';
import { get, post, type Screen, withScanner } from '../../screen.ts';
import { actors } from '../detail/history-texts.ts';
import { requestedOrder } from '../detail/requested-order.ts';
import { NumberWarning } from '../number-warning.tsx';
import { bookTyped, numberForm } from '../numbers/typed-number.ts';
import { AddressWarning } from '../order-hint.tsx';
import { RefundedUnits } from '../refunded-units.tsx';
import { SenderWarning } from '../sender-warning.tsx';
import { NumberRequest, requestNumber } from './number-request.tsx';
import { NotReady, PackAgain } from './packing-components.tsx';
import { NextOrderCard } from './packing-list.tsx';
import { packingTexts } from './packing-texts.ts';

/** The page after packing: the label, or what is needed for one, and the next order. */
export const packedScreens: readonly Screen[] = withScanner([
  get('/orders/:id/packed', 'orders', showPacked),
  post('/orders/:id/packed', 'orders', (context) => {
    const order = requestedOrder(context);
    const form = context.form(numberForm);
    return form.submit(
      async ({ tracking_number }) => {
        const next = otherOpenOrder(context, order, tracking_number);
        if (next !== undefined) return context.redirect(`/orders/${next}/pack`);
        await bookTyped(context, order, tracking_number);
        return context.redirect(`/orders/${order.id}/packed`, packingTexts(context.language).numberAdded);
      },
      () => packedPage(context, order, { number: form }),
    );
  }),
  post('/orders/:id/packed/request', 'orders', (context) =>
    requestNumber(context, (order, request) => packedPage(context, order, { request })),
  ),
]);

/** The field for the tracking number also takes the code of the next order, so that scanning can continue. */
function otherOpenOrder({ db, store }: StoreContext, order: Order, code: string): Id | undefined {
  const id = orderByCode(db, store.id, code.trim());
  return id !== undefined && id !== order.id && existingOrder(db, id, 0).status === 'open' ? id : undefined;
}

/** Redirects to packing if the order is not packed, or was edited since. */
function showPacked(context: StoreContext) {
  const order = requestedOrder(context);
  const isPacked = packedTime(context.db, order.id) !== undefined;
  return isPacked ? packedPage(context, order) : context.redirect(`/orders/${order.id}/pack`);
}

interface PackedForms {
  number?: Form<unknown>;
  /** A code that was scanned after the order was packed. */
  scan?: Form<unknown>;
  request?: Form<unknown>;
}

/** The page prints the label once, if the order has a parcel. */
export function packedPage(
  context: StoreContext,
  order: Order,
  { number: form, scan, request }: PackedForms = {},
): Page {
  const t = packingTexts(context.language);
  const hasLabel = order.shipments.some(({ status, trackingNumber }) => status === 'booked' && trackingNumber !== null);
  const withoutParcel = hasLabel ? packedWithoutParcel(context.db, order) : 0;
  const takesNumber = (!hasLabel || withoutParcel > 0) && parcelObstacle(context.db, order.id) === undefined;
  const number = takesNumber && <AddNumber context={context} order={order} form={form} />;
  const { notice } = context.request;
  const isJustPacked = notice === t.done || notice === t.donePart;
  return {
    title: t.done,
    body: (
      <>
        <Heading
          title={t.pack(order.orderNumber)}
          back={{ href: `/office/orders/${order.id}`, label: t.order(order.orderNumber) }}
        >
          {!isJustPacked && <PackAgain context={context} order={order} label={t.packAgain} />}
        </Heading>
        {scan?.hasErrors && <Notice tone="bad">{scan.errorOf('code') ?? scan.error}</Notice>}
        {request && <FormError form={request} />}
        {!isJustPacked && <PackedNotice context={context} order={order} />}
        <NotReady context={context} order={order} />
        <AddressWarning context={context} order={order} />
        <RefundedUnits context={context} order={order} />
        <SenderWarning context={context} order={order} />
        <NumberWarning context={context} order={order} />
        {hasLabel && isJustPacked && (
          <p class="muted" data-prints={labelPath(order)} data-opening={t.printing}>
            {t.printed}
          </p>
        )}
        <Live context={context} id="label">
          {hasLabel ? (
            <LabelLinks context={context} order={order} />
          ) : (
            <NoLabel context={context} order={order} takesNumber={takesNumber} />
          )}
        </Live>
        {withoutParcel > 0 ? <WithoutParcel context={context} units={withoutParcel} number={number} /> : number}
        <NextOrderCard context={context} order={order} hasField={!takesNumber}>
          <a href="/office/orders/pack">{t.packingList}</a>
        </NextOrderCard>
      </>
    ),
  };
}

/** Parcels that left before are not printed again. */
const labelPath = ({ id }: Order): string => `/office/orders/${id}/label.pdf?waiting=yes`;

const LabelLinks = ({ context, order }: { context: StoreContext; order: Order }) => (
  <div class="actions spaced">
    <ButtonLink
      href={labelPath(order)}
      icon="print"
      target="_blank"
      main
      label={packingTexts(context.language).printLabel}
    />
    <PackingSlipLinks context={context} order={order} />
  </div>
);

/** Units that no parcel takes, with the field for the number of theirs. */
function WithoutParcel({ context, units, number }: { context: StoreContext; units: number; number: Child }) {
  const t = packingTexts(context.language);
  return (
    <section class="card">
      <h2>{t.withoutParcel(units)}</h2>
      <p>{t.withoutParcelHint}</p>
      {number}
    </section>
  );
}

/** When the order was packed and who did it: a warning for a colleague who was about to pack it. */
function PackedNotice({ context, order }: { context: StoreContext; order: Order }) {
  const packed = historyOf(context.db, order.id).findLast(({ event }) => event === 'packed');
  if (packed === undefined) return null;
  const name = packed.actorName ?? actors(context.language)[packed.actor];
  return (
    <Notice tone={context.request.notice === undefined ? 'warn' : 'good'}>
      {packingTexts(context.language).packedBy(minuteText(packed.time, context.language), name)}
    </Notice>
  );
}

function PackingSlipLinks({ context, order }: { context: StoreContext; order: Order }) {
  const t = packingTexts(context.language);
  const path = `/office/orders/${order.id}/packing-slip.pdf?waiting=yes`;
  return (
    <>
      <ButtonLink href={path} icon="print" target="_blank" label={t.packingSlip} />
      <ButtonLink href={`${path}&size=a6`} icon="print" target="_blank" label={t.packingSlipA6} />
    </>
  );
}

interface NoLabelProps {
  context: StoreContext;
  order: Order;
  takesNumber: boolean;
}

/** What an order without a tracking number needs: a number from the courier, an entered one, or an address label. */
function NoLabel({ context, order, takesNumber }: NoLabelProps) {
  const t = packingTexts(context.language);
  const isRequested = openBooking(context.db, order.id) !== undefined;
  const isRequestable = takesNumber && !isRequested && canRequestNumber(context.db, order);
  return (
    <section class="card">
      <h2>{t.noLabel}</h2>
      <NumberRequest context={context} order={order} />
      <div class="actions spaced">
        {isRequestable && <PostButton action={`/orders/${order.id}/packed/request`} label={t.requestNumber} />}
        <ButtonLink
          href={`/office/orders/${order.id}/address-label.pdf`}
          icon="print"
          target="_blank"
          main={!isRequestable}
          label={t.addressLabel}
        />
        <PackingSlipLinks context={context} order={order} />
      </div>
    </section>
  );
}

interface NumberProps {
  context: StoreContext;
  order: Order;
  form: Form<unknown> | undefined;
}

function AddNumber({ context, order, form }: NumberProps) {
  const t = packingTexts(context.language);
  return (
    <>
      <p class="hint">{t.numberOrNext}</p>
      <ScanForm action={`/orders/${order.id}/packed`} form={form} name="tracking_number" label={t.trackingNumber}>
        <Submit class="secondary outline" label={t.addNumber} />
      </ScanForm>
    </>
  );
}
