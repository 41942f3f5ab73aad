import { canRequestNumber, nextStep } from '../../../domain/orders/hints.ts';
import { shippingTypes } from '../../../domain/orders/order-codes.ts';
import { isCanceled } from '../../../domain/orders/order-states.ts';
import { packItems } from '../../../domain/orders/packing.ts';
import { packedWithoutParcel } from '../../../domain/orders/packing-progress.ts';
import { isOrderReadyToShip } from '../../../domain/orders/shipments/book.ts';
import { courierName } from '../../../lib/courier-names.ts';
import { SelectField } from '../../forms/inputs.tsx';
import { Notice, Tag } from '../../page/components.tsx';
import { AddressWarning } from '../order-hint.tsx';
import { packingTexts } from '../pack/packing-texts.ts';
import { ActionForm } from './action-form.tsx';
import { BookingProgress } from './booking-progress.tsx';
import { HoldNotice } from './hold-notice.tsx';
import { orderDetailTexts } from './order-detail-texts.ts';
import { Parcel } from './parcel.tsx';
import type { SectionProps } from './section-props.ts';
import { AddTrackingButton, linesToBook, linesToReturn, RestockButton } from './shipping-dialogs.tsx';

/** Parcels and the open booking with their actions. */
export function ShippingCard(props: SectionProps) {
  const { context, order } = props;
  const t = orderDetailTexts(context.language);
  const { db } = context;
  const isOpen = order.status === 'open';
  const isReady = isOrderReadyToShip(db, order);
  const waits = nextStep(db, order) === 'complete_address' && canRequestNumber(db, order);
  const unbooked = linesToBook(context, order);
  return (
    <section class="card" id="shipping">
      <h2>
        {t.shipping} <Tag>{courierName(order.shippingType, context.language)}</Tag>
      </h2>
      {!isReady && packItems(db, order).length > 0 && <HoldNotice context={context} order={order} />}
      {waits && <Notice tone="warn">{t.waitsForAddress}</Notice>}
      {unbooked.length > 0 && <WithoutParcel {...props} />}
      <BookingProgress {...props} />
      {order.shipments.length === 0 && <p class="muted">{isOpen ? t.noParcelYet : t.noParcel}</p>}
      {order.shipments.map((shipment) => (
        <Parcel {...props} shipment={shipment} />
      ))}
      <div class="actions">
        {waits && (
          <ActionForm {...props} path="/booking/request" label={t.request}>
            <AddressWarning context={context} order={order} />
          </ActionForm>
        )}
        {unbooked.length > 0 && <AddTrackingButton context={context} class="secondary outline" />}
        {isOpen && order.shipments.every(isCanceled) && <ChangeCourier {...props} />}
        {linesToReturn(context, order).length > 0 && <RestockButton context={context} class="secondary outline" />}
      </div>
    </section>
  );
}

/** Packed pieces that are in no parcel, with a button that adds one. */
function WithoutParcel({ context, order }: SectionProps) {
  const pieces = packedWithoutParcel(context.db, order);
  if (pieces === 0) return null;
  return (
    <Notice tone="warn">
      {packingTexts(context.language).withoutParcel(pieces)}{' '}
      <AddTrackingButton context={context} class="secondary outline small" />
    </Notice>
  );
}

function ChangeCourier(props: SectionProps) {
  const { context, order } = props;
  const t = orderDetailTexts(context.language);
  return (
    <ActionForm {...props} path="/courier" label={t.switchCourier}>
      <SelectField
        name="shipping_type"
        label={t.courier}
        value={order.shippingType}
        options={shippingTypes(context.app.config.values).map((value) => ({
          value,
          label: courierName(value, context.language),
        }))}
      />
    </ActionForm>
  );
}
