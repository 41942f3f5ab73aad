import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import type { LookUp } from './lookups.ts';
import type { Message } from './messages/catalogue.ts';
import { message } from './messages/message.ts';
import { type Networks, networks } from './networks.ts';

// SSRF protection: URLs that store owners enter must not reach private networks.

/** Networks outside the public internet: IANA's special-purpose registries and multicast. */
const SPECIAL_PURPOSE = networks([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32', // Azure's platform services
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
  '100:0:0:1::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16', // reaches any IPv4 address
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/9',
  'ff00::/8',
]);

/** Checked for IPv6 addresses only: a block list with this network would match every IPv4 address. */
const IPV4_MAPPED = networks(['::ffff:0:0/96']);

const isPublic = (address: string): boolean =>
  !SPECIAL_PURPOSE(address) && !(isIP(address) === 6 && IPV4_MAPPED(address));

/** Why raan may not connect to `address`; undefined if it may. */
export type AddressRule = (address: string) => Message | undefined;

/** Allows public addresses and the listed networks. */
export const publicAddressRule =
  (allowed: Networks, refusal: (address: string) => Message): AddressRule =>
  (address) =>
    isPublic(address) || allowed(address) ? undefined : refusal(address);

/** The error of a lookup whose addresses are all refused. */
export class TargetError extends Error {
  readonly problem: Message;

  constructor(problem: Message) {
    super(problem.key);
    this.problem = problem;
  }
}

export const lookUpAll: LookUp = (host) => lookup(host, { all: true });

/**
 * A DNS lookup that refuses forbidden addresses. Node does not call it for literal addresses, which
 * `checkLiteralAddress` checks.
 */
export const guardedLookup =
  (addressRule: AddressRule, lookUp: LookUp = lookUpAll): LookupFunction =>
  (hostname, options, callback) => {
    lookUp(hostname).then(
      (found) => {
        const allowed = found.filter(({ address }) => addressRule(address) === undefined);
        const first = allowed[0];
        if (!first) {
          const refused = addressRule(found[0]?.address ?? '');
          callback(new TargetError(refused ?? message('host_without_address', { host: hostname })), []);
        } else if (options.all) callback(null, allowed);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, []),
    );
  };

/** The host of a URL, without the brackets of an IPv6 address. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/** The problem of a URL whose host is a literal IP address. */
export function checkLiteralAddress(url: URL, addressRule: AddressRule): Message | undefined {
  const host = hostOf(url);
  return isIP(host) ? addressRule(host) : undefined;
}

/**
 * Why raan can never connect to this URL: its host is a forbidden address or localhost. Other names are checked when
 * they are resolved.
 */
export function hostProblem(url: URL, addressRule: AddressRule): Message | undefined {
  if (!/^(.+\.)?localhost\.?$/.test(url.hostname)) return checkLiteralAddress(url, addressRule);
  return addressRule('::1') && addressRule('127.0.0.1');
}
