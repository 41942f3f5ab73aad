import type { IncomingMessage } from 'node:http';

/**
 * By https a cookie is bound to this very host: it never travels in the clear, and neither another host of the domain
 * nor plain http can plant one. A browser takes no such cookie by plain http, as in a shop's own network.
 */
const wholeName = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name);

/** A cookie of the request. */
export function cookie(incoming: IncomingMessage, name: string, secure: boolean): string | undefined {
  const start = `${wholeName(name, secure)}=`;
  const found = (incoming.headers.cookie ?? '').split(/;\s*/).find((pair) => pair.startsWith(start));
  return found?.slice(start.length);
}

/** `maxAge` in seconds; 0 takes it away. The browser forgets a session when it is closed. */
export const cookieText = (name: string, value: string, { secure, maxAge }: { secure: boolean; maxAge?: number }) =>
  [
    `${wholeName(name, secure)}=${value}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    ...(secure ? ['Secure'] : []),
    ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
  ].join('; ');

export const SESSION_COOKIE = 'raan';
/** What the forms of somebody who has not signed in are bound to. */
export const GUEST_COOKIE = 'raan-guest';
export const LANGUAGE_COOKIE = 'raan-language';
/** What the next page says once. */
export const NOTICE_COOKIE = 'raan-notice';
