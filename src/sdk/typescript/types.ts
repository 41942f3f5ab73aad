import type { components, webhooks } from './schema.d.ts';

type Schemas = components['schemas'];

/** A code of the list, or one that the store's operator added. */
type Code<Listed> = Listed | (string & Record<never, never>);

type NewOrderFields = Schemas['NewOrder'];

export type NewOrder = Omit<NewOrderFields, 'shipping_type' | 'channel'> & {
  shipping_type: Code<NewOrderFields['shipping_type']>;
  channel?: Code<NonNullable<NewOrderFields['channel']>> | null | undefined;
};
export type NewOrderLine = Schemas['NewOrderLine'];
export type PostedAddress = Schemas['PostedAddress'];
export type OrderReference = Schemas['OrderDetailRequest'];
export type OrderSearch = Schemas['OrderListRequest'];
export type PaymentNotice = Schemas['PaymentNotifyRequest'];
export type ProductSearch = Schemas['ProductListRequest'];
export type AddressSearch = Schemas['AddressListRequest'];
export type StockSearch = Schemas['StockChangesRequest'];
export type VariantReferences = Schemas['AvailableStockRequest'];

export type Order = Schemas['Order'];
export type OrderLine = Schemas['OrderLine'];
export type OrderAddress = Schemas['OrderAddress'];
export type Payment = Schemas['Payment'];
export type Refund = Schemas['Refund'];
export type Shipment = Schemas['Shipment'];
export type StoreAddress = Schemas['StoreAddress'];
export type ProductRow = Schemas['ProductRow'];
export type Product = Schemas['Product'];
export type Variant = Schemas['Variant'];
export type AvailableStock = Schemas['AvailableStock'];
export type StockChange = Schemas['StockChange'];
export type ChangedOrder = Schemas['ChangedOrder'];
export type ChangedProduct = Schemas['ChangedProduct'];

export type OrderResponse = Schemas['OrderResponse'];
export type OrderListResponse = Schemas['OrderListResponse'];
export type ProductListResponse = Schemas['ProductListResponse'];
export type ProductResponse = Schemas['ProductDetailResponse'];
export type AddressListResponse = Schemas['AddressListResponse'];
export type StockChangesResponse = Schemas['StockChangesResponse'];
export type AvailableStockResponse = Schemas['AvailableStockResponse'];

/** `replay` says whether the body is that of the first call with this id. It is absent in the first call. */
export type RepeatableResponse = OrderResponse & { replay?: 'same' | 'differs' };

type Events = {
  [Type in keyof webhooks]: webhooks[Type]['post']['requestBody']['content']['application/json'];
};

/** A delivery. Ignore those whose `event_type` you do not know: new ones may appear at any time. */
export type WebhookEvent = Events[keyof Events];
