import type { Shipment } from '../../domain/orders/shipments/shipment.ts';
import type { StoreContext } from '../request-context.ts';

// Prints with customer data, for accounts without the permission for it.

/** Accounts without access to customer data may print labels of booked parcels only, which they need for shipping. */
export const mayPrintLabel = (context: StoreContext, parcels: readonly Pick<Shipment, 'status'>[]): boolean =>
  context.may('customer_data') || parcels.some(({ status }) => status === 'booked');

export const slipOptions = (context: StoreContext) => ({
  now: context.now,
  withRecipient: context.may('customer_data'),
});
