import * as v from 'valibot';
import { storeAddresses, storeAddressView } from '../domain/addresses.ts';
import { integer, withDescription } from '../lib/field-schemas.ts';
import { strictObject } from '../lib/schema-builders.ts';
import type { ApiContext } from './call-log.ts';
import { type PartnerCall, v1 } from './v1-endpoint.ts';

export const addressListBody = strictObject({
  limit: v.optional(withDescription(integer(1, 200), 'Maximum number of addresses.', 100), 100),
  offset: v.optional(withDescription(integer(0, Number.MAX_SAFE_INTEGER), 'Number of addresses to skip.', 0), 0),
});

/** See docs/partner-api.md#list-store-addresses. */
export const addresses = (ctx: ApiContext): PartnerCall[] => [
  v1(ctx, {
    path: '/v1/store/address/list',
    body: addressListBody,
    bodyOptional: true,
    permission: 'addresses.read',
    handle: (channel, { limit, offset }) => {
      const all = storeAddresses(ctx.db, channel.storeId);
      return {
        addresses: all.slice(offset, offset + limit).map(storeAddressView),
        has_more: all.length > offset + limit,
      };
    },
  }),
];
