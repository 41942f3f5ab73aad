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

export function networks(list: readonly string[]): Networks {
  const blocks = new BlockList();
  for (const text of list) {
    const [, address = text, prefix] = NETWORK.exec(text) ?? [];
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    blocks.addSubnet(address, Number(prefix ?? (family === 'ipv4' ? 32 : 128)), family);
  }
  return (address) => {
    const family = isIP(address);
    return family !== 0 && blocks.check(address, family === 4 ? 'ipv4' : 'ipv6');
  };
}
