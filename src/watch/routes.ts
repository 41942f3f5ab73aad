/** Where no route leads: anyone may ask for any path. */
const NOWHERE = 'none';

/**
 * Finds the pattern of a call's path.
 *
 * @param patterns as the router has them, e.g. `/pictures/:name/:file` and `/office/*`
 */
export function routeNames(patterns: readonly string[]): (url: string) => string {
  const plain = new Set(patterns);
  const shapes = patterns
    .filter((pattern) => /[:*]/.test(pattern))
    .map((pattern) => ({
      pattern,
      shape: new RegExp(`^${pattern.replaceAll(/:[^/]+/g, '[^/]+').replace('*', '.*')}$`),
    }));
  return (url) => {
    if (plain.has(url)) return url;
    const path = url.replace(/[?#].*$/s, '');
    if (plain.has(path)) return path;
    return shapes.find(({ shape }) => shape.test(path))?.pattern ?? NOWHERE;
  };
}
