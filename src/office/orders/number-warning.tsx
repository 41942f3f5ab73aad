import { numberDoubt } from '../../domain/couriers/number-format.ts';
import type { Order } from '../../domain/orders/order.ts';
import type { Shipment } from '../../domain/orders/shipments/shipment.ts';
import { errorText } from '../error-text.ts';
import { Notice } from '../page/components.tsx';
import type { StoreContext } from '../request-context.ts';

interface Props {
  context: StoreContext;
  order: Order;
  /** Default: all parcels of the order. */
  shipments?: readonly Shipment[];
}

/** Tracking numbers of parcels that wait for the courier and are unlike the numbers of the courier. */
export const NumberWarning = ({ context, order, shipments = order.shipments }: Props) => (
  <>
    {shipments.map((shipment) => {
      const doubt = shipment.status === 'booked' && numberDoubt(context.db, order.storeId, shipment);
      return doubt && <Notice tone="warn">{errorText(context.language, doubt)}</Notice>;
    })}
  </>
);
