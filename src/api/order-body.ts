import * as v from 'valibot';
import { postedAddress } from '../domain/addresses.ts';
import { type AddedCodes, salesChannels, shippingTypes } from '../domain/orders/codes.ts';
import type { WantedOrder } from '../domain/orders/wanted.ts';
import { amount, flag, id, integer, millis, oneOf, text, textOf } from '../lib/fields.ts';
import { ZERO } from '../lib/money.ts';
import { exactlyOne, shape, withRule } from '../lib/shape.ts';

const line = v.pipe(
  exactlyOne(
    shape({
      product_variant_id: v.optional(id),
      sku: v.optional(text),
      qty: integer(1, 1_000_000_000),
      price: v.optional(amount),
    }),
    'product_variant_id',
    'sku',
  ),
  v.transform(({ product_variant_id, ...rest }) => ({ variantId: product_variant_id, ...rest })),
);

const createFields = (added: AddedCodes) =>
  shape({
    shipping_type: oneOf(shippingTypes(added)),
    products: v.pipe(v.array(line), v.minLength(1, 'must have at least 1 line')),
    recipient_address: v.optional(postedAddress),
    recipient_address_id: v.optional(id),
    external_order_id: v.optional(textOf(1, 128)),
    is_cod: v.optional(flag, false),
    cod_fee: v.optional(amount),
    cod_amount: v.optional(amount),
    sender_name: v.optional(text),
    sender_address_id: v.optional(id),
    channel: v.optional(oneOf(salesChannels(added))),
    discount: v.optional(amount, 0),
    shipping_fee: v.optional(amount, 0),
    other_fee: v.optional(amount, 0),
    ship_before_pay: v.optional(flag, false),
    auto_request_xshipping: v.optional(flag, true),
    shipping_label_note: v.optional(textOf(0, 1_000)),
    private_note: v.optional(textOf(0, 1_000)),
    order_time: v.optional(millis),
    expiration_time: v.optional(millis),
    ship_deadline_time: v.optional(millis),
  });

/**
 * The body of order create (specification, "POST /v1/order/create") as the order it asks for.
 *
 * @param added the codes that the config adds to the built-in ones
 */
export const createBody = (added: AddedCodes) =>
  v.pipe(
    withRule(exactlyOne(createFields(added), 'recipient_address', 'recipient_address_id'), codRule),
    v.transform(wantedOrder),
  );

type CreateBody = v.InferOutput<ReturnType<typeof createFields>>;

function codRule(body: CreateBody) {
  for (const field of ['cod_fee', 'cod_amount'] as const) {
    if (body.is_cod && body[field] === undefined) return { field, problem: 'is required when is_cod is true' };
    if (!body.is_cod && body[field] !== undefined) return { field, problem: 'is accepted only when is_cod is true' };
  }
  return undefined;
}

const wantedOrder = (body: CreateBody): WantedOrder => ({
  shippingType: body.shipping_type,
  lines: body.products,
  recipientAddress: body.recipient_address,
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
