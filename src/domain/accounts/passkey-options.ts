import { hash } from 'node:crypto';
import { isIP } from 'node:net';
import { idText } from '../../lib/ids.ts';
import type { Account } from './accounts.ts';
import { ALGORITHMS } from './passkey-response.ts';
import type { Passkey } from './passkeys.ts';

// WebAuthn options for creating and using a passkey, as JSON with bytes in base64url.

const TIMEOUT = 300_000;

/** The relying party id of an origin; undefined if browsers allow no passkeys there: plain http, or an IP address. */
export function passkeyHost(origin: string): string | undefined {
  const url = URL.parse(origin);
  if (!url || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined;
  const isLocal = url.hostname === 'localhost' || url.hostname.endsWith('.localhost');
  return url.protocol === 'https:' || isLocal ? url.hostname : undefined;
}

/** Identifies the account to authenticators, without its name. */
const userHandle = ({ id, createTime }: Account): string =>
  hash('sha256', `passkey user ${idText(id)} ${createTime}`, 'base64url');

/** Whether the authenticator's answer, if it names an account, names this one. */
export const namesAccount = (handle: string | undefined, account: Account): boolean =>
  handle === undefined || handle === userHandle(account);

const descriptors = (passkeys: readonly Passkey[]) =>
  passkeys.map(({ credentialId, transports }) => ({
    type: 'public-key',
    id: Buffer.from(credentialId).toString('base64url'),
    transports,
  }));

/** Options for creating a passkey. @param existing an authenticator with one of these creates no second one */
export const creationOptions = (
  account: Account,
  { host, challenge, existing }: { host: string; challenge: string; existing: readonly Passkey[] },
) => ({
  challenge,
  rp: { id: host, name: `raan ${host}` },
  user: { id: userHandle(account), name: account.name, displayName: account.name },
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
  excludeCredentials: descriptors(existing),
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
  timeout: TIMEOUT,
});

/** Options for using a passkey. @param passkeys allowed passkeys; if empty, all that the authenticator has for the host */
export const requestOptions = ({
  host,
  challenge,
  passkeys,
  verifiesUser,
}: {
  host: string;
  challenge: string;
  passkeys: readonly Passkey[];
  /** The authenticator must check a PIN, a finger or a face. */
  verifiesUser: boolean;
}) => ({
  challenge,
  rpId: host,
  allowCredentials: descriptors(passkeys),
  userVerification: verifiesUser ? 'required' : 'preferred',
  timeout: TIMEOUT,
});
