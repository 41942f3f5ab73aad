import * as v from 'valibot';
import { recipientAddress } from '../domain/address-fields.ts';
import { type AddedCodes, salesChannels, shippingTypes } from '../domain/orders/order-codes.ts';
import type { OrderInput } from '../domain/orders/order-input.ts';
import { amount, flag, id, integer, millis, oneOf, textOf, textUpTo, withDescription } from '../lib/field-schemas.ts';
import { message } from '../lib/messages/message.ts';
import { ZERO } from '../lib/money.ts';
import { exactlyOne, present, strictObject, when, withMetadata, withRule } from '../lib/schema-builders.ts';
import { MAX_LENGTH } from '../lib/text-limits.ts';
import { invalid } from '../lib/validation.ts';

/** A line of an order (docs/partner-api.md#create-an-order). */
export const orderLine = v.pipe(
  exactlyOne(
    strictObject({
      product_variant_id: v.optional(
        withDescription(id, 'The variant: `product_variant_id` of the product detail.', '7'),
      ),
      sku: v.optional(
        withDescription(
          textUpTo(MAX_LENGTH.sku),
          'Alternative: the SKU of the variant, matched exactly. A SKU shared by several variants is rejected.',
          'LAT-H',
        ),
      ),
      qty: withDescription(integer(1, 1_000_000_000), 'Quantity.', 2),
      price: v.optional(
        withDescription(amount, 'Unit price. Default: the price of the channel’s price tier.', '65', 65.5),
      ),
    }),
    'product_variant_id',
    'sku',
  ),
  v.transform(({ product_variant_id, ...rest }) => ({ variantId: product_variant_id, ...rest })),
);

const orderCreateFields = (added: AddedCodes) =>
  strictObject({
    shipping_type: withDescription(oneOf(shippingTypes(added)), 'Shipping type: the code of a courier service.', 'ems'),
    products: withDescription(v.pipe(v.array(orderLine), v.minLength(1, invalid('no_lines'))), 'The lines.'),
    recipient_address: v.optional(recipientAddress),
    recipient_address_id: v.optional(
      withDescription(id, 'An existing address, such as that of an earlier order of this customer.', '12'),
    ),
    external_order_id: v.optional(
      withDescription(
        textOf(1, 128),
        'Your own id of the order, unique in your channel. A repeated request returns the first order and creates none.',
        'SP-2026-0001',
      ),
    ),
    is_cod: v.optional(withDescription(flag, 'Whether the courier collects cash on delivery.', true), false),
    cod_fee: v.optional(
      withDescription(amount, 'The fee for cash on delivery. Required if `is_cod` is true, rejected otherwise.', '15'),
    ),
    cod_amount: v.optional(
      withDescription(
        amount,
        'The amount that the courier collects. Required if `is_cod` is true, rejected otherwise.',
        '145',
      ),
    ),
    sender_name: v.optional(
      withDescription(textUpTo(MAX_LENGTH.name), 'Sender on the label. Default: the name of the store.', 'บ้านกาแฟ'),
    ),
    sender_address_id: v.optional(
      withDescription(id, 'One of the store’s own addresses. Default: the first of the address list.', '3'),
    ),
    channel: v.optional(withDescription(oneOf(salesChannels(added)), 'The sales channel.', 'sales_page')),
    discount: v.optional(withDescription(amount, 'Subtracted from the total.', '5'), 0),
    shipping_fee: v.optional(withDescription(amount, 'Added to the total.', '40'), 0),
    other_fee: v.optional(withDescription(amount, 'Added to the total.', '0'), 0),
    ship_before_pay: v.optional(
      withDescription(flag, 'Whether the order may be shipped before it is paid.', false),
      false,
    ),
    auto_request_xshipping: v.optional(
      withDescription(
        flag,
        'Whether to request a tracking number from the courier as soon as the order is ready to ship.',
        true,
      ),
      true,
    ),
    shipping_label_note: v.optional(withDescription(textUpTo(MAX_LENGTH.note), 'Printed on the label.', 'ระวังแตก')),
    private_note: v.optional(
      withDescription(textUpTo(MAX_LENGTH.note), 'Visible to the store only; never returned.', 'ลูกค้าประจำ'),
    ),
    order_time: v.optional(withDescription(millis, 'When the customer ordered. Default: now.', 1_794_373_200_000)),
    expiration_time: v.optional(withDescription(millis, 'When the order expires if it is unpaid.', 1_794_459_600_000)),
    ship_deadline_time: v.optional(withDescription(millis, 'Deadline for shipping.', 1_794_546_000_000)),
  });

/**
 * The body of order create (docs/partner-api.md#create-an-order), transformed into a `OrderInput`.
 *
 * @param added the codes that the config adds to the built-in ones
 */
export const orderCreateBody = (added: AddedCodes) =>
  v.pipe(
    withMetadata(
      withRule(exactlyOne(orderCreateFields(added), 'recipient_address', 'recipient_address_id'), codRule),
      COD_RULE,
    ),
    v.transform(wantedOrder),
  );

type CreateBody = v.InferOutput<ReturnType<typeof orderCreateFields>>;

const isCod = { required: ['is_cod'], properties: { is_cod: { const: true } } };

/** `codRule` in JSON Schema. */
const COD_RULE = {
  dependentSchemas: {
    is_cod: when(isCod, present('cod_fee', 'cod_amount')),
    cod_fee: when(present('cod_fee'), isCod),
    cod_amount: when(present('cod_amount'), isCod),
  },
};

function codRule(body: CreateBody) {
  for (const field of ['cod_fee', 'cod_amount'] as const) {
    if (body.is_cod && body[field] === undefined) return message('required_for_cod', { path: field });
    if (!body.is_cod && body[field] !== undefined) return message('only_for_cod', { path: field });
  }
  return undefined;
}

const wantedOrder = (body: CreateBody): OrderInput => ({
  shippingType: body.shipping_type,
  lines: body.products,
  recipientAddress: body.recipient_address?.address,
  recipientCopyOf: body.recipient_address?.copyOf,
  recipientAddressId: body.recipient_address_id,
  externalOrderId: body.external_order_id,
  cod: body.is_cod ? { fee: body.cod_fee ?? ZERO, amount: body.cod_amount ?? ZERO } : undefined,
  senderName: body.sender_name,
  senderAddressId: body.sender_address_id,
  salesChannel: body.channel,
  discount: body.discount,
  shippingFee: body.shipping_fee,
  otherFee: body.other_fee,
  shipBeforePay: body.ship_before_pay,
  autoRequestXshipping: body.auto_request_xshipping,
  shippingLabelNote: body.shipping_label_note,
  privateNote: body.private_note,
  orderTime: body.order_time,
  expirationTime: body.expiration_time,
  shipDeadlineTime: body.ship_deadline_time,
});
