import { TrieRouter } from 'hono/router/trie-router';
import type { Screen } from '../screen.ts';

type Method = Screen['method'];

/** Finds screens by their path below `/office`. As in the office's routes, the first match wins. */
export interface ScreenFinder {
  screenAt: (method: Method, path: string) => Screen | undefined;
  /** The nearest page above a POST-only path, for a GET of that path; undefined if the path takes no POST. */
  parentPage: (path: string) => string | undefined;
}

export function screenFinder(screens: readonly Screen[]): ScreenFinder {
  const router = new TrieRouter<Screen>();
  for (const screen of screens) router.add(screen.method, screen.path, screen);
  const screenAt = (method: Method, path: string) => router.match(method, path)[0][0]?.[0];
  const parentPage = (path: string) => {
    if (!screenAt('POST', path)) return undefined;
    const parents = path.split('/').map((_, i, segments) => segments.slice(0, segments.length - i).join('/'));
    return parents.find((parent) => screenAt('GET', parent)) ?? '/';
  };
  return { screenAt, parentPage };
}
