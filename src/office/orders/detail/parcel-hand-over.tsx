import { warehouses } from '../../../domain/catalogue/warehouses.ts';
import { addressIncomplete, nextStep } from '../../../domain/orders/hints.ts';
import type { Order } from '../../../domain/orders/order.ts';
import type { Shipment } from '../../../domain/orders/shipments/shipment.ts';
import { AddressWarning } from '../order-hint.tsx';
import { ActionButton, ActionForm, FoldedFields } from './action-form.tsx';
import { type LineMax, LineQuantities } from './line-quantities.tsx';
import { orderDetailTexts } from './order-detail-texts.ts';
import type { SectionProps } from './section-props.ts';
import { WarehouseField } from './warehouse-field.tsx';

/** The parcel that the main button of the page hands over. */
export const parcelToHandOver = ({ shipments }: Order): Shipment | undefined =>
  shipments.find(({ status }) => status === 'booked');

/** Whether the form shows a warning before the parcel leaves. */
export const needsCheck = (order: Order): boolean => addressIncomplete(order).length > 0;

interface Props extends SectionProps {
  shipment: Shipment;
  lines: readonly LineMax[];
}

/** Hands the parcel over with one click, unless the main button of the page does; a form for less, or another warehouse. */
export function HandOver({ shipment, lines, ...props }: Props) {
  const { context, order } = props;
  const t = orderDetailTexts(context.language);
  const path = `/shipments/${shipment.id}/pick-up`;
  const isMain = nextStep(context.db, order) === 'hand_over' && parcelToHandOver(order)?.id === shipment.id;
  const hasWarehouses = warehouses(context.db, context.store.id).length > 1;
  if (needsCheck(order))
    return (
      <ActionForm {...props} path={path} label={t.handOver}>
        <AddressWarning context={context} order={order} />
        <FoldedFields label={t.actualQty}>
          <LineQuantities lines={lines} hint={t.handOverHint} />
        </FoldedFields>
        <HandOverWarehouse {...props} />
      </ActionForm>
    );
  return (
    <>
      {!isMain && context.mayOpen(`/orders/${order.id}${path}`, 'POST') && (
        <ActionButton {...props} open={undefined} path={path} label={t.handOver} />
      )}
      <ActionForm {...props} path={path} label={hasWarehouses ? t.handOverOptions : t.handOverLess} submit={t.handOver}>
        <LineQuantities lines={lines} hint={t.handOverHint} />
        <HandOverWarehouse {...props} />
      </ActionForm>
    </>
  );
}

function HandOverWarehouse({ context }: Pick<SectionProps, 'context'>) {
  const t = orderDetailTexts(context.language);
  return <WarehouseField context={context} name="from" label={t.fromWarehouse} emptyLabel={t.whereReserved} />;
}
