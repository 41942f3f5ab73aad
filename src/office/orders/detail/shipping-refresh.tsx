import { fields, optionalText } from '../../forms/fields.ts';
import type { StoreContext } from '../../request-context.ts';
import { get, type Screen } from '../../screen.ts';
import { bookingVersion } from './booking-progress.tsx';
import { HistoryCard } from './history-card.tsx';
import { StatusTags, Toolbar } from './order-header.tsx';
import { requestedOrder } from './requested-order.ts';
import { ShippingCard } from './shipping-card.tsx';

/** The sections that change while a booking is open; the order page polls them. */
export const bookingScreens: readonly Screen[] = [get('/orders/:id/shipping', 'staff', shippingPart)];

const NOT_CHANGED = 204; // htmx swaps nothing

function shippingPart(context: StoreContext) {
  const order = requestedOrder(context);
  if (!context.request.partial) return context.redirect(`/orders/${order.id}`);
  const { seen } = context.query(fields({ seen: optionalText(100) }));
  if (seen !== undefined && seen === bookingVersion(context.db, order))
    return new Response(null, { status: NOT_CHANGED });
  return {
    fragment: (
      <>
        <ShippingCard context={context} order={order} open={undefined} />
        <StatusTags context={context} order={order} replaces />
        <Toolbar context={context} order={order} replaces />
        <HistoryCard context={context} order={order} replaces />
      </>
    ),
  };
}
