// Example calls of the API to paste into a shell.

/** Sets the shell variable TOKEN to a new token. */
export const tokenCommand = (address: string, credentials: { clientId: string; clientSecret: string }): string =>
  `TOKEN=$(curl -sS ${address}/oauth/token -d grant_type=client_credentials -d client_id=${credentials.clientId} -d client_secret=${credentials.clientSecret} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`;

/** Calls `/v1/ENDPOINT` with `$TOKEN`. */
export const apiCommand = (address: string, endpoint: string, body: object): string =>
  `curl -sS ${address}/v1/${endpoint} -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'; echo`;

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
