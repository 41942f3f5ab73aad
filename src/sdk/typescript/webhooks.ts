import { RaanError } from './errors.ts';
import type { WebhookEvent } from './types.ts';

/** Headers of a fetch request, of Node, or of a framework. */
export type HeaderSource = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Body, headers and secret of a delivery. */
export interface Delivery {
  /** The raw bytes as received, before any JSON parser. */
  body: Uint8Array | ArrayBuffer | string;
  headers: HeaderSource;
  /** The app's webhook secret, also in the form of a Standard Webhooks key, which starts with `whsec_`. */
  secret: string;
}

/** Made with the current secret of the store's app, and for a while after a reset with the old one. */
const SIGNATURE_HEADERS = ['x-service-signature', 'x-service-signature-old'];

/**
 * The event of a delivery that is signed with your secret.
 *
 * @throws RaanError invalid_signature
 */
export async function verifyWebhook({ body, headers, secret }: Delivery): Promise<WebhookEvent> {
  const bytes = new Uint8Array(typeof body === 'string' ? new TextEncoder().encode(body) : body);
  const key = await importKey(secret);
  for (const name of SIGNATURE_HEADERS) {
    const signature = bytesOfHex(headerOf(headers, name));
    if (signature && (await crypto.subtle.verify('HMAC', key, signature, bytes)))
      return JSON.parse(new TextDecoder().decode(bytes));
  }
  throw new RaanError('invalid_signature', 'The webhook is not signed with your secret');
}

/** Verification with it takes constant time. */
function importKey(secret: string) {
  const bytes = bytesOfSecret(secret);
  if (bytes.length === 0) throw new TypeError('The webhook secret is empty'); // anybody could sign with it
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

const KEY_PREFIX = 'whsec_';

/** A key is the secret in base64. */
const bytesOfSecret = (secret: string): Uint8Array<ArrayBuffer> =>
  secret.startsWith(KEY_PREFIX)
    ? Uint8Array.from(atob(secret.slice(KEY_PREFIX.length)), (char) => char.charCodeAt(0))
    : new TextEncoder().encode(secret);

function headerOf(headers: HeaderSource, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return (typeof value === 'string' ? value : value?.[0]) ?? '';
}

function bytesOfHex(hex: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[0-9a-f]{64}$/.test(hex)) return undefined;
  return Uint8Array.from({ length: 32 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16));
}
