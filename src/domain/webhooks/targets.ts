import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { type LookUp, sharedLookups } from '../../lib/lookups.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { message } from '../../lib/messages/message.ts';
import { type Networks, networks } from '../../lib/networks.ts';

/** Networks outside the public internet: IANA's special-purpose registries and multicast. */
const NOT_PUBLIC = networks([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/96', // loopback, unspecified and the retired IPv4-compatible form
  '64:ff9b::/96', // reaches any IPv4 address
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16', // reaches any IPv4 address
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/9',
  'ff00::/8',
]);

/** Why webhooks may not be sent to `address`; undefined if they may. */
export type AddressRule = (address: string) => Message | undefined;

/** The error of a lookup whose addresses are all refused. */
export class TargetError extends Error {
  readonly problem: Message;

  constructor(problem: Message) {
    super(problem.key);
    this.problem = problem;
  }
}

/** Public addresses, and those that `webhooks.allow_networks` lists. */
export const publicAddressRule =
  (allowed: Networks): AddressRule =>
  (address) =>
    NOT_PUBLIC(address) && !allowed(address) ? message('webhook_address_not_public', { address }) : undefined;

/** The process has eight threads for DNS lookups (see main.ts), shared with couriers and S3. */
const sharedLookup = sharedLookups((host) => lookup(host, { all: true }), { atOnce: 6, slowAtOnce: 1, slow: 500 });

/**
 * A DNS lookup that refuses forbidden addresses, so that no name can lead into a private network. Node does not call it
 * for literal addresses: `checkLiteralAddress` checks those.
 */
export const guardedLookup =
  (addressRule: AddressRule, lookUp: LookUp = sharedLookup): LookupFunction =>
  (hostname, options, callback) => {
    lookUp(hostname).then(
      (found) => {
        const allowed = found.filter(({ address }) => addressRule(address) === undefined);
        const first = allowed[0];
        if (!first) {
          const refused = addressRule(found[0]?.address ?? '');
          callback(new TargetError(refused ?? message('webhook_host_without_address', { host: hostname })), []);
        } else if (options.all) callback(null, allowed);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, []),
    );
  };

/**
 * Why this URL can never receive a delivery: its host is a forbidden address or localhost. Other names are checked when
 * they are resolved.
 */
export function undeliverable(url: string, allowed: Networks): Message | undefined {
  const target = URL.parse(url);
  const addressRule = publicAddressRule(allowed);
  if (!target) return undefined;
  if (!/^(.+\.)?localhost$/.test(target.hostname)) return checkLiteralAddress(target, addressRule);
  return addressRule('::1') && addressRule('127.0.0.1');
}

/** The host of a URL, without the brackets of an IPv6 address. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/** The problem of a URL whose host is a literal IP address. */
export function checkLiteralAddress(url: URL, addressRule: AddressRule): Message | undefined {
  const host = hostOf(url);
  return isIP(host) ? addressRule(host) : undefined;
}
