import * as v from 'valibot';
import { postedAddress } from '../../domain/addresses.ts';
import type { AddedCodes } from '../../domain/orders/codes.ts';
import { said } from '../../lib/fields.ts';
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

const request_id = textField('The same as the header X-Request-Id.', '9b2f0c1e-54f0-4e0c-8d76-0d3c1f6a4d0e');
const has_more = flagField('Whether there are more after these.', false);

const token = v.object({
  access_token: textField('To be sent with every call.', 'q0Jb6m…'),
  token_type: said(v.literal('Bearer'), 'How it is sent: `Authorization: Bearer` and the token.', 'Bearer'),
  expires_in: wholeField('So many seconds it is good for.', 14_400),
});

/** What bodies and answers hold, by the names in the document; those that check bodies are the same. */
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
    addresses: said(v.array(storeAddress), 'Branches and warehouses.'),
    has_more,
  }),
  ProductsWanted: productListBody,
  ProductsAnswer: v.object({
    request_id,
    products: said(v.array(productRow), 'A row for each.'),
    total: v.optional(wholeField('All that match; only with `get_count`.', 120)),
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
