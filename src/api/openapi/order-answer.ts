import * as v from 'valibot';
import { addressFields } from '../../domain/addresses.ts';
import { PAYMENT_METHODS } from '../../domain/orders/payments/methods.ts';
import {
  COD_MOVES,
  ORDER_MOVES,
  PAYMENT_MOVES,
  type PaymentStatus,
  SHIPMENT_MOVES,
  type ShippingStatus,
} from '../../domain/orders/states.ts';
import { said } from '../../lib/fields.ts';
import {
  flagField,
  idField,
  keyField,
  moneyField,
  textField,
  timeField,
  uriField,
  wholeField,
} from './answer-fields.ts';

/** See docs/partner-api.md#order-address. */
export const orderAddress = v.object({
  id: idField('To be sent as `recipient_address_id` of a later order of this customer.', '12'),
  ...addressFields,
});

/** See docs/partner-api.md#store-address. */
export const storeAddress = v.object({
  id: idField('To be sent as `sender_address_id`.', '3'),
  is_primary: flagField('Whether the owner marked it; of several the first of the list counts.', true),
  ...addressFields,
});

export const lineAnswer = v.object({
  id: idField('Of the line.', '1'),
  product_id: idField('Of the product.', '5'),
  product_variant_id: idField('Of the variant.', '7'),
  name: textField('Of the product when it was ordered.', 'ลาเต้'),
  variant_name: textField('Of the variant; empty for a product sold in one form.', 'ร้อน'),
  sku: v.optional(textField('Of the variant.', 'LAT-H')),
  qty: wholeField('How many.', 2),
  price: moneyField('For one.', '65'),
  amount: moneyField('For all.', '130'),
});

export const payment = v.object({
  id: idField('Of the payment.', '1'),
  method: said(v.picklist(PAYMENT_METHODS), 'How it was paid.', 'transfer'),
  amount: moneyField('What was paid.', '165'),
  status: keyField(PAYMENT_MOVES, 'Where it stands.', 'confirmed'),
  create_time: timeField('When it was noted.'),
});

export const shipment = v.object({
  id: idField('Of the shipment.', '1'),
  shipping_type: textField('The courier.', 'ems'),
  tracking_number: v.optional(textField('The courier’s number; absent until there is one.', 'EX123456785TH')),
  tracking_url: v.optional(uriField('Where the customer can follow it.', 'https://track.example/EX123456785TH')),
  status: keyField(SHIPMENT_MOVES, 'Where it is.', 'booked'),
  is_cod: flagField('Whether the courier collects cash on delivery.', false),
  cod_amount: v.optional(moneyField('What it collects.', '145')),
  create_time: timeField('When it was made.'),
  book_time: v.optional(timeField('When the courier gave the number.')),
  ship_time: v.optional(timeField('When it was picked up.')),
  deliver_time: v.optional(timeField('When it was delivered.')),
  cancel_time: v.optional(timeField('When it was canceled.')),
});

const PAYMENT_STATUSES = [
  'unpaid',
  'awaiting_confirmation',
  'partially_paid',
  'paid',
  'partially_refunded',
  'refunded',
] as const satisfies readonly PaymentStatus[];

const SHIPPING_STATUSES = [
  'unshipped',
  'booked',
  'partially_shipped',
  'shipped',
  'partially_delivered',
  'delivered',
  'returning',
  'returned',
] as const satisfies readonly ShippingStatus[];

/** The order as every answer shows it (docs/decisions.md#order-in-answers). */
export const order = v.object({
  id: idField('To be sent as `order_id`.', '42'),
  order_number: textField('The store’s running number.', '1042'),
  external_order_id: v.optional(textField('Your own id, where you sent one.', 'SP-2026-0001')),
  status: keyField(ORDER_MOVES, 'Where the order stands.', 'open'),
  payment_status: said(v.picklist(PAYMENT_STATUSES), 'How far it is paid.', 'unpaid'),
  shipping_status: said(v.picklist(SHIPPING_STATUSES), 'How far it is shipped.', 'unshipped'),
  cod_status: v.optional(keyField(COD_MOVES, 'Where the cash on delivery is; only with `is_cod`.', 'pending')),
  shipping_type: textField('The courier.', 'ems'),
  channel: v.optional(textField('Where the sale was made.', 'sales_page')),
  products: said(v.array(lineAnswer), 'The lines, as they were when ordered.'),
  recipient_address: orderAddress,
  sender_name: textField('Shown on the label.', 'บ้านกาแฟ'),
  sender_address: v.optional(storeAddress),
  subtotal: moneyField('The lines together.', '130'),
  discount: moneyField('Taken off.', '5'),
  shipping_fee: moneyField('Added.', '40'),
  other_fee: moneyField('Added.', '0'),
  is_cod: flagField('Whether the courier collects cash on delivery.', false),
  cod_fee: v.optional(moneyField('The fee for that.', '15')),
  cod_amount: v.optional(moneyField('What the courier collects.', '145')),
  total: moneyField('What the order costs; never below 0.', '165'),
  paid_amount: moneyField('What is paid of it and confirmed.', '0'),
  ship_before_pay: flagField('Whether it may be shipped before it is paid.', false),
  auto_request_xshipping: flagField('Whether a tracking number is asked for by itself.', true),
  shipping_label_note: v.optional(textField('Printed on the label.', 'ระวังแตก')),
  order_time: timeField('When the customer ordered.'),
  expiration_time: v.optional(timeField('When it expires if it is unpaid.')),
  ship_deadline_time: v.optional(timeField('When it must be on its way.')),
  create_time: timeField('When it was made here.'),
  update_time: timeField('When it last changed.'),
  paid_time: v.optional(timeField('When it was paid in full.')),
  cancel_time: v.optional(timeField('When it was canceled or expired.')),
  payments: said(v.array(payment), 'What was paid, the oldest first.'),
  shipments: v.optional(said(v.array(shipment), 'Absent until the first shipment has its tracking number.')),
});
