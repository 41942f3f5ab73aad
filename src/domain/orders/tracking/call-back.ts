import type { Context } from '../../../context.ts';
import { AppError } from '../../../lib/errors.ts';
import type { CallBack, CallBackRequest } from '../../couriers/adapters/adapter.ts';
import type { FindAdapter } from '../../couriers/adapters/adapters.ts';
import { type CourierName, findCourier, isSameAccount } from '../../couriers/couriers.ts';
import { recordAnswer } from '../bookings/answers.ts';
import { bookingByKey } from '../bookings/booking.ts';
import { takeEvents } from './track.ts';

/**
 * Handles a courier's call-back: a promised number, or tracking events. Returns the body of the reply. Repeated and
 * late call-backs change nothing.
 * @throws AppError not_found if the store has no such courier or it does not call back; invalid_token if the signature
 * is wrong; invalid_request
 */
export async function takeCallBack(
  ctx: Context,
  adapterOf: FindAdapter,
  { name, request }: { name: CourierName; request: CallBackRequest },
): Promise<object> {
  const courier = findCourier(ctx.db, name.storeId, name.shippingType);
  const { readCallBack, callBackReply = {} } = courier ? adapterOf(courier) : {};
  if (!readCallBack) throw new AppError('not_found', 'call_back_courier_unknown');
  for (const callBack of readCallBack(request)) await take(ctx, name, callBack);
  return callBackReply;
}

async function take(ctx: Context, name: CourierName, callBack: CallBack): Promise<void> {
  if (callBack.about === 'tracking') return takeEvents(ctx, name, callBack.events);
  const booking = bookingByKey(ctx.db, callBack.key);
  if (!booking || !isSameAccount(ctx.db, name, booking)) return;
  await recordAnswer(ctx, booking.id, callBack.answer);
}
