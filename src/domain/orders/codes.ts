/** Courier codes that an order may name, besides what the config adds (decisions §4). */
export const SHIPPING_TYPES: readonly string[] = [
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

/** Sales channels that an order may name, besides what the config adds (decisions §4). */
export const SALES_CHANNELS: readonly string[] = [
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
