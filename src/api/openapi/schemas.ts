import * as v from 'valibot';
import { postedAddress } from '../../domain/addresses.ts';
import type { AddedCodes } from '../../domain/orders/codes.ts';
import { withDescription } from '../../lib/fields.ts';
import { addressListBody } from '../addresses.ts';
import { createBody, orderLine } from '../order-body.ts';
import { orderDetailBody } from '../orders.ts';
import { productDetailBody, productListBody } from '../products.ts';
import { tokenForm } from '../token.ts';
import { flagField, textField, wholeField } from './answer-fields.ts';
import { stockAvailableUpdated, stockChange } from './events.ts';
import { lineAnswer, order, orderAddress, payment, shipment, storeAddress } from './order-answer.ts';
import { product, productRow, shippingRate, variant, variantPrice, warehouseStock } from './product-answer.ts';
import { errorAnswer } from './refusals.ts';

const request_id = textField('Value of the header X-Request-Id.', '9b2f0c1e-54f0-4e0c-8d76-0d3c1f6a4d0e');
const has_more = flagField('Whether more results follow.', false);

const token = v.object({
  access_token: textField('Token to send with every call.', 'q0Jb6m…'),
  token_type: withDescription(v.literal('Bearer'), 'Send the token as `Authorization: Bearer TOKEN`.', 'Bearer'),
  expires_in: wholeField('Lifetime in seconds.', 14_400),
});

/** The schemas by their names in the document. Those of request bodies also validate the requests. */
export const namedSchemas = (added: AddedCodes) => ({
  TokenRequest: tokenForm,
  Token: token,
  PostedAddress: postedAddress,
  NewOrderLine: orderLine,
  NewOrder: createBody(added),
  OrderWanted: orderDetailBody,
  OrderAnswer: v.object({ request_id, order }),
  Order: order,
  OrderLine: lineAnswer,
  OrderAddress: orderAddress,
  StoreAddress: storeAddress,
  Payment: payment,
  Shipment: shipment,
  AddressesWanted: addressListBody,
  AddressesAnswer: v.object({
    request_id,
    addresses: withDescription(v.array(storeAddress), 'Branches and warehouses.'),
    has_more,
  }),
  ProductsWanted: productListBody,
  ProductsAnswer: v.object({
    request_id,
    products: withDescription(v.array(productRow), 'The products.'),
    total: v.optional(wholeField('Number of all matching products; only with `get_count`.', 120)),
    has_more,
  }),
  ProductRow: productRow,
  ProductWanted: productDetailBody,
  ProductAnswer: v.object({ request_id, product }),
  Product: product,
  Variant: variant,
  VariantPrice: variantPrice,
  WarehouseStock: warehouseStock,
  ShippingRate: shippingRate,
  StockAvailableUpdated: stockAvailableUpdated,
  StockChange: stockChange,
  Error: errorAnswer,
});

export type SchemaName = keyof ReturnType<typeof namedSchemas>;
