import { nextStep } from '../../../domain/orders/hints.ts';
import { shippingTypes } from '../../../domain/orders/order-codes.ts';
import { hasLeft, isCanceled } from '../../../domain/orders/order-states.ts';
import { packItems } from '../../../domain/orders/packing.ts';
import { packedWithoutParcel } from '../../../domain/orders/packing-progress.ts';
import { isOrderReadyToShip, unbookedQty } from '../../../domain/orders/shipments/book.ts';
import { returnableQty } from '../../../domain/orders/shipments/return.ts';
import { courierName } from '../../../lib/courier-names.ts';
import { AmountField, CheckField, SelectField, TextField } from '../../forms/inputs.tsx';
import { Notice, Tag } from '../../page/components.tsx';
import { AddressWarning } from '../order-hint.tsx';
import { packingTexts } from '../pack/packing-texts.ts';
import { ReturnFields, returnableLines } from '../return-fields.tsx';
import { ActionForm, DialogButton, FoldedFields } from './action-form.tsx';
import { BookingProgress } from './booking-progress.tsx';
import { HoldNotice } from './hold-notice.tsx';
import { type LineMax, LineQuantities, linesUpTo } from './line-quantities.tsx';
import { orderDetailTexts } from './order-detail-texts.ts';
import { Parcel, WarehouseField } from './parcel.tsx';
import { mayRefund } from './refund-dialog.tsx';
import type { SectionProps } from './section-props.ts';

/** Parcels and the open booking with their actions. */
export function ShippingCard(props: SectionProps) {
  const { context, order } = props;
  const t = orderDetailTexts(context.language);
  const { db } = context;
  const isOpen = order.status === 'open';
  const returnable = order.shipments.some(hasLeft) ? returnableLines(context, order) : [];
  const isReady = isOrderReadyToShip(db, order);
  const waits = nextStep(db, order) === 'complete_address';
  const unbooked = isOpen && isReady ? linesUpTo(order, unbookedQty(db, order)) : [];
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
        {unbooked.length > 0 && <AddTracking {...props} lines={unbooked} />}
        {isOpen && order.shipments.every(isCanceled) && <ChangeCourier {...props} />}
        {returnable.length > 0 && (
          <ActionForm {...props} path="/return" label={t.return}>
            <ReturnFields context={context} order={order} lines={returnable} />
            <WarehouseField context={context} name="warehouse" label={t.intoWarehouse} emptyLabel={t.shippedFrom} />
            <TextField name="note" label={t.note} />
          </ActionForm>
        )}
        {mayRefundReturn(props) && <DialogButton path="/refund" label={t.refund} class="secondary outline" />}
      </div>
    </section>
  );
}

/** Packed pieces that are in no parcel, with a link to the form that adds one. */
function WithoutParcel({ context, order }: SectionProps) {
  const pieces = packedWithoutParcel(context.db, order);
  if (pieces === 0) return null;
  return (
    <Notice tone="warn">
      {packingTexts(context.language).withoutParcel(pieces)}{' '}
      <a href="#act-shipments">{orderDetailTexts(context.language).addTracking}</a>
    </Notice>
  );
}

/** The usual next step after a return. */
const mayRefundReturn = ({ context, order }: SectionProps): boolean =>
  mayRefund(context, order) && order.lines.some((line) => line.shippedQty > returnableQty(context.db, line));

/** Adds a parcel with a typed or scanned tracking number. */
function AddTracking({ lines, ...props }: SectionProps & { lines: LineMax[] }) {
  const { context, order } = props;
  const t = orderDetailTexts(context.language);
  return (
    <ActionForm {...props} path="/shipments" label={t.addTracking}>
      <AddressWarning context={context} order={order} />
      <TextField name="tracking_number" label={t.tracking} hint={t.addTrackingHint} required />
      <CheckField name="ship" label={t.shipNow} />
      <FoldedFields label={t.shipPart}>
        <LineQuantities lines={lines} hint={t.shipPartHint} />
        {order.isCod && <AmountField name="cod_amount" label={t.codOfParcel} />}
      </FoldedFields>
    </ActionForm>
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
