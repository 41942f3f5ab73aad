import { isIP } from 'node:net';
import type { Config } from '../../../config.ts';
import { networks } from '../../../lib/networks.ts';
import { type Trouble, troublesIn } from './trouble.ts';

const isHere = networks(['127.0.0.0/8', '::1/128']);
const reachesOut = (host: string): boolean => (isIP(host) === 0 ? host !== 'localhost' : !isHere(host));
const everyone = (list: readonly string[]): string | undefined => list.find((network) => network.endsWith('/0'));

/** Settings that are allowed and unwise. */
export function unsafeSettings({ listen, metrics, webhooks }: Config): Trouble[] {
  const trusted = everyone(listen.trusted_proxies);
  const allowed = everyone(webhooks.allow_networks);
  return troublesIn(
    reachesOut(listen.host) &&
      listen.tls_cert === '' &&
      !listen.base_url.startsWith('https:') && {
        check: 'config',
        trouble: `listen.host is ${listen.host}, and whoever is between reads passwords and tokens`,
        cure: 'put a proxy with https in front and set listen.host = "127.0.0.1" and listen.base_url, or set listen.tls_cert and listen.tls_key',
      },
    trusted !== undefined && {
      check: 'config',
      trouble: `listen.trusted_proxies has ${trusted}, so anyone may forge the address that limits and logs go by`,
      cure: 'name your proxy’s network alone',
    },
    allowed !== undefined && {
      check: 'config',
      trouble: `webhooks.allow_networks has ${allowed}, so an app’s URL may lead to any program of this machine`,
      cure: 'name the receivers’ networks alone',
    },
    metrics.host !== '' &&
      reachesOut(metrics.host) && {
        check: 'config',
        trouble: `metrics.host is ${metrics.host}, where they need no token`,
        cure: 'set metrics.host = "127.0.0.1", or metrics.token instead',
      },
  );
}
