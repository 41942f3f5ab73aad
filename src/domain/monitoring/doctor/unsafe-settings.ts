import { isIP } from 'node:net';
import type { Config } from '../../../config.ts';
import { networks } from '../../../lib/networks.ts';
import { type Trouble, troublesIn } from './trouble.ts';

const isLoopback = networks(['127.0.0.0/8', '::1/128']);
const isPublic = (host: string): boolean => (isIP(host) === 0 ? host !== 'localhost' : !isLoopback(host));
const allAddresses = (list: readonly string[]): string | undefined => list.find((network) => network.endsWith('/0'));

/** Valid but unsafe settings. */
export function unsafeSettings({ listen, metrics, webhooks }: Config): Trouble[] {
  const trusted = allAddresses(listen.trusted_proxies);
  const allowed = allAddresses(webhooks.allow_networks);
  return troublesIn(
    isPublic(listen.host) &&
      listen.tls_cert === '' &&
      !listen.base_url.startsWith('https:') && {
        check: 'config',
        trouble: `listen.host is ${listen.host} without HTTPS, so passwords and tokens can be intercepted`,
        cure: 'Use an HTTPS proxy with listen.host = "127.0.0.1" and listen.base_url, or set listen.tls_cert and listen.tls_key',
      },
    trusted !== undefined && {
      check: 'config',
      trouble: `listen.trusted_proxies contains ${trusted}, so any client can fake its address in limits and logs`,
      cure: 'List only the network of your proxy',
    },
    allowed !== undefined && {
      check: 'config',
      trouble: `webhooks.allow_networks contains ${allowed}, so webhooks can reach any service on this machine`,
      cure: 'List only the networks of webhook receivers',
    },
    metrics.host !== '' &&
      isPublic(metrics.host) && {
        check: 'config',
        trouble: `metrics.host is ${metrics.host}, which serves metrics without a token`,
        cure: 'Set metrics.host = "127.0.0.1", or metrics.token instead',
      },
  );
}
