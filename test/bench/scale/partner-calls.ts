import { type Call, type Caller, RECIPIENT } from '../calls.ts';

/** Calls of partners, with different products and orders each time. */
export interface PartnerCalls {
  productDetail: Call;
  orderDetail: Call;
  orderCreate: Call;
}

/** The ids from which a call takes a random one each time. */
export interface RequestedIds {
  products: readonly number[];
  variants: readonly number[];
  orders: readonly number[];
}

export const partnerCallsOf = (call: Caller, { products, variants, orders }: RequestedIds): PartnerCalls => ({
  productDetail: { ...call('product detail', '/v1/product/detail', { product_id: '{id}' }), ids: products },
  orderDetail: { ...call('order detail', '/v1/order/detail', { order_id: '{id}' }), ids: orders },
  orderCreate: createOf(call, variants),
});

const createOf = (call: Caller, variants: readonly number[]): Call => ({
  ...call('order create', '/v1/order/create', {
    shipping_type: 'ems',
    products: [
      { product_variant_id: '{id}', qty: 2 },
      { product_variant_id: '{id}', qty: 1 },
    ],
    recipient_address: RECIPIENT,
    shipping_fee: '45',
  }),
  ids: variants,
});
