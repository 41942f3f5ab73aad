import type { LookupFunction } from 'node:net';
import { BLOCKED_PORTS } from '../../lib/blocked-ports.ts';
import {
  type AddressRule,
  checkLiteralAddress,
  guardedLookup,
  hostProblem,
  publicAddressRule,
} from '../../lib/guarded-connection.ts';
import { type Dispatchers, guardedDispatchers } from '../../lib/guarded-fetch.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { message } from '../../lib/messages/message.ts';
import { networks } from '../../lib/networks.ts';
import type { EmailService } from './services.ts';

/**
 * Connection rules for alert services: public addresses need an encrypted connection, and addresses in
 * `alerts.allow_networks` may be private and need no encryption.
 */
export interface AlertConnection {
  /** Why raan never connects to this URL; names are checked again when they are resolved. */
  urlProblem: (url: string) => Message | undefined;
  dispatchers: Dispatchers;
  /** Why raan never connects to this mail server. */
  mailProblem: (server: MailServer) => Message | undefined;
  mailLookup: (server: MailServer) => LookupFunction;
}

type MailServer = Pick<EmailService, 'host' | 'security'>;

export function alertConnection(allowNetworks: readonly string[]): AlertConnection {
  const allowed = networks(allowNetworks);
  const encrypted = publicAddressRule(allowed, (address) => message('alert_address_not_public', { address }));
  const unencrypted: AddressRule = (address) =>
    encrypted(address) ?? (allowed(address) ? undefined : message('alert_encryption_required'));
  const ruleOf = ({ security }: MailServer) => (security === 'none' ? unencrypted : encrypted);
  return {
    urlProblem: (url) => {
      const target = URL.parse(url);
      if (!target || !/^https?:$/.test(target.protocol)) return message('not_a_web_address');
      const port = Number(target.port);
      if (BLOCKED_PORTS.has(port)) return message('web_port_reserved', { port });
      return hostProblem(target, target.protocol === 'https:' ? encrypted : unencrypted);
    },
    dispatchers: guardedDispatchers({ http: unencrypted, https: encrypted }),
    mailProblem: (server) => {
      const url = URL.parse(`smtp://${server.host.includes(':') ? `[${server.host}]` : server.host}`);
      return url ? checkLiteralAddress(url, ruleOf(server)) : message('alert_host_malformed');
    },
    mailLookup: (server) => guardedLookup(ruleOf(server)),
  };
}
