import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Networks } from './networks.ts';

/**
 * The client's IP address: the socket's, or behind trusted proxies the right-most address of X-Forwarded-For that is not
 * itself trusted (docs/decisions.md#client-address).
 */
export function clientAddress(incoming: IncomingMessage, trusted: Networks): string {
  let address = incoming.socket.remoteAddress ?? '';
  const forwardedFor = incoming.headers['x-forwarded-for'];
  if (forwardedFor === undefined) return address; // fast path
  const hops = [forwardedFor].flat().join(',').split(',').reverse();
  for (const hop of hops.map((text) => text.trim())) {
    if (!trusted(address) || isIP(hop) === 0) break;
    address = hop;
  }
  return address;
}
