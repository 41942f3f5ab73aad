import * as v from 'valibot';
import { recipientAddress } from '../../domain/address-fields.ts';
import type { AddedCodes } from '../../domain/orders/order-codes.ts';
import { withDescription } from '../../lib/field-schemas.ts';
import { addressListBody } from '../addresses.ts';
import { orderCreateBody, orderLine } from '../order-body.ts';
import { orderCancelBody, orderDetailBody, orderListBody, paymentNotifyBody } from '../order-requests.ts';
import { productDetailBody, productListBody } from '../products.ts';
import { stockAvailableBody, stockChangesBody } from '../stock.ts';
import { tokenForm } from '../token.ts';
import { errorBody } from './error-responses.ts';
import {
  changedOrder,
  changedProduct,
  orderUpdated,
  productUpdated,
  stockAvailableUpdated,
  stockChange,
} from './events.ts';
import { order, orderAddress, orderLineResponse, payment, refund, shipment, storeAddress } from './order-response.ts';
import { booleanField, idField, integerField, moneyField, textField, timeField, uriField } from './response-fields.ts';

const request_id = textField('Value of the header X-Request-Id.', '9b2f0c1e-54f0-4e0c-8d76-0d3c1f6a4d0e');
const has_more = booleanField('Whether more results follow.', false);
const next_cursor = textField('Send it as `cursor` of the next call.', 's1c-7f2k');

const token = v.object({
  access_token: textField('Token to send with every call.', 'q0Jb6m…'),
  token_type: withDescription(v.literal('Bearer'), 'Send the token as `Authorization: Bearer TOKEN`.', 'Bearer'),
  expires_in: integerField('Lifetime in seconds.', 14_400),
});

/** The schemas by their names in the document. Those of request bodies also validate the requests. */
export const namedSchemas = (added: AddedCodes) => ({
  TokenRequest: tokenForm,
  Token: token,
  PostedAddress: recipientAddress,
  NewOrderLine: orderLine,
  NewOrder: orderCreateBody(added),
  OrderDetailRequest: orderDetailBody,
  OrderListRequest: orderListBody,
  OrderListResponse: v.object({
    request_id,
    orders: withDescription(v.array(order), 'The orders, least recently changed first.'),
    has_more,
    next_cursor: textField('Send it as `cursor` of the next call.', 'o1c-7f2k-3'),
  }),
  OrderCancelRequest: orderCancelBody,
  PaymentNotifyRequest: paymentNotifyBody,
  OrderResponse: v.object({ request_id, order }),
  Order: order,
  OrderLine: orderLineResponse,
  OrderAddress: orderAddress,
  StoreAddress: storeAddress,
  Payment: payment,
  Refund: refund,
  Shipment: shipment,
  AddressListRequest: addressListBody,
  AddressListResponse: v.object({
    request_id,
    addresses: withDescription(v.array(storeAddress), 'Branches and warehouses.'),
    has_more,
  }),
  ProductListRequest: productListBody,
  ProductListResponse: v.object({
    request_id,
    products: withDescription(v.array(productRow), 'The products.'),
    total: v.optional(integerField('Number of all matching products; only with `get_count`.', 120)),
    has_more,
  }),
  ProductRow: productRow,
  ProductDetailRequest: productDetailBody,
  ProductDetailResponse: v.object({ request_id, product }),
  Product: product,
  Variant: variant,
  VariantPrice: variantPrice,
  WarehouseStock: warehouseStock,
  ShippingRate: shippingRate,
  StockChangesRequest: stockChangesBody,
  StockChangesResponse: v.object({
    request_id,
    items: withDescription(v.array(stockChange), 'The changes, oldest first.'),
    has_more,
    next_cursor,
  }),
  AvailableStockRequest: stockAvailableBody,
  AvailableStockResponse: v.object({
    request_id,
    items: withDescription(v.array(availableStock), 'The requested variants that exist in the store.'),
  }),
  AvailableStock: availableStock,
  AvailableInWarehouse: availableInWarehouse,
  StockAvailableUpdated: stockAvailableUpdated,
  StockChange: stockChange,
  OrderUpdated: orderUpdated,
  ChangedOrder: changedOrder,
  ProductUpdated: productUpdated,
  ChangedProduct: changedProduct,
  Error: errorBody,
});

