import { BlockList, isIP } from 'node:net';

/** Whether `address` (IPv4, IPv6 or IPv4-mapped IPv6) is inside one of the networks. */
export type Networks = (address: string) => boolean;

const NETWORK = /^([^/]+)\/(\d{1,3})$/;

/** Whether `text` is a network in CIDR form (`10.0.0.0/8`, `fd00::/8`) or a single address. */
export function isNetwork(text: string): boolean {
  const [, address = text, prefix] = NETWORK.exec(text) ?? [];
  const family = isIP(address);
  return family !== 0 && (prefix === undefined || Number(prefix) <= (family === 4 ? 32 : 128));
}

/** Parses the list at the first check, because most starts of the program check nothing. */
export function networks(list: readonly string[]): Networks {
  let blocks: BlockList | undefined;
  return (address) => {
    if (isIP(address) === 0) return false;
    blocks ??= blockList(list);
    return blocks.check(address, familyOf(address));
  };
}

function blockList(list: readonly string[]): BlockList {
  const blocks = new BlockList();
  for (const text of list) {
    const [, address = text, prefix] = NETWORK.exec(text) ?? [];
    const family = familyOf(address);
    blocks.addSubnet(address, Number(prefix ?? (family === 'ipv4' ? 32 : 128)), family);
  }
  return blocks;
}

/** Of a valid address. `isIP` would compile a regular expression for IPv6, which takes 5 ms of the start. */
const familyOf = (address: string): 'ipv4' | 'ipv6' => (address.includes(':') ? 'ipv6' : 'ipv4');
