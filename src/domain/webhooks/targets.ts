import { lookup } from 'node:dns/promises';
import { type AddressRule, guardedLookup, hostProblem, publicAddressRule } from '../../lib/guarded-connection.ts';
import { sharedLookups } from '../../lib/lookups.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { message } from '../../lib/messages/message.ts';
import type { Networks } from '../../lib/networks.ts';

/** Public addresses, and those that `webhooks.allow_networks` lists. */
export const webhookAddressRule = (allowed: Networks): AddressRule =>
  publicAddressRule(allowed, (address) => message('webhook_address_not_public', { address }));

/** The process has eight threads for DNS lookups (see main.ts), shared with couriers and S3. */
const sharedLookup = sharedLookups((host) => lookup(host, { all: true }), { atOnce: 6, slowAtOnce: 1, slow: 500 });

export const webhookLookup = (addressRule: AddressRule) => guardedLookup(addressRule, sharedLookup);

/** Why this URL can never receive a delivery. */
export function undeliverable(url: string, allowed: Networks): Message | undefined {
  const target = URL.parse(url);
  return target ? hostProblem(target, webhookAddressRule(allowed)) : undefined;
}
