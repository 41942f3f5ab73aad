/** For responses that are not pages: browsers must not guess another type, run scripts or show them in frames. */
export const INERT_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
} as const;

/** For responses with data of a store: caches must not keep them either. */
export const PRIVATE_HEADERS = { 'Cache-Control': 'no-store', ...INERT_HEADERS } as const;

const YEAR = 31_536_000; // seconds

/** For every response that raan itself serves over TLS. */
export const STRICT_TRANSPORT_SECURITY = {
  name: 'Strict-Transport-Security',
  value: `max-age=${YEAR}; includeSubDomains`,
} as const;
