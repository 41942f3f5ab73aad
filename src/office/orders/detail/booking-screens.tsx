import { fields, optionalText } from '../../forms/fields.ts';
import { get, type Screen } from '../../screen.ts';
import type { Visit } from '../../visit.ts';
import { bookingMark } from './booking.tsx';
import { orderOf } from './find.ts';
import { History } from './history.tsx';
import { Shipping } from './shipping.tsx';
import { States } from './states.tsx';
import { Tools } from './tools.tsx';

/** What has become of asking the courier: the page asks for it until that is settled. */
export const bookingScreens: readonly Screen[] = [get('/orders/:id/shipping', 'staff', shippingPart)];

const NOTHING_NEW = 204;

function shippingPart(visit: Visit) {
  const order = orderOf(visit);
  if (!visit.asked.partial) return visit.redirect(`/orders/${order.id}`);
  const { seen } = visit.query(fields({ seen: optionalText(100) }));
  if (seen !== undefined && seen === bookingMark(visit.ctx.db, order))
    return new Response(null, { status: NOTHING_NEW });
  return {
    fragment: (
      <>
        <Shipping visit={visit} order={order} open={undefined} />
        <States visit={visit} order={order} replaces />
        <Tools visit={visit} order={order} replaces />
        <History visit={visit} order={order} replaces />
      </>
    ),
  };
}
