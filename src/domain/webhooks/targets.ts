import type { Config } from '../../config.ts';
import {
  type AddressRule,
  guardedLookup,
  hostProblem,
  lookUpAll,
  publicAddressRule,
} from '../../lib/guarded-connection.ts';
import { sharedLookups } from '../../lib/lookups.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { message } from '../../lib/messages/message.ts';
import { type Networks, networks } from '../../lib/networks.ts';

/** Public addresses, and those that `webhooks.allow_networks` lists. */
export const webhookAddressRule = (allowed: Networks): AddressRule =>
  publicAddressRule(allowed, (address) => message('webhook_address_not_public', { address }));

export type WebhookSettings = Pick<Config['webhooks'], 'allow_networks' | 'require_https'>;

/** The rule of a URL's protocol. With `webhooks.require_https`, http leads to `webhooks.allow_networks` only. */
export function webhookRules({ allow_networks, require_https }: WebhookSettings): (target: URL) => AddressRule {
  const allowed = networks(allow_networks);
  const https = webhookAddressRule(allowed);
  const http: AddressRule = (address) =>
    https(address) ?? (allowed(address) ? undefined : message('webhook_https_required'));
  return ({ protocol }) => (protocol === 'http:' && require_https ? http : https);
}

/** The process has eight threads for DNS lookups (see main.ts), shared with couriers and S3. */
const sharedLookup = sharedLookups(lookUpAll, { concurrency: 6, slowConcurrency: 1, slow: 500 });

export const webhookLookup = (addressRule: AddressRule) => guardedLookup(addressRule, sharedLookup);

/** Why this URL can never receive a delivery. */
export function undeliverable(url: string, settings: WebhookSettings): Message | undefined {
  const target = URL.parse(url);
  if (!target) return undefined;
  const { allow_networks, require_https } = settings;
  const isNeverHttps = target.protocol === 'http:' && require_https && allow_networks.length === 0;
  return (
    hostProblem(target, webhookRules(settings)(target)) ??
    (isNeverHttps ? message('webhook_https_required') : undefined)
  );
}
