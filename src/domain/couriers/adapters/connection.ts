import { type AddressRule, hostProblem, publicAddressRule } from '../../../lib/guarded-connection.ts';
import { type Dispatchers, guardedDispatchers } from '../../../lib/guarded-fetch.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { message } from '../../../lib/messages/message.ts';
import { networks } from '../../../lib/networks.ts';

/** Connection rules for couriers: https to public addresses, http and https to `couriers.allow_networks`. */
export interface CourierConnection {
  /** Why raan never connects to this URL; names are checked again when they are resolved. */
  urlProblem: (url: string) => Message | undefined;
  dispatchers: Dispatchers;
}

export function courierConnection(allowNetworks: readonly string[]): CourierConnection {
  const allowed = networks(allowNetworks);
  const https = publicAddressRule(allowed, (address) => message('courier_address_not_public', { address }));
  const http: AddressRule = (address) =>
    https(address) ?? (allowed(address) ? undefined : message('courier_https_required'));
  return {
    urlProblem: (url) => {
      const target = URL.parse(url);
      if (!target) return undefined;
      if (target.protocol === 'https:') return hostProblem(target, https);
      return hostProblem(target, http) ?? (allowNetworks.length === 0 ? message('courier_https_required') : undefined);
    },
    dispatchers: guardedDispatchers({ http, https }),
  };
}
