import { fields, optionalText } from '../../forms/fields.ts';
import type { StoreContext } from '../../request-context.ts';
import { get, type Screen } from '../../screen.ts';
import { bookingMark } from './booking.tsx';
import { orderOf } from './find.ts';
import { History } from './history.tsx';
import { Shipping } from './shipping.tsx';
import { States } from './states.tsx';
import { Tools } from './tools.tsx';

/** What has become of asking the courier: the page asks for it until that is settled. */
export const bookingScreens: readonly Screen[] = [get('/orders/:id/shipping', 'staff', shippingPart)];

const NOTHING_NEW = 204;

function shippingPart(context: StoreContext) {
  const order = orderOf(context);
  if (!context.request.partial) return context.redirect(`/orders/${order.id}`);
  const { seen } = context.query(fields({ seen: optionalText(100) }));
  if (seen !== undefined && seen === bookingMark(context.db, order)) return new Response(null, { status: NOTHING_NEW });
  return {
    fragment: (
      <>
        <Shipping context={context} order={order} open={undefined} />
        <States context={context} order={order} replaces />
        <Tools context={context} order={order} replaces />
        <History context={context} order={order} replaces />
      </>
    ),
  };
}
