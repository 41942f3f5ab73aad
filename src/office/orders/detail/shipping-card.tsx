import { shippingTypes } from '../../../domain/orders/codes.ts';
import { packItems } from '../../../domain/orders/packing.ts';
import { isOrderReadyToShip, unbookedQty } from '../../../domain/orders/shipments/book.ts';
import { returnableQty } from '../../../domain/orders/shipments/return.ts';
import { hasLeft, isCanceled, isRefundedInFull } from '../../../domain/orders/states.ts';
import { courierName } from '../../../lib/courier-names.ts';
import { AmountField, CheckField, SelectField, TextField } from '../../forms/inputs.tsx';
import { Notice, Tag, TextLink } from '../../page/components.tsx';
import { ActionForm, FoldedFields } from './action-form.tsx';
import { BookingProgress } from './booking-progress.tsx';
import { type LineMax, LineQuantities, linesUpTo } from './line-quantities.tsx';
import { orderDetailTexts } from './order-detail-texts.ts';
import { Parcel, WarehouseField } from './parcel.tsx';
import type { SectionProps } from './section-props.ts';

/** Parcels and the open booking with their actions. */
export function ShippingCard(props: SectionProps) {
  const { context, order } = props;
  const t = orderDetailTexts(context.language);
  const { db } = context;
  const isOpen = order.status === 'open';
  const returnable = order.shipments.some(hasLeft) ? linesUpTo(order, (line) => returnableQty(db, line)) : [];
  const isReady = isOrderReadyToShip(db, order);
  const unbooked = isOpen && isReady ? linesUpTo(order, unbookedQty(db, order)) : [];
  return (
    <section class="card" id="shipping">
      <h2>
        {t.shipping} <Tag>{courierName(order.shippingType, context.language)}</Tag>
      </h2>
      {!isReady && packItems(db, order).length > 0 && (
        <Notice tone="warn">{isRefundedInFull(order) ? t.notReadyRefunded : t.notReady}</Notice>
      )}
      <BookingProgress {...props} />
      {order.shipments.length === 0 && <p class="muted">{t.noParcel}</p>}
      {order.shipments.map((shipment) => (
        <Parcel {...props} shipment={shipment} />
      ))}
      {order.lines.some((line) => line.shippedQty > returnableQty(db, line)) && <AfterReturn {...props} />}
      <div class="actions">
        {unbooked.length > 0 && <AddTracking {...props} lines={unbooked} />}
        {isOpen && order.shipments.every(isCanceled) && <ChangeCourier {...props} />}
        {returnable.length > 0 && (
          <ActionForm {...props} path="/return" label={t.return}>
            <LineQuantities lines={returnable} hint={t.returnHint} />
            <WarehouseField context={context} name="warehouse" label={t.intoWarehouse} empty={t.shippedFrom} />
            <TextField name="note" label={t.note} />
          </ActionForm>
        )}
      </div>
    </section>
  );
}

/** Links to the usual next steps after a return. */
function AfterReturn({ context, order }: SectionProps) {
  const t = orderDetailTexts(context.language);
  return (
    <p>
      {t.afterReturn} <TextLink href="/office/stock/write-off">{t.writeOff}</TextLink>
      {order.paidAmount > 0 && (
        <>
          {' · '}
          <a href="#act-refund">{t.refund}</a>
        </>
      )}
    </p>
  );
}

/** Adds a parcel with a typed or scanned tracking number. */
function AddTracking({ lines, ...props }: SectionProps & { lines: LineMax[] }) {
  const { context, order } = props;
  const t = orderDetailTexts(context.language);
  return (
    <ActionForm {...props} path="/shipments" label={t.addTracking}>
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
