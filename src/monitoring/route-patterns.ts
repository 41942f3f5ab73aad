/** For requests without a route; their paths would be unlimited label values. */
const NO_ROUTE = 'none';

/**
 * Finds the route pattern of a URL.
 *
 * @param patterns of the router, such as `/pictures/:name/:file` and `/office/*`
 */
export function routeMatcher(patterns: readonly string[]): (url: string) => string {
  const exact = new Set(patterns);
  const wildcards = patterns
    .filter((pattern) => /[:*]/.test(pattern))
    .map((pattern) => ({
      pattern,
      regex: new RegExp(`^${pattern.replaceAll(/:[^/]+/g, '[^/]+').replace('*', '.*')}$`),
    }));
  return (url) => {
    if (exact.has(url)) return url;
    const path = url.replace(/[?#].*$/s, '');
    if (exact.has(path)) return path;
    return wildcards.find(({ regex }) => regex.test(path))?.pattern ?? NO_ROUTE;
  };
}
