import { dropBookingOfOrder, requestBooking, switchCourier } from '../../../domain/orders/bookings/booking-actions.ts';
import { existingOrder } from '../../../domain/orders/order.ts';
import { shippingTypes } from '../../../domain/orders/order-codes.ts';
import { bookShipment } from '../../../domain/orders/shipments/book.ts';
import { changeTrackingNumber } from '../../../domain/orders/shipments/change-number.ts';
import { handOver } from '../../../domain/orders/shipments/hand-over.ts';
import {
  cancelShipment,
  moveShipment,
  STATUSES_AFTER_PICK_UP,
  shipOrder,
} from '../../../domain/orders/shipments/move.ts';
import { closeRefunded, refundedToShip } from '../../../domain/orders/shipments/refunded-units.ts';
import { returnGoods } from '../../../domain/orders/shipments/return.ts';
import { undoHandOver } from '../../../domain/orders/shipments/undo-hand-over.ts';
import { invalidRequest } from '../../../lib/errors.ts';
import { choice, fields, flag, optionalAmount, optionalId, optionalText, text } from '../../forms/fields.ts';
import type { Screen } from '../../screen.ts';
import { numberFields } from '../numbers/typed-number.ts';
import { refundedTexts } from '../refunded-units.tsx';
import { enteredReturn, returnFields } from '../return-fields.tsx';
import { enteredQuantities, lineField, lineQuantityFields } from './line-quantities.tsx';
import { orderAction } from './order-action.ts';
import { requestedShipment } from './requested-order.ts';

const trackingForm = fields({
  tracking_number: text(100),
  ship: flag,
  cod_amount: optionalAmount,
  ...lineQuantityFields,
});
const handOverForm = fields({ from: optionalId, ...lineQuantityFields });
const returnForm = fields({ warehouse: optionalId, note: optionalText(1000), ...returnFields });

export const shippingScreens: readonly Screen[] = [
  orderAction({
    path: '/shipments',
    form: trackingForm,
    run: (tx, input, { order, act }) => {
      const lines = enteredQuantities(input).filter(({ qty }) => qty > 0);
      const shipment = {
        trackingNumber: input.tracking_number,
        codAmount: input.cod_amount,
        lines: lines.length === 0 ? undefined : lines,
      };
      return input.ship ? shipOrder(tx, order.id, shipment, act) : bookShipment(tx, order.id, shipment, act);
    },
    done: (t) => t.trackingAdded,
    fieldOf: lineField,
  }),
  orderAction({
    path: '/shipments/:shipment/pick-up',
    form: handOverForm,
    run: (tx, input, { context, act }) =>
      handOver(tx, requestedShipment(context).id, { from: input.from, short: enteredQuantities(input) }, act),
    done: (t) => t.handedOver,
    fieldOf: lineField,
  }),
  orderAction({
    path: '/shipments/:shipment/undo-pick-up',
    form: fields({}),
    run: (tx, _, { context, act }) => undoHandOver(tx, requestedShipment(context).id, act),
    done: (t) => t.handOverUndone,
  }),
  orderAction({
    path: '/shipments/:shipment/number',
    form: fields(numberFields),
    run: (tx, { tracking_number }, { context, act }) =>
      changeTrackingNumber(tx, requestedShipment(context).id, tracking_number, act),
    done: (t) => t.numberChanged,
  }),
  orderAction({
    path: '/shipments/:shipment/cancel',
    form: fields({}),
    run: (tx, _, { context, act }) => cancelShipment(tx, requestedShipment(context).id, act),
    done: (t) => t.parcelCanceled,
  }),
  orderAction({
    path: '/close-refunded',
    form: fields({}),
    run: (tx, _, { order, act }) => closeRefunded(tx, order.id, refundedToShip(tx, existingOrder(tx, order.id)), act),
    done: (_, language) => refundedTexts(language).closed,
  }),
  orderAction({
    path: '/shipments/:shipment/move',
    form: fields({ to: choice(STATUSES_AFTER_PICK_UP), reason: optionalText(200) }),
    run: (tx, { to, reason }, { context, act }) =>
      moveShipment(tx, requestedShipment(context).id, to, { ...act, reason }),
    done: (t) => t.statusChanged,
  }),
  orderAction({
    path: '/booking/request',
    form: fields({}),
    run: (tx, _, { order, act }) => requestBooking(tx, order.id, act),
    done: (t) => t.requested,
  }),
  orderAction({
    path: '/booking/drop',
    form: fields({}),
    run: (tx, _, { order, act }) => dropBookingOfOrder(tx, order.id, act),
    done: (t) => t.bookingDropped,
  }),
  orderAction({
    path: '/courier',
    form: fields({ shipping_type: text(64) }),
    run: (tx, { shipping_type }, { context, order, act }) => {
      if (!shippingTypes(context.app.config.values).includes(shipping_type))
        throw invalidRequest('unknown_shipping_type', { path: 'shipping_type' });
      return switchCourier(tx, order.id, shipping_type, act);
    },
    done: (t) => t.courierSwitched,
  }),
  orderAction({
    path: '/return',
    form: returnForm,
    run: (tx, { warehouse, note, ...quantities }, { order, act }) => {
      const lines = enteredReturn(tx, order, quantities);
      return returnGoods(tx, order.id, { lines, warehouseId: warehouse, note }, act);
    },
    done: (t) => t.returned,
    fieldOf: lineField,
  }),
];
