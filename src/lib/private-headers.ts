/** For responses with data of a store: caches must not keep them, and browsers must not guess another type. */
export const PRIVATE_HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } as const;
