// Example calls of the API to paste into a shell.

/** Prints a text field of the JSON that comes in. */
const textOf = (field: string): string => `sed 's/.*"${field}":"\\([^"]*\\)".*/\\1/'`;

/** Sets the shell variable TOKEN to a new token. */
export const tokenCommand = (address: string, credentials: { clientId: string; clientSecret: string }): string =>
  `TOKEN=$(curl -sS ${address}/oauth/token -d grant_type=client_credentials -d client_id=${credentials.clientId} -d client_secret=${credentials.clientSecret} | ${textOf('access_token')})`;

/** @param body JSON, in quotes of the shell */
const curl = (address: string, endpoint: string, body: string): string =>
  `curl -sS ${address}/v1/${endpoint} -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d ${body}`;

/** Calls `/v1/ENDPOINT` with `$TOKEN`. */
export const apiCommand = (address: string, endpoint: string, body: object): string =>
  `${curl(address, endpoint, `'${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`)}; echo`;

/** Sets the shell variable CURSOR to the present position in the changes of stock. */
export const cursorCommand = (address: string): string =>
  `CURSOR=$(${curl(address, 'stock/changes', "'{}'")} | ${textOf('next_cursor')})`;

/** Reads the changes of stock since `cursorCommand`. */
export const stockChangesCommand = (address: string): string =>
  `${curl(address, 'stock/changes', String.raw`"{\"cursor\":\"$CURSOR\"}"`)}; echo`;

/** An example order of two pieces to an address in Chiang Mai. */
export const orderExample = (variantId: string, externalOrderId: string) => ({
  shipping_type: 'ems',
  products: [{ product_variant_id: variantId, qty: 2 }],
  recipient_address: {
    name: 'สมชาย ใจดี',
    telephone: '0812345678',
    address1: '99/1 ถ.นิมมานเหมินท์',
    sub_district: 'สุเทพ',
    district: 'เมืองเชียงใหม่',
    province: 'เชียงใหม่',
    postal_code: 50200,
  },
  external_order_id: externalOrderId,
});
