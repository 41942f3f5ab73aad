import createFetchClient, { type Client as FetchClient } from 'openapi-fetch';
import { Caller, type CallerOptions, type CallInit, type CallOptions, type Request } from './caller.ts';
import { completeFetch, type Fetch } from './http.ts';
import {
  everyAddress,
  everyProduct,
  type OrderFeedSearch,
  type OrderPage,
  orderPages,
  type StockFeedSearch,
  type StockPage,
  stockPages,
} from './pages.ts';
import type { components, paths } from './schema.d.ts';
import type * as types from './types.ts';

export interface ClientOptions extends CallerOptions {
  /** The address of the store's service, for example `https://shop.example`. */
  baseUrl: string;
  /** Replaces the global fetch. */
  fetch?: Fetch | undefined;
}

/**
 * A channel of a store. Each method is one call of the partner API and returns the body of its response; `products`,
 * `addresses`, `orders` and `stockChanges` read whole lists. Calls reject with a `RaanError`.
 */
export class RaanClient {
  readonly #api: FetchClient<paths>;
  readonly #caller: Caller;

  constructor({ baseUrl, fetch = globalThis.fetch, ...options }: ClientOptions) {
    if (!/^https?:\/\//.test(baseUrl))
      throw new TypeError(`baseUrl is "${baseUrl}", but must begin with https://, as in https://shop.example`);
    this.#api = createFetchClient<paths>({ baseUrl, fetch: completeFetch(fetch) });
    this.#caller = new Caller(this.#api, options);
  }

  listProducts(search: types.ProductSearch = {}, options?: CallOptions): Promise<types.ProductListResponse> {
    return this.#caller.repeat((init) => this.#api.POST('/v1/product/list', { ...init, body: search }), options);
  }

  /** Every product once, in the order of creation. */
  products(search: { query?: string | undefined } = {}, options?: CallOptions): AsyncGenerator<types.ProductRow> {
    return everyProduct((page) => this.listProducts(page, options), search);
  }

  /** A product with its variants, prices and stock. */
  readProduct(product: { product_id: string }, options?: CallOptions): Promise<types.ProductResponse> {
    return this.#caller.repeat((init) => this.#api.POST('/v1/product/detail', { ...init, body: product }), options);
  }

  listAddresses(search: types.AddressSearch = {}, options?: CallOptions): Promise<types.AddressListResponse> {
    return this.#caller.repeat((init) => this.#api.POST('/v1/store/address/list', { ...init, body: search }), options);
  }

  /** Every address of the store; the first is the default sender. */
  addresses(options?: CallOptions): AsyncGenerator<types.StoreAddress> {
    return everyAddress((page) => this.listAddresses(page, options));
  }

  /**
   * Creates an order. With `external_order_id` it is repeated after a failure and never creates a second order; without,
   * a `connection_failed` or `server_error` leaves open whether the order exists.
   */
  createOrder(order: types.NewOrder, options: CallOptions = {}): Promise<types.RepeatableResponse> {
    const body = order as components['schemas']['NewOrder'];
    return this.#callWithId(
      (init) => this.#api.POST('/v1/order/create', { ...init, body }),
      order.external_order_id,
      options,
    );
  }

  readOrder(order: types.OrderReference, options?: CallOptions): Promise<types.OrderResponse> {
    return this.#caller.repeat((init) => this.#api.POST('/v1/order/detail', { ...init, body: order }), options);
  }

  /** Orders of the channel, least recently changed first. */
  listOrders(search: types.OrderSearch = {}, options?: CallOptions): Promise<types.OrderListResponse> {
    return this.#caller.repeat((init) => this.#api.POST('/v1/order/list', { ...init, body: search }), options);
  }

  /** The pages of `listOrders` until now. Store the cursor of a page with what you did with its orders. */
  orders(search: OrderFeedSearch = {}, options?: CallOptions): AsyncGenerator<OrderPage> {
    return orderPages((page) => this.listOrders(page, options), search);
  }

  /** Cancels an open order of the channel. Canceling it again changes nothing. */
  cancelOrder(order: types.OrderReference, options?: CallOptions): Promise<types.OrderResponse> {
    return this.#caller.repeat((init) => this.#api.POST('/v1/order/cancel', { ...init, body: order }), options);
  }

  /** Reports a payment. It is repeated after a failure only with `external_payment_id`, like `createOrder`. */
  notifyPayment(payment: types.PaymentNotice, options: CallOptions = {}): Promise<types.RepeatableResponse> {
    const request = (init: CallInit) => this.#api.POST('/v1/order/payment/notify', { ...init, body: payment });
    return this.#callWithId(request, payment.external_payment_id, options);
  }

  listStockChanges(search: types.StockSearch = {}, options?: CallOptions): Promise<types.StockChangesResponse> {
    return this.#caller.repeat((init) => this.#api.POST('/v1/stock/changes', { ...init, body: search }), options);
  }

  /** The pages of `listStockChanges` until now. Store the cursor of a page with what you did with its items. */
  stockChanges(search: StockFeedSearch = {}, options?: CallOptions): AsyncGenerator<StockPage> {
    return stockPages((page) => this.listStockChanges(page, options), search);
  }

  /** Available quantities of up to 500 variants, read at one moment. Variants that the store lacks are left out. */
  availableStock(variants: types.VariantReferences, options?: CallOptions): Promise<types.AvailableStockResponse> {
    return this.#caller.repeat((init) => this.#api.POST('/v1/stock/available', { ...init, body: variants }), options);
  }

  async #callWithId(
    request: Request<types.OrderResponse>,
    id: string | null | undefined,
    options: CallOptions,
  ): Promise<types.RepeatableResponse> {
    const { data, headers } = await this.#caller.call(request, { ...options, isRepeatable: typeof id === 'string' });
    const replay = headers.get('X-Idempotent-Replay');
    return replay === 'same' || replay === 'differs' ? { ...data, replay } : data;
  }
}