export type SchemaName = keyof ReturnType<typeof namedSchemas>;

const available_qty = integerField('Available quantity; negative if the store has oversold.', 8);

const availableInWarehouse = v.object({ wh_id: idField('The warehouse.', '1'), available_qty });

const availableStock = v.object({
  product_variant_id: idField('Id of the variant.', '7'),
  sku: v.optional(textField('SKU of the variant.', 'LAT-H')),
  available_qty,
  warehouses: withDescription(v.array(availableInWarehouse), 'The quantity by warehouse.'),
});

/** See docs/partner-api.md#product-row. */
const productRow = v.object({
  id: idField('Id of the product. Send it as `product_id`.', '5'),
  name: textField('Name of the product.', 'ลาเต้'),
  image_url: v.optional(uriField('The main image.', 'https://img.example/latte.jpg')),
});

const stockQuantities = {
  on_hand: integerField('Quantity on hand.', 10),
  available_qty,
  reserved_qty: integerField('Quantity reserved for open orders.', 2),
};

const warehouseStock = v.object({ wh_id: idField('The warehouse.', '1'), ...stockQuantities });

const variantPrice = v.object({
  id: idField('Id of the price.', '1'),
  price_tier_id: idField('The price tier.', '1'),
  price: moneyField('Unit price.', '65'),
});

/** See docs/partner-api.md#variant. */
const variant = v.object({
  product_variant_id: idField('Id of the variant. Send it in the lines of an order.', '7'),
  name: textField('Name of the variant; empty for a product without options.', 'ร้อน'),
  create_time: timeField('When it was created.'),
  update_time: timeField('When it last changed.'),
  img_url: v.optional(uriField('Image of the variant.', 'https://img.example/latte-hot.jpg')),
  sku: v.optional(textField('SKU of the variant.', 'LAT-H')),
  barcodes: v.optional(
    withDescription(v.array(v.string()), 'Barcodes, such as EAN numbers; absent if there are none.', ['8850123456787']),
  ),
  prices: withDescription(v.array(variantPrice), 'Prices by price tier.'),
  cost: v.optional(moneyField('Unit cost for the store.', '20.5')),
  ...stockQuantities,
  warehouses: withDescription(v.array(warehouseStock), 'Stock by warehouse.'),
  weight: v.optional(withDescription(v.number(), 'Weight in grams.', 250)),
  pulled_from_product_variant_id: v.optional(
    idField('The source variant in the other store; only for a pulled product.', '70'),
  ),
});

const shippingRate = v.object({
  shipping_type: textField('Shipping type: the code of a courier service.', 'ems'),
  first: moneyField('Fee for the first unit.', '40'),
  each_more: moneyField('Fee for each additional unit.', '10'),
});

const pictures = (description: string, example: string) =>
  withDescription(v.array(v.pipe(v.string(), v.metadata({ format: 'uri' }))), description, [example]);

/** See docs/partner-api.md#product. */
const product = v.object({
  id: idField('Id of the product.', '5'),
  name: textField('Name of the product.', 'ลาเต้'),
  description: textField('Description; may be empty.', 'นมสดแท้'),
  store_id: idField('Id of your store.', '1'),
  img_uris: pictures('Images in full size, the main image first.', 'https://img.example/latte.jpg'),
  thumbnail_uris: pictures('The images as thumbnails.', 'https://img.example/latte-t.jpg'),
  tiny_img_uris: pictures('The images in the smallest size.', 'https://img.example/latte-s.jpg'),
  create_time: timeField('When it was created.'),
  update_time: timeField('When it last changed.'),
  price_tier_ids: withDescription(v.array(idField('A price tier.', '1')), 'The price tiers of its prices.'),
  warehouse_ids: withDescription(v.array(idField('A warehouse.', '1')), 'The warehouses with its stock.'),
  shipping_rates: withDescription(v.array(shippingRate), 'Shipping fees by courier.'),
  min: v.optional(moneyField('The lowest price.', '60')),
  max: v.optional(moneyField('The highest price.', '65')),
  parent_id: v.optional(idField('The source product in the other store; only for a pulled product.', '50')),
  variants: withDescription(v.array(variant), 'The variants.'),
});
