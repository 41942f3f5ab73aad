/** Codes that the config adds to the built-in ones. */
export interface AddedCodes {
  shipping_types: readonly string[];
  channels: readonly string[];
}

const SHIPPING_TYPES: readonly string[] = [
  'ems',
  'register',
  'parcel',
  'spx_pickup',
  'spx_dropoff',
  'flash',
  'flash_bulky',
  'kex',
  'jt',
  'best',
  'ninjavan',
  'dhl',
  'inter_express',
  'nim_express',
  'lalamove',
  'store_pickup',
  'other',
];

const SALES_CHANNELS: readonly string[] = [
  'sales_page',
  'facebook',
  'instagram',
  'line',
  'tiktok',
  'shopee',
  'lazada',
  'website',
  'chat_bot',
  'phone',
  'walk_in',
  'erp',
  'other',
];

/** The codes of shipping types (docs/decisions.md#codes). */
export const shippingTypes = (added: AddedCodes): readonly string[] => [...SHIPPING_TYPES, ...added.shipping_types];

export const salesChannels = (added: AddedCodes): readonly string[] => [...SALES_CHANNELS, ...added.channels];
