import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Networks } from './networks.ts';

/**
 * The client's IP address: the socket's, or behind trusted proxies the right-most address of X-Forwarded-For that is not
 * itself trusted (docs/decisions.md#caller-address).
 */
export function callerAddress(incoming: IncomingMessage, trusted: Networks): string {
  let address = incoming.socket.remoteAddress ?? '';
  const sent = incoming.headers['x-forwarded-for'];
  if (sent === undefined) return address; // fast path
  const forwarded = [sent].flat().join(',').split(',').reverse();
  for (const hop of forwarded.map((text) => text.trim())) {
    if (!trusted(address) || isIP(hop) === 0) break;
    address = hop;
  }
  return address;
}
