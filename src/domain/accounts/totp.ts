import { Secret, TOTP } from 'otpauth';
import { randomBytes } from '../../lib/runtime.ts';

// The only file that knows otpauth. Time-based codes (RFC 6238) with what every authenticator app supports: SHA-1, six
// digits, 30 seconds.

const ISSUER = 'raan';
const SECRET_BYTES = 20;

const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer: ISSUER, label, algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) });

/** In base32. */
export const newTotpSecret = (): string =>
  new Secret({ buffer: Uint8Array.from(randomBytes(SECRET_BYTES)).buffer }).base32;

/** The address that an authenticator app reads from a QR code. */
export const totpAddress = (secret: string, accountName: string): string => totpOf(secret, accountName).toString();

/** The step of the code if it is the current one or a neighbor of it, for clocks that differ; else undefined. */
export function totpStep(secret: string, code: string, now: number): number | undefined {
  const totp = totpOf(secret);
  const delta = totp.validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? undefined : totp.counter({ timestamp: now }) + delta;
}
