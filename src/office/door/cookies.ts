import type { IncomingMessage } from 'node:http';

/** A cookie of the request. */
export function cookie(incoming: IncomingMessage, name: string): string | undefined {
  const found = (incoming.headers.cookie ?? '').split(/;\s*/).find((pair) => pair.startsWith(`${name}=`));
  return found?.slice(name.length + 1);
}

/**
 * The session's cookie. By https it is bound to this very host and never travels in the clear; a browser takes no such
 * cookie by plain http, as in a shop's own network.
 */
export const sessionCookieName = (secure: boolean): string => (secure ? '__Host-raan' : 'raan');

/** `maxAge` in seconds; 0 takes it away. The browser forgets a session when it is closed. */
export const cookieText = (name: string, value: string, { secure, maxAge }: { secure: boolean; maxAge?: number }) =>
  [
    `${name}=${value}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    ...(secure ? ['Secure'] : []),
    ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
  ].join('; ');

/** What the forms of somebody who has not signed in are bound to. */
export const GUEST_COOKIE = 'raan-guest';
export const LANGUAGE_COOKIE = 'raan-language';
/** What the next page says once. */
export const NOTICE_COOKIE = 'raan-notice';
