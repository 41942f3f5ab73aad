/** Below `/office`. */
export const SHIPPING_RATES_PATH = '/settings/shipping';
