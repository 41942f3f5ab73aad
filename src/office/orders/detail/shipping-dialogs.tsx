import type { Order } from '../../../domain/orders/order.ts';
import { hasLeft } from '../../../domain/orders/order-states.ts';
import { isOrderReadyToShip, unbookedQty } from '../../../domain/orders/shipments/book.ts';
import { AmountField, CheckField, TextField } from '../../forms/inputs.tsx';
import type { StoreContext } from '../../request-context.ts';
import { AddressWarning } from '../order-hint.tsx';
import { ReturnFields, returnableLines } from '../return-fields.tsx';
import { ActionDialog, DialogButton, FoldedFields } from './action-form.tsx';
import { type LineMax, LineQuantities, linesUpTo } from './line-quantities.tsx';
import { orderDetailTexts } from './order-detail-texts.ts';
import type { SectionProps } from './section-props.ts';
import { WarehouseField } from './warehouse-field.tsx';

// The dialogs of the shipping card. They are outside of it, because it is refreshed while a booking is open.

/** What a new parcel can contain. */
export const linesToBook = ({ db }: StoreContext, order: Order): LineMax[] =>
  order.status === 'open' && isOrderReadyToShip(db, order) ? linesUpTo(order, unbookedQty(db, order)) : [];

/** What can come back. */
export const linesToReturn = (context: StoreContext, order: Order): LineMax[] =>
  order.shipments.some(hasLeft) ? returnableLines(context, order) : [];

export function ShippingDialogs(props: SectionProps) {
  const { context, order } = props;
  const [unbooked, returnable] = [linesToBook(context, order), linesToReturn(context, order)];
  return (
    <>
      {unbooked.length > 0 && <AddTracking {...props} lines={unbooked} />}
      {returnable.length > 0 && <Restock {...props} lines={returnable} />}
    </>
  );
}

interface ButtonProps {
  context: StoreContext;
  class?: string;
}

export const AddTrackingButton = ({ context, ...look }: ButtonProps) =>
  context.may('orders') && (
    <DialogButton path="/shipments" label={orderDetailTexts(context.language).addTracking} {...look} />
  );

export const RestockButton = ({ context, ...look }: ButtonProps) =>
  context.may('orders') && <DialogButton path="/return" label={orderDetailTexts(context.language).return} {...look} />;

/** Adds a parcel with a typed or scanned tracking number. */
function AddTracking({ lines, ...props }: SectionProps & { lines: LineMax[] }) {
  const { context, order } = props;
  const t = orderDetailTexts(context.language);
  return (
    <ActionDialog {...props} path="/shipments" label={t.addTracking}>
      <AddressWarning context={context} order={order} />
      <TextField name="tracking_number" label={t.tracking} hint={t.addTrackingHint} required autofocus />
      <CheckField name="ship" label={t.shipNow} />
      <FoldedFields label={t.shipPart}>
        <LineQuantities lines={lines} hint={t.shipPartHint} />
        {order.isCod && <AmountField name="cod_amount" label={t.codOfParcel} />}
      </FoldedFields>
    </ActionDialog>
  );
}

function Restock({ lines, ...props }: SectionProps & { lines: LineMax[] }) {
  const { context, order } = props;
  const t = orderDetailTexts(context.language);
  return (
    <ActionDialog {...props} path="/return" label={t.return}>
      <ReturnFields context={context} order={order} lines={lines} />
      <WarehouseField context={context} name="warehouse" label={t.intoWarehouse} emptyLabel={t.shippedFrom} />
      <TextField name="note" label={t.note} />
    </ActionDialog>
  );
}
