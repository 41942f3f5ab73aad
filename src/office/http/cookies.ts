import type { IncomingMessage } from 'node:http';

/** Over https, the `__Host-` prefix keeps other hosts of the domain and plain http from setting the cookie. */
const prefixed = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name);

/** The value of a request's cookie. */
export function cookie(incoming: IncomingMessage, name: string, secure: boolean): string | undefined {
  const start = `${prefixed(name, secure)}=`;
  const pair = (incoming.headers.cookie ?? '').split(/;\s*/).find((text) => text.startsWith(start));
  return pair?.slice(start.length);
}

/** A `Set-Cookie` value. `maxAge` in seconds, 0 deletes the cookie; without it, it ends with the browser session. */
export const cookieText = (name: string, value: string, { secure, maxAge }: { secure: boolean; maxAge?: number }) =>
  [
    `${prefixed(name, secure)}=${value}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    ...(secure ? ['Secure'] : []),
    ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
  ].join('; ');

export const SESSION_COOKIE = 'raan';
/** CSRF key of a browser without a session. */
export const GUEST_COOKIE = 'raan-guest';
/** Known to the accounts that have signed in with this browser. */
export const BROWSER_COOKIE = 'raan-browser';
export const LANGUAGE_COOKIE = 'raan-language';
/** Message for the next page. */
export const NOTICE_COOKIE = 'raan-notice';
