import * as v from 'valibot';
import { storedAddressFields } from '../../domain/address-fields.ts';
import {
  COD_MOVES,
  ORDER_MOVES,
  PAYMENT_METHODS,
  PAYMENT_MOVES,
  type PaymentStatus,
  SHIPMENT_MOVES,
  type ShippingStatus,
} from '../../domain/orders/order-states.ts';
import { withDescription } from '../../lib/field-schemas.ts';
import {
  booleanField,
  enumField,
  idField,
  integerField,
  moneyField,
  textField,
  timeField,
  uriField,
} from './response-fields.ts';

/** See docs/partner-api.md#order-address. */
export const orderAddress = v.object({
  id: idField('Id of the address. Send it as `recipient_address_id` of a later order of this customer.', '12'),
  ...storedAddressFields,
});

/** See docs/partner-api.md#store-address. */
export const storeAddress = v.object({
  id: idField('Id of the address. Send it as `sender_address_id`.', '3'),
  is_primary: booleanField(
    'Whether the store marked the address as primary. If there are several, the first one is the default sender.',
    true,
  ),
  ...storedAddressFields,
});

export const orderLineResponse = v.object({
  id: idField('Id of the line.', '1'),
  product_id: idField('Id of the product.', '5'),
  product_variant_id: idField('Id of the variant.', '7'),
  name: textField('Name of the product when it was ordered.', 'ลาเต้'),
  variant_name: textField('Name of the variant; empty for a product without options.', 'ร้อน'),
  sku: v.optional(textField('SKU of the variant.', 'LAT-H')),
  qty: integerField('Ordered quantity.', 2),
  short_qty: v.optional(integerField('Quantity that the store will not ship. Absent if the line is complete.', 1)),
  price: moneyField('Unit price.', '65'),
  amount: moneyField('Price of the line.', '130'),
});

export const refund = v.object({
  id: idField('Id of the refund.', '1'),
  amount: moneyField('Amount paid back.', '65'),
  method: withDescription(v.picklist(PAYMENT_METHODS), 'Payment method.', 'transfer'),
  create_time: timeField('When it was recorded.'),
});

export const payment = v.object({
  id: idField('Id of the payment.', '1'),
  method: withDescription(v.picklist(PAYMENT_METHODS), 'Payment method.', 'transfer'),
  amount: moneyField('Amount paid.', '165'),
  status: enumField(PAYMENT_MOVES, 'Status of the payment.', 'confirmed'),
  has_slip: v.optional(booleanField('Whether the store has an image of the bank slip.', true)),
  pay_time: v.optional(timeField('Reported time of the payment.')),
  external_payment_id: v.optional(textField('Your own id of the payment, if you sent one.', 'PAY-1')),
  create_time: timeField('When it was recorded.'),
  refunds: v.optional(
    withDescription(v.array(refund), 'Refunds of this payment, oldest first. Absent if there are none.'),
  ),
});

export const shipment = v.object({
  id: idField('Id of the shipment.', '1'),
  shipping_type: textField('Shipping type: the code of a courier service.', 'ems'),
  tracking_number: v.optional(textField('Tracking number; absent until the courier assigns it.', 'EX123456785TH')),
  tracking_url: v.optional(uriField('Tracking page for the customer.', 'https://track.example/EX123456785TH')),
  status: enumField(SHIPMENT_MOVES, 'Status of the shipment.', 'booked'),
  is_cod: booleanField('Whether the courier collects cash on delivery.', false),
  cod_amount: v.optional(moneyField('The amount that the courier collects.', '145')),
  create_time: timeField('When it was created.'),
  book_time: v.optional(timeField('When the courier assigned the tracking number.')),
  ship_time: v.optional(timeField('When it was picked up.')),
  deliver_time: v.optional(timeField('When it was delivered.')),
  cancel_time: v.optional(timeField('When it was canceled.')),
});

export const PAYMENT_STATUSES = [
  'unpaid',
  'awaiting_confirmation',
  'partially_paid',
  'paid',
  'partially_refunded',
  'refunded',
] as const satisfies readonly PaymentStatus[];

export const SHIPPING_STATUSES = [
  'unshipped',
  'booked',
  'partially_shipped',
  'shipped',
  'partially_delivered',
  'delivered',
  'returning',
  'returned',
] as const satisfies readonly ShippingStatus[];

/** The order as every response shows it (docs/decisions.md#order-in-responses). */
export const order = v.object({
  id: idField('Id of the order. Send it as `order_id`.', '42'),
  order_number: textField('The store’s sequential order number.', '1042'),
  external_order_id: v.optional(textField('Your id of the order, if you sent one.', 'SP-2026-0001')),
  status: enumField(ORDER_MOVES, 'Status of the order.', 'open'),
  payment_status: withDescription(v.picklist(PAYMENT_STATUSES), 'Payment status.', 'unpaid'),
  shipping_status: withDescription(v.picklist(SHIPPING_STATUSES), 'Shipping status.', 'unshipped'),
  cod_status: v.optional(enumField(COD_MOVES, 'Status of the cash on delivery; only if `is_cod` is true.', 'pending')),
  shipping_type: textField('Shipping type: the code of a courier service.', 'ems'),
  channel: v.optional(textField('The sales channel.', 'sales_page')),
  products: withDescription(v.array(orderLineResponse), 'The order lines.'),
  recipient_address: orderAddress,
  sender_name: textField('Sender on the label.', 'บ้านกาแฟ'),
  sender_address: v.optional(storeAddress),
  subtotal: moneyField('Sum of the lines.', '130'),
  discount: moneyField('Subtracted from the total.', '5'),
  shipping_fee: moneyField('Added to the total.', '40'),
  other_fee: moneyField('Added to the total.', '0'),
  is_cod: booleanField('Whether the courier collects cash on delivery.', false),
  cod_fee: v.optional(moneyField('The fee for cash on delivery.', '15')),
  cod_amount: v.optional(moneyField('The amount that the courier collects.', '145')),
  total: moneyField('Total of the order; never below 0.', '165'),
  paid_amount: moneyField('Confirmed payments minus refunds, excluding money that a courier collects.', '0'),
  ship_before_pay: booleanField('Whether the order may be shipped before it is paid.', false),
  auto_request_xshipping: booleanField('Whether a tracking number is requested automatically.', true),
  shipping_label_note: v.optional(textField('Printed on the label.', 'ระวังแตก')),
  order_time: timeField('When the customer ordered.'),
  expiration_time: v.optional(timeField('When the order expires if it is unpaid.')),
  ship_deadline_time: v.optional(timeField('Deadline for shipping.')),
  create_time: timeField('When it was created.'),
  update_time: timeField('When it last changed.'),
  paid_time: v.optional(timeField('When it was paid in full.')),
  cancel_time: v.optional(timeField('When it was canceled or expired.')),
  payments: withDescription(v.array(payment), 'Payments, oldest first.'),
  shipments: v.optional(withDescription(v.array(shipment), 'Absent until the first shipment has its tracking number.')),
});
