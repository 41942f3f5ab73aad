import { trackingUrl } from '../../../domain/couriers/couriers.ts';
import type { Order } from '../../../domain/orders/order.ts';
import type { Shipment } from '../../../domain/orders/shipments/shipment.ts';
import { courierName } from '../../../lib/courier-names.ts';
import { CopyButton } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { orderDetailTexts } from './order-detail-texts.ts';

interface Props {
  context: StoreContext;
  order: Order;
  shipment: Shipment;
}

/** The tracking number, which links to the page of the courier if it is known. */
export function TrackingNumber({ context, shipment }: Pick<Props, 'context' | 'shipment'>) {
  const { id, trackingNumber } = shipment;
  if (trackingNumber === null) return <strong>—</strong>;
  const page = trackingUrl(context.db, context.store.id, shipment);
  return (
    <strong class="break" id={`tracking-${id}`}>
      {page === undefined ? (
        trackingNumber
      ) : (
        <a href={page} target="_blank" rel="noreferrer">
          {trackingNumber}
        </a>
      )}
    </strong>
  );
}

export const CopyTrackingNumber = ({ shipment: { id, trackingNumber } }: Pick<Props, 'shipment'>) =>
  trackingNumber === null ? null : <CopyButton targetId={`tracking-${id}`} class="quiet" />;

const ON_THE_WAY: readonly Shipment['status'][] = ['picked_up', 'in_transit'];

/** A text for the chat with the customer about a parcel that has left. */
export function TrackingMessage({ context, order, shipment }: Props) {
  const { id, status, shippingType, trackingNumber: number } = shipment;
  if (number === null || !ON_THE_WAY.includes(status)) return null;
  const t = orderDetailTexts(context.language);
  const text = t.trackingMessage({
    store: context.store.name,
    order: order.orderNumber,
    courier: courierName(shippingType, context.language),
    number,
    page: trackingUrl(context.db, context.store.id, shipment),
  });
  return (
    <>
      <details>
        <summary>{t.messageToCustomer}</summary>
        <p id={`message-${id}`} class="break lines">
          {text}
        </p>
      </details>
      <p>
        <CopyButton targetId={`message-${id}`} label={t.copyMessage} />
      </p>
    </>
  );
}
