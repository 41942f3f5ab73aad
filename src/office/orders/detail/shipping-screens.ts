import { dropRequest, requestBooking, switchCourier } from '../../../domain/orders/bookings/requests.ts';
import { shippingTypes } from '../../../domain/orders/codes.ts';
import { bookShipment } from '../../../domain/orders/shipments/book.ts';
import { cancelShipment } from '../../../domain/orders/shipments/cancel.ts';
import { moveShipment, WAY_STATUSES } from '../../../domain/orders/shipments/move.ts';
import { pickUp } from '../../../domain/orders/shipments/pick-up.ts';
import { returnGoods } from '../../../domain/orders/shipments/return.ts';
import { shipOrder } from '../../../domain/orders/shipments/ship.ts';
import { AppError } from '../../../lib/errors.ts';
import { choice, fields, flag, optionalAmount, optionalId, optionalText, text } from '../../forms/fields.ts';
import type { Screen } from '../../screen.ts';
import { enteredQuantities, lineField, lineQuantityFields, requireQuantities } from './line-quantities.tsx';
import { orderAction } from './order-action.ts';
import { requestedShipment } from './requested-order.ts';

const trackingForm = fields({
  tracking_number: text(100),
  ship: flag,
  cod_amount: optionalAmount,
  ...lineQuantityFields,
});
const handOverForm = fields({ from: optionalId, ...lineQuantityFields });
const returnForm = fields({ warehouse: optionalId, note: optionalText(1000), ...lineQuantityFields });

export const shippingScreens: readonly Screen[] = [
  orderAction({
    path: '/shipments',
    form: trackingForm,
    run: (db, wanted, { order, act }) => {
      const lines = enteredQuantities(wanted).filter(({ qty }) => qty > 0);
      const shipment = {
        trackingNumber: wanted.tracking_number,
        codAmount: wanted.cod_amount,
        lines: lines.length === 0 ? undefined : lines,
      };
      return wanted.ship ? shipOrder(db, order.id, shipment, act) : bookShipment(db, order.id, shipment, act);
    },
    done: (t) => t.trackingAdded,
    fieldOf: lineField,
  }),
  orderAction({
    path: '/shipments/:shipment/pick-up',
    form: handOverForm,
    run: (db, wanted, { context, act }) =>
      pickUp(db, requestedShipment(context).id, { from: wanted.from, short: enteredQuantities(wanted) }, act),
    done: (t) => t.handedOver,
    fieldOf: lineField,
  }),
  orderAction({
    path: '/shipments/:shipment/cancel',
    form: fields({}),
    run: (db, _, { context, act }) => cancelShipment(db, requestedShipment(context).id, act),
    done: (t) => t.parcelCanceled,
  }),
  orderAction({
    path: '/shipments/:shipment/move',
    form: fields({ to: choice(WAY_STATUSES) }),
    run: (db, { to }, { context, act }) => moveShipment(db, requestedShipment(context).id, to, act),
    done: (t) => t.statusChanged,
  }),
  orderAction({
    path: '/booking/request',
    form: fields({}),
    run: (db, _, { order, act }) => requestBooking(db, order.id, act),
    done: (t) => t.requested,
  }),
  orderAction({
    path: '/booking/drop',
    form: fields({}),
    run: (db, _, { order, act }) => dropRequest(db, order.id, act),
    done: (t) => t.bookingDropped,
  }),
  orderAction({
    path: '/courier',
    form: fields({ shipping_type: text(64) }),
    run: (db, { shipping_type }, { context, order, act }) => {
      if (!shippingTypes(context.app.config.values).includes(shipping_type))
        throw new AppError('invalid_request', 'unknown_shipping_type', { path: 'shipping_type' });
      return switchCourier(db, order.id, shipping_type, act);
    },
    done: (t) => t.courierSwitched,
  }),
  orderAction({
    path: '/return',
    form: returnForm,
    run: (db, { warehouse, note, ...quantities }, { order, act }) => {
      const lines = requireQuantities(quantities);
      return returnGoods(db, order.id, { lines, warehouseId: warehouse, note }, act);
    },
    done: (t) => t.returned,
    fieldOf: lineField,
  }),
];
